import type { AppLoadContext } from "@remix-run/cloudflare";
import { DatabaseUnavailable } from "../../../platform/database/unavailable.ts";
import { slug } from "../../../platform/text/text.ts";
import { answerWaitlist, noSuchEvent } from "../../attendance/sign-up/answer-waitlist.server.ts";
import { pathOf } from "../event/event.ts";
import { shelvesOf, tabOf } from "../event/event-offer.ts";
import { findEvent, listEventPage } from "../event/events.server.ts";

/** Handles the waitlist form of the events page; a form that does not name an event is for the first tab's event. */
export async function answerNamedWaitlist(context: AppLoadContext, request: Request) {
  const form = await request.formData();
  const key = String(form.get("event") || (await firstKey(context)));
  if (!slug.test(key)) throw noSuchEvent();
  // Looked up while joining, not before it: a slow or failed lookup must not keep anyone from joining the list.
  const found = findEvent(context, key).catch(notKnown);
  const path = found.then((event) => (event?.tab_order === null ? pathOf(event) : `/events?event=${key}`));
  const answer = await answerWaitlist(context, request, form, key, path);
  if ((await found) === null) throw noSuchEvent();
  return answer;
}

async function firstKey(context: AppLoadContext): Promise<string> {
  const { special } = shelvesOf((await listEventPage(context)).events, context.now);
  return tabOf(special, "")?.key ?? "bitcoin";
}

function notKnown(error: unknown): undefined {
  if (!(error instanceof DatabaseUnavailable)) throw error;
}
