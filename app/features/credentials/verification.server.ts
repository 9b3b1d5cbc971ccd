import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { isId } from "../../admin/list-page.server.ts";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { siteWeekday } from "../../platform/text/site-time.ts";
import { didOf } from "./credential.ts";
import { credentialKeysOf, isSigned, partsOfJwt } from "./credential-keys.server.ts";
import { findCredentialState } from "./credentials.server.ts";

const said = z.object({
  jti: z.string().transform((jti) => jti.replace("urn:uuid:", "")),
  nbf: z.number(),
  credentialSubject: z.object({
    achievement: z.object({ name: z.string(), description: z.string() }),
  }),
});

export interface Said {
  number: string;
  event: string;
  description: string;
  /** "Saturday, May 1, 2027" */
  day: string;
}

export type Standing = "good" | "sample" | "taken-back" | "unrecorded" | "unasked";

export type Verdict =
  | { found: "unreadable" | "altered" | "old-key" | "unchecked" }
  | { found: "not-ours"; issuer: string }
  | { found: Standing; said: Said };

export async function verify(context: AppLoadContext, text: string): Promise<Verdict> {
  const keys = await credentialKeysOf(context.env);
  const jwt = partsOfJwt(text.replace(/\s+/g, ""));
  if (!jwt) return { found: "unreadable" };
  const { iss } = jwt.claims;
  if (iss !== didOf(context.origin))
    return { found: "not-ours", issuer: typeof iss === "string" ? iss.slice(0, 200) : "" };
  if (!keys) return { found: "unchecked" };
  const signed = await isSigned(context.origin, keys, jwt);
  if (signed === null) return { found: "old-key" };
  const content = said.safeParse(jwt.claims);
  // Other things that we sign, such as the list of revoked credentials, are not credentials of attendance.
  if (!signed || !content.success) return { found: signed ? "unreadable" : "altered" };
  const { jti, nbf, credentialSubject } = content.data;
  const { name: event, description } = credentialSubject.achievement;
  return {
    found: await standingOf(context, jti),
    said: { number: jti, event, description, day: siteWeekday(new Date(nbf * 1000)) },
  };
}

export async function standingOf(context: AppLoadContext, id: string): Promise<Standing> {
  if (!isId(id)) return "unrecorded";
  try {
    const state = await findCredentialState(context, id);
    return state === "issued" ? "good" : state === "unknown" ? "unrecorded" : state;
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return "unasked";
  }
}
