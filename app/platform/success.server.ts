import type { AppLoadContext } from "@remix-run/cloudflare";
import { keyedDigest } from "./visitor.ts";

/** Milliseconds for which an address may say that a form was taken: as long as it takes to arrive, and to read it. */
const lifetime = 60_000;
/** Milliseconds by which the clocks of two data centers may differ. */
const skew = 5_000;

type Done =
  | "waitlist"
  | "placed"
  | "in-line"
  | "to-confirm"
  | "unmailed"
  | "subscribed"
  | "pending"
  | "resent"
  | "new-link"
  | "no-new-link"
  | "erased"
  | "not-mine";

/**
 * The address that shows what a form has done, for a minute: `path?done=…&at=…`. Without the signature anybody could
 * make one that tells others they were added.
 * @param path may have a query of its own
 * @param event the key of the event whose waitlist it is, or the token of a person's own page
 */
export async function successPath({ env, now }: AppLoadContext, path: string, done: Done, event = ""): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000).toString(36);
  const at = `${seconds}.${event}.${await signature(env.VISITOR_SECRET, done, event, seconds)}`;
  const [pathname, query] = path.split("?");
  return `${pathname}?${new URLSearchParams([["done", done], ...new URLSearchParams(query), ["at", at]])}`;
}

/** Whether the address of a request was made by `successPath`, for this and within the last minute; the page is kept by nobody then. */
export const isSuccess = async (context: AppLoadContext, request: Request, done: Done, event = "") =>
  (await successAt(context, request, done, event)) !== null;

/** As `isSuccess`: when the form was taken; null where the address does not say so. */
export async function successAt(
  { env, now, page }: AppLoadContext,
  request: Request,
  done: Done,
  event = "",
): Promise<Date | null> {
  const receipt = await receiptIn(env.VISITOR_SECRET, new URL(request.url).searchParams, now);
  if (receipt?.done !== done || receipt.event !== event) return null;
  page.isReceipt = true;
  return receipt.takenAt;
}

/** What an address made by `successPath` within the last minute says was done, for which event, and when; null for any other. */
export async function receiptIn(secret: string, query: URLSearchParams, now: Date) {
  const done = query.get("done") ?? "";
  const [, seconds = "", event = "", given] =
    /^([\da-z]{1,8})\.([\da-z-]{0,80})\.([\da-f]{32})$/.exec(query.get("at") ?? "") ?? [];
  if (!given) return null;
  const takenAt = new Date(Number.parseInt(seconds, 36) * 1000);
  const age = now.getTime() - takenAt.getTime();
  if (age < -skew || age > lifetime) return null;
  return given === (await signature(secret, done, event, seconds)) ? { done, event, takenAt } : null;
}

const signature = (secret: string, done: string, event: string, seconds: string) =>
  keyedDigest(secret, `done:v1:${done}:${event}:${seconds}`);
