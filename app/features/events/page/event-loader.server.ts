import { type AppLoadContext, data } from "@remix-run/cloudflare";
import { copyAge } from "../../../platform/database/last-good.ts";
import { DatabaseUnavailable } from "../../../platform/database/unavailable.ts";
import { notFound, redirect } from "../../../platform/request/http.ts";
import { joinedOf } from "../../attendance/sign-up/answer-waitlist.server.ts";
import { endpointHost } from "../../attendance/sign-up/waitlist.server.ts";
import { senderOf } from "../../mail/mail-sender.server.ts";
import { pathOf } from "../event/event.ts";
import { findEvent } from "../event/events.server.ts";

/**
 * Loads the data of an event's page; responds 503 without the event if the database is unavailable.
 * Throws a 404 for an unknown key, and a redirect if the event's page has a different path.
 */
export async function loadEventPage(context: AppLoadContext, request: Request, key: string) {
  const url = new URL(request.url);
  const shown = {
    eventKey: key,
    origin: context.origin,
    sendsLinks: senderOf(context.env) !== null,
    service: endpointHost(context.env),
    joined: joinedOf(context, request),
  };
  try {
    const found = await findEvent(context, key);
    if (!found) throw notFound();
    const { editions, has_programme: hasProgramme, call_deadline, ...event } = found;
    if (pathOf(event) !== url.pathname) throw redirect(`${pathOf(event)}${url.search}`, 301);
    const callDeadline = shown.sendsLinks ? call_deadline : null;
    return data({
      ...shown,
      event,
      editions,
      hasProgramme,
      callDeadline,
      copy: copyAge(context),
      now: context.now.toISOString(),
    });
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return data(
      { ...shown, event: null, editions: [], hasProgramme: false, callDeadline: null, copy: null, now: "" },
      { status: 503 },
    );
  }
}
