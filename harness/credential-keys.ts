import { createPublicKey, generateKeyPairSync, type JsonWebKey } from "node:crypto";
import { z } from "zod";

/** A new private key of credentials, as CREDENTIAL_KEYS has it: base64url of PKCS #8. */
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
 * CREDENTIAL_KEYS with a new key in front of those that a site has, of which the public parts are enough.
 * @param did what the site answers at /.well-known/did.json
 * @throws ZodError where it is no such document
 */
export function rotatedKeys(did: unknown): string {
  const older = document.parse(did).verificationMethod.map(({ publicKeyJwk: { kty, n, e } }) =>
    createPublicKey({ key: { kty, n, e } satisfies JsonWebKey, format: "jwk" })
      .export({ type: "spki", format: "der" })
      .toString("base64url"),
  );
  return [newCredentialKey(), ...older].join(",");
}
