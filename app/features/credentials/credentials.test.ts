import { generateKeyPairSync } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { compactVerify, importJWK, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { defaultSite } from "../../site.ts";
import { type Attended, badgeOf, didOf, type Issued, listLength, statusListOf } from "./credential.ts";
import {
  type CredentialKeys,
  credentialKeysOf,
  didDocument,
  isSigned,
  partsOfJwt,
  signJwt,
} from "./credential-keys.server.ts";
import { encodeBits } from "./status-list.ts";

const origin = "https://hawaii.example.org";
const did = "did:web:hawaii.example.org";
const publisher = { origin, site: defaultSite };

const newKey = () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    private: privateKey.export({ type: "pkcs8", format: "der" }).toString("base64url"),
    public: publicKey.export({ type: "spki", format: "der" }).toString("base64url"),
  };
};
const [first, second] = [newKey(), newKey()];
const keysOf = async (...texts: string[]) => (await credentialKeysOf({ CREDENTIAL_KEYS: texts })) as CredentialKeys;
const issued: Issued = {
  number: 5,
  id: "0b2f4c6e-1111-4222-8333-444455556666",
  subject: "9a8b7c6d-1111-4222-8333-444455556666",
  taken_back_at: null,
  is_sample: false,
};
const attended: Attended = {
  event: { key: "bitcoin", title: "Pizza Day" },
  at: "2027-05-22T18:31:07.123+00:00",
  day: "Saturday, May 22, 2027",
  place: "Kaimukī Library",
};
const badge = (more: Partial<Attended> = {}) => badgeOf(issued, { ...attended, ...more }, publisher);

/** Looks up a key as a verifier does: only in the issuer's document. */
async function keyOf(keys: CredentialKeys, kid: string) {
  const method = didDocument(origin, keys).verificationMethod.find(({ id }) => id === kid);
  if (!method) throw new Error(`no ${kid}`);
  return importJWK(method.publicKeyJwk, "RS256");
}

describe("a credential", () => {
  it("is verified by jose with the key in the issuer's document, and its claims match its content", async () => {
    const keys = await keysOf(first.private);
    const jwt = await signJwt(origin, keys, badge());
    const { payload, protectedHeader } = await jwtVerify(jwt, ({ kid = "" }) => keyOf(keys, kid), {
      issuer: did,
      currentDate: new Date("2027-06-01"),
    });
    expect(protectedHeader).toMatchObject({ alg: "RS256", typ: "JWT" });
    expect(payload).toMatchObject({
      iss: did,
      issuer: { id: did, name: defaultSite.name },
      sub: `urn:uuid:${issued.subject}`,
      credentialSubject: { id: payload.sub, achievement: { name: "Pizza Day" } },
      jti: `urn:uuid:${issued.id}`,
      id: payload.jti,
      nbf: Date.parse("2027-05-22T18:31:07Z") / 1000,
      validFrom: "2027-05-22T18:31:07Z",
    });
    expect(JSON.stringify(payload)).toContain(
      "Was checked in at Pizza Day on Saturday, May 22, 2027, Kaimukī Library.",
    );
  });

  it("names nobody, and says that it is a sample if it is one", () => {
    expect(badge().credentialSubject).not.toHaveProperty("identifier");
    const { achievement } = badgeOf({ ...issued, is_sample: true }, attended, publisher).credentialSubject;
    expect([achievement.name, achievement.description.slice(0, 19)]).toEqual([
      "Sample: Pizza Day",
      "Sample: Was checked",
    ]);
  });

  it("has one position in one list, which is in the second list once the first is full", () => {
    const statusOf = (number: number) => badgeOf({ ...issued, number }, attended, publisher).credentialStatus;
    expect(statusOf(listLength - 1)).toMatchObject({
      statusListIndex: "131071",
      statusListCredential: `${origin}/credentials/status/1`,
    });
    expect(statusOf(listLength)).toMatchObject({
      statusListIndex: "0",
      statusListCredential: `${origin}/credentials/status/2`,
    });
  });
});

