import type { Env } from "../../platform/env.ts";
import { fromBase64Url, toBase64Url } from "../../platform/text/base64url.ts";
import { didOf } from "./credential.ts";

/** RS256, which every verifier of Open Badges 3.0 must support. */
const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };

/** A public key in JSON (RFC 7517). */
export interface PublicJwk {
  kty: "RSA";
  alg: "RS256";
  use: "sig";
  n: string;
  e: string;
}

interface CredentialKey {
  /** RFC 7638 */
  thumbprint: string;
  jwk: PublicJwk;
  verifying: CryptoKey;
  /** null for an older key of which only the public part was kept */
  signing: CryptoKey | null;
}

/** Newest first; the first one signs. */
export type CredentialKeys = readonly [CredentialKey & { signing: CryptoKey }, ...CredentialKey[]];

type Settings = Pick<Env, "CREDENTIAL_KEYS">;

const read = new WeakMap<string[], Promise<CredentialKeys>>();

/**
 * The keys for the site's credentials; null if none are set, in which case no credentials are issued.
 * @throws Error if one is not a key, or the first one cannot sign
 */
export async function credentialKeysOf({ CREDENTIAL_KEYS: texts }: Settings): Promise<CredentialKeys | null> {
  if (!texts) return null;
  const keys = read.get(texts) ?? readKeys(texts);
  read.set(texts, keys);
  return keys;
}

async function readKeys(texts: string[]): Promise<CredentialKeys> {
  const [newest, ...older] = await Promise.all(texts.map(readKey));
  if (!newest?.signing) throw new Error("CREDENTIAL_KEYS: the first key is no private one");
  return [{ ...newest, signing: newest.signing }, ...older];
}

/** @param text base64url of PKCS #8 for a private key, or of SPKI for a public one */
async function readKey(text: string): Promise<CredentialKey> {
  const bytes = fromBase64Url(text);
  if (!bytes) throw new Error("CREDENTIAL_KEYS: a key is no base64url");
  const signing = await crypto.subtle.importKey("pkcs8", bytes, algorithm, true, ["sign"]).catch(() => null);
  const key = signing ?? (await crypto.subtle.importKey("spki", bytes, algorithm, true, ["verify"]).catch(() => null));
  if (!key) throw new Error("CREDENTIAL_KEYS: a key is none of RSA");
  const { n = "", e = "" } = await crypto.subtle.exportKey("jwk", key);
  const jwk: PublicJwk = { kty: "RSA", alg: "RS256", use: "sig", n, e };
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify({ e, kty: "RSA", n })));
  return {
    thumbprint: toBase64Url(new Uint8Array(digest)),
    jwk,
    verifying: await crypto.subtle.importKey("jwk", { ...jwk }, algorithm, false, ["verify"]),
    signing,
  };
}

const keyId = (did: string, { thumbprint }: CredentialKey) => `${did}#${thumbprint}`;

/** The content of `/.well-known/did.json`: all keys, so that signatures of older ones remain valid. */
export function didDocument(origin: string, keys: CredentialKeys) {
  const did = didOf(origin);
  const ids = keys.map((key) => keyId(did, key));
  return {
    "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/suites/jws-2020/v1"],
    id: did,
    verificationMethod: keys.map((key) => ({
      id: keyId(did, key),
      type: "JsonWebKey2020",
      controller: did,
      publicKeyJwk: { ...key.jwk, kid: key.thumbprint },
    })),
    assertionMethod: ids,
  };
}

const encoder = new TextEncoder();
const jsonPart = (value: object) => toBase64Url(encoder.encode(JSON.stringify(value)));

/** Signs a JWT with the newest key. @param claims its content, including `iss` */
export async function signJwt(origin: string, [newest]: CredentialKeys, claims: object): Promise<string> {
  const header = { alg: "RS256", typ: "JWT", kid: keyId(didOf(origin), newest) };
  const signed = `${jsonPart(header)}.${jsonPart(claims)}`;
  const signature = await crypto.subtle.sign(algorithm, newest.signing, encoder.encode(signed));
  return `${signed}.${toBase64Url(new Uint8Array(signature))}`;
}

export interface Unverified {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
  signed: string;
  signature: Uint8Array<ArrayBuffer>;
}

/** The parts of a JWT before any of it is verified; null if the text is not a JWT. */
export function partsOfJwt(text: string): Unverified | null {
  const [header, claims, signature, ...more] = text.split(".").map(fromBase64Url);
  if (!header || !claims || !signature || more.length > 0) return null;
  const [first, second] = [header, claims].map(jsonObject);
  const signed = text.slice(0, text.lastIndexOf("."));
  return first && second ? { header: first, claims: second, signed, signature } : null;
}

function jsonObject(bytes: Uint8Array): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return value !== null && typeof value === "object" && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Whether a key of the site signed it; null if it names none of them. */
export async function isSigned(origin: string, keys: CredentialKeys, jwt: Unverified): Promise<boolean | null> {
  const key = keys.find((each) => keyId(didOf(origin), each) === jwt.header.kid);
  if (!key) return null;
  if (jwt.header.alg !== "RS256") return false;
  return crypto.subtle.verify(algorithm, key.verifying, jwt.signature, encoder.encode(jwt.signed));
}
