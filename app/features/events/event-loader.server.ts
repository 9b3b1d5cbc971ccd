import { type AppLoadContext, data } from "@remix-run/cloudflare";
import { notFound, redirect } from "../../platform/http.ts";
import { copyAge } from "../../platform/last-good.ts";
import { DatabaseUnavailable } from "../../platform/unavailable.ts";
import { senderOf } from "../mail/mail-sender.server.ts";
import { joinedOf } from "../waitlist/answer-waitlist.server.ts";
import { pathOf } from "./event.ts";
import { findEvent } from "./events.server.ts";

/**
 * What the page of one event is made of; without the event, and as 503, while the database is gone.
 * Throws 404 for an unknown key, and leads to the page that an event has elsewhere.
 */
export async function loadEventPage(context: AppLoadContext, request: Request, key: string) {
  const url = new URL(request.url);
  const shown = {
    eventKey: key,
    origin: context.origin,
    sendsLinks: senderOf(context.env) !== null,
    joined: joinedOf(context),
  };
  try {
    const found = await findEvent(context, key);
    if (!found) throw notFound();
    const { editions, ...event } = found;
    if (pathOf(event) !== url.pathname) throw redirect(`${pathOf(event)}${url.search}`, 301);
    return data({ ...shown, event, editions, copy: copyAge(context), now: context.now.toISOString() });
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return data({ ...shown, event: null, editions: [], copy: null, now: "" }, { status: 503 });
  }
}
