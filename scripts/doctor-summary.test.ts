import { expect, it } from "vitest";
import { summaryOf } from "./doctor-summary.ts";

const ok = { state: "ok" as const };
const wrong = { state: "wrong" as const };
/** Unknown because the first nightly run has not happened yet. */
const later = { state: "unknown" as const };
const blind = (...needs: string[]) => ({ state: "unknown" as const, needs });

it("exits with 0 if nothing is wrong and what is unknown only needs time", () => {
  expect(summaryOf([ok, ok, later], true)).toEqual({ lines: ["0 wrong, 1 unknown."], exitCode: 0 });
});

it("names each variable to export only once, and exits with 2", () => {
  const keys = blind("SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY");
  expect(summaryOf([ok, keys, keys, blind("NOTIFY_URL")], true)).toEqual({
    lines: [
      "0 wrong, 3 unknown.",
      "To have more looked at: export SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, NOTIFY_URL.",
    ],
    exitCode: 2,
  });
});

it("asks for a sign-in to wrangler first if it is unknown which secrets are set", () => {
  const findings = [blind(), blind("SUPABASE_SECRET_KEY"), blind("NOTIFY_URL")];
  expect(summaryOf(findings, false).lines[1]).toBe(
    "To have more looked at: npx wrangler login; export SUPABASE_SECRET_KEY.",
  );
  expect(summaryOf([blind()], false)).toMatchObject({
    lines: ["0 wrong, 1 unknown.", "To have more looked at: npx wrangler login."],
    exitCode: 2,
  });
});

it("exits with 1 if something is wrong, even if other checks are unknown", () => {
  expect(summaryOf([wrong, blind("NOTIFY_URL")], true).exitCode).toBe(1);
});
