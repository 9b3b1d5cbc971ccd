import { afterEach, expect, it, vi } from "vitest";
import { newDraft, openDraft, openSecret, sealDraft, sealSecret } from "./factor-seal.server.ts";

const [older, newer] = ["older-0123456789-0123456789-012345", "newer-0123456789-0123456789-012345"];
const keys = (...secrets: string[]) => ({ FACTOR_SECRET: secrets });
const secret = Uint8Array.from({ length: 20 }, (_, index) => index);

afterEach(() => void vi.useRealTimers());

it("the secret of an account opens with any of the keys, and reports that an older one sealed it", async () => {
  const sealed = await sealSecret("kai", secret, keys(older));
  expect(sealed).toMatch(/^Fe26[.]2[*][A-Za-z0-9*_-]{50,1000}$/);
  expect(await openSecret("kai", sealed, keys(older))).toEqual({ secret, isOld: false });
  expect(await openSecret("kai", sealed, keys(newer, older))).toEqual({ secret, isOld: true });
  expect(await openSecret("kai", sealed, keys(newer))).toBeNull();
  expect(await openSecret("leilani", sealed, keys(older))).toBeNull();
  expect(await openSecret("kai", sealed, {})).toBeNull();
});

it("a draft opens only for its account, for 15 minutes, and never as a secret", async () => {
  vi.useFakeTimers();
  const drafted = newDraft("kai");
  const sealed = await sealDraft(drafted, keys(older));
  expect(await openDraft("kai", sealed, keys(newer, older))).toEqual(drafted);
  expect(await openDraft("leilani", sealed, keys(older))).toBeNull();
  expect(await openSecret("kai", sealed, keys(older))).toBeNull();
  expect(await openDraft("kai", await sealSecret("kai", secret, keys(older)), keys(older))).toBeNull();
  vi.advanceTimersByTime(17 * 60_000);
  expect(await openDraft("kai", sealed, keys(older))).toBeNull();
});
