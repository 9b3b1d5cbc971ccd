import { expect, it } from "vitest";
import {
  type CredentialKeys,
  credentialKeysOf,
  didDocument,
  isSigned,
  partsOfJwt,
  signJwt,
} from "../app/features/credentials/credential-keys.server.ts";
import { newCredentialKey, rotatedKeys } from "./credential-keys.ts";

const origin = "https://hawaii.example.org";
const keysOf = async (value: string) =>
  (await credentialKeysOf({ CREDENTIAL_KEYS: value.split(",") })) as CredentialKeys;

it("keys can be rotated repeatedly: new credentials use the new key, and earlier ones stay valid", async () => {
  const values = [newCredentialKey()];
  const jwts: string[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const keys = await keysOf(values.at(-1) ?? "");
    jwts.push(await signJwt(origin, keys, { turn }));
    const document = JSON.parse(JSON.stringify(didDocument(origin, keys)));
    values.push(rotatedKeys(document));
  }
  const newest = values.at(-1) ?? "";
  const keys = await keysOf(newest);
  expect(keys.map(({ signing }) => signing !== null)).toEqual([true, false, false, false]);
  const ids = new Set();
  for (const jwt of jwts) {
    const parts = partsOfJwt(jwt);
    expect(parts && (await isSigned(origin, keys, parts))).toBe(true);
    ids.add(parts?.header.kid);
  }
  expect(ids.size).toBe(3);
  // A Cloudflare secret may have at most 5 kB.
  expect(newest.length).toBeLessThan(5_000);
});

it("anything but an issuer's DID document is refused", () => {
  expect(() => rotatedKeys({ error: "not found" })).toThrow("verificationMethod");
});