describe("the keys", () => {
  it("sign with the newest first; signatures of an older one stay valid while its public part is listed", async () => {
    const before = await signJwt(origin, await keysOf(first.private), badge());
    const parts = partsOfJwt(before);
    if (!parts) throw new Error("no JWT");
    for (const older of [first.private, first.public]) {
      const rotated = await keysOf(second.private, older);
      expect(await isSigned(origin, rotated, parts)).toBe(true);
      expect((await compactVerify(before, ({ kid = "" }) => keyOf(rotated, kid))).payload.length).toBeGreaterThan(0);
      const after = partsOfJwt(await signJwt(origin, rotated, badge()));
      expect(after?.header.kid).not.toBe(parts.header.kid);
      expect(didDocument(origin, rotated).verificationMethod[0]?.id).toBe(after?.header.kid);
    }
    expect(await isSigned(origin, await keysOf(second.private), parts)).toBeNull();
  });

  it("publish nothing private in the issuer's document", async () => {
    const document = JSON.stringify(didDocument(origin, await keysOf(first.private)));
    for (const part of ['"d"', '"p"', '"q"', '"dp"', '"dq"', '"qi"']) expect(document).not.toContain(part);
  });

  it.each([
    ["a public key alone", [first.public]],
    ["no key", ["A".repeat(400)]],
    ["no base64url", ["?".repeat(400)]],
  ])("are rejected with an error that names the setting: %s", async (_, texts) => {
    await expect(credentialKeysOf({ CREDENTIAL_KEYS: texts })).rejects.toThrow(/^CREDENTIAL_KEYS: /);
  });

  it("are null if none are set", async () => {
    expect(await credentialKeysOf({ CREDENTIAL_KEYS: undefined })).toBeNull();
  });
});

describe("a credential that we did not sign", () => {
  it("fails verification if its claims, signature or header was altered", async () => {
    const keys = await keysOf(first.private);
    const jwt = await signJwt(origin, keys, badge());
    const [header = "", claims = "", signature = ""] = jwt.split(".");
    const other = Buffer.from(JSON.stringify({ ...badge(), name: "Another" })).toString("base64url");
    const none = Buffer.from(JSON.stringify({ ...partsOfJwt(jwt)?.header, alg: "none" })).toString("base64url");
    for (const altered of [
      `${header}.${other}.${signature}`,
      `${header}.${claims}.${signature.slice(0, -4)}AAAA`,
      `${none}.${claims}.${signature}`,
      `${none}.${claims}.`,
    ]) {
      const parts = partsOfJwt(altered);
      expect(parts && (await isSigned(origin, keys, parts)), altered.slice(0, 20)).toBe(false);
    }
  });

  it.each(["", "a.b", "a.b.c.d", "??.e30.e30", "e30.W10.e30", "e30.bnVsbA.e30", "e30.e30.a"])(
    "is not parsed if it is no JWT: %j",
    (text) => {
      expect(partsOfJwt(text)).toBeNull();
    },
  );
});

it("the list of revoked credentials has the bits and the claims that its standard requires", async () => {
  const encoded = await encodeBits([0, 5, 131_071]);
  expect(encoded.startsWith("u")).toBe(true);
  const bits = gunzipSync(Buffer.from(encoded.slice(1), "base64url"));
  expect(bits.length).toBe(16_384);
  expect([bits[0], bits[16_383], bits.reduce((sum, byte) => sum + byte, 0)]).toEqual([0b1000_0100, 1, 0b1000_0100 + 1]);
  const list = statusListOf(1, encoded, { origin, now: new Date("2027-06-01T00:00:00.5Z") });
  expect(list).toMatchObject({
    id: badge().credentialStatus.statusListCredential,
    issuer: did,
    validFrom: "2027-06-01T00:00:00Z",
    jti: list.id,
  });
});

it("the id of the issuer has the colon before a port percent-encoded", () => {
  expect(didOf("http://localhost:8787")).toBe("did:web:localhost%3A8787");
});
