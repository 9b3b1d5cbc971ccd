import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { log } from "../../platform/log.ts";

const encoder = new TextEncoder();

/** Seconds that the provider's clock may differ from ours; beyond that, a message may be a replay. */
const tolerance = 5 * 60;

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/**
 * Whether a message was signed with our secret, as specified by Svix
 * (docs.svix.com/receiving/verifying-payloads/how-manual).
 * @param secret `whsec_` and the key as base64
 * @param now epoch milliseconds
 */
export async function isSigned(headers: Headers, body: string, secret: string, now: number): Promise<boolean> {
  const [id, at, signatures] = ["svix-id", "svix-timestamp", "svix-signature"].map((name) => headers.get(name) ?? "");
  if (!id || !at || !/^\d{1,12}$/.test(at) || Math.abs(now / 1000 - Number(at)) > tolerance) return false;
  try {
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("raw", bytesOf(secret.slice("whsec_".length)), algorithm, false, [
      "verify",
    ]);
    const signed = encoder.encode(`${id}.${at}.${body}`);
    for (const signature of (signatures ?? "").split(" ").slice(0, 10)) {
      const [version, base64 = ""] = signature.split(",");
      if (version === "v1" && (await crypto.subtle.verify("HMAC", key, bytesOf(base64), signed))) return true;
    }
  } catch {
    // invalid base64 is not a valid signature
  }
  return false;
}

const kinds = {
  "email.bounced": "bounced",
  "email.complained": "complained",
  // An earlier email came back, or someone put the address on the list: this one was not sent.
  "email.suppressed": "bounced",
  "email.failed": "failed",
} as const;

/** Events that change nothing, because nobody counts deliveries, opens or clicks. */
const ignored =
  /^(email\.(sent|scheduled|delivered|delivery_delayed|opened|clicked|received)|(contact|domain)\.[a-z_]+)$/;

const event = z.object({
  type: z.enum(Object.keys(kinds) as [keyof typeof kinds]),
  created_at: z.string().datetime({ offset: true }),
  data: z.object({
    email_id: z.string().min(1).max(200),
    bounce: z.object({ type: z.string() }).partial().optional(),
  }),
});

const typed = z.object({ type: z.string().min(1).max(80) });

export type EventOutcome = "noted" | "forged" | "not-configured";

/**
 * Records a signed event that the provider sends about a mail: each message once, in any order, even before we know of
 * the mail. Transient bounces change nothing. The type of an event that nobody here knows is logged once.
 */
export async function takeMailEvent(
  { env, database, now, requestId }: AppLoadContext,
  request: Request,
): Promise<EventOutcome> {
  const secret = env.MAIL_EVENTS_SECRET;
  if (!secret) return "not-configured";
  const body = await request.text();
  if (!(await isSigned(request.headers, body, secret, now.getTime()))) return "forged";
  const message = parse(body);
  const parsed = event.safeParse(message);
  const id = request.headers.get("svix-id") ?? "";
  if (parsed.success && id.length <= 100) {
    const { type, created_at: at, data } = parsed.data;
    const bounce = data.bounce?.type;
    if (bounce === "Transient") return "noted";
    const kind = bounce === "Undetermined" ? "undetermined" : kinds[type];
    await database.call("note_mail_event", { p_id: id, p_provider_id: data.email_id, p_kind: kind, p_at: at });
    return "noted";
  }
  const { data: unknown } = typed.safeParse(message);
  if (unknown && !ignored.test(unknown.type)) {
    const { type } = unknown;
    const row = { p_id: `type ${type}`, p_provider_id: type, p_kind: "unknown", p_at: now.toISOString() };
    if (await database.call("note_mail_event", row)) log({ requestId, outcome: "unknown-mail-event", error: type });
  }
  return "noted";
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
