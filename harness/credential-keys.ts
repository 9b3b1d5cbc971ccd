import { createPublicKey, generateKeyPairSync, type JsonWebKey } from "node:crypto";
import { z } from "zod";

/** Generates a private key for credentials in the format of CREDENTIAL_KEYS: PKCS #8 in base64url. */
export const newCredentialKey = () =>
  generateKeyPairSync("rsa", { modulusLength: 2048 })
    .privateKey.export({ type: "pkcs8", format: "der" })
    .toString("base64url");

const document = z.object({
  verificationMethod: z.array(
    z.object({ publicKeyJwk: z.object({ kty: z.literal("RSA"), n: z.string(), e: z.string() }) }),
  ),
});

/**
 * Returns CREDENTIAL_KEYS with a new key before the site's existing keys, of which only the public parts are needed.
 * @param did the site's response at /.well-known/did.json
 * @throws ZodError if it is not such a document
 */
export function rotatedKeys(did: unknown): string {
  const older = document.parse(did).verificationMethod.map(({ publicKeyJwk: { kty, n, e } }) =>
    createPublicKey({ key: { kty, n, e } satisfies JsonWebKey, format: "jwk" })
      .export({ type: "spki", format: "der" })
      .toString("base64url"),
  );
  return [newCredentialKey(), ...older].join(",");
}
