import type { AppLoadContext } from "@remix-run/cloudflare";
import { DatabaseUnavailable } from "../../../platform/database/unavailable.ts";
import { slug } from "../../../platform/text/text.ts";
import { answerWaitlist, noSuchEvent } from "../../attendance/sign-up/answer-waitlist.server.ts";
import { pathOf } from "../event/event.ts";
import { shelvesOf, tabOf } from "../event/event-offer.ts";
import { findEvent, listEventPage } from "../event/events.server.ts";

/** Answers the waitlist form of the page of all events, which names the event that is meant; none is that of the tab which is shown. */
export async function answerNamedWaitlist(context: AppLoadContext, form: FormData) {
  const key = String(form.get("event") || (await firstKey(context)));
  if (!slug.test(key)) throw noSuchEvent();
  // Looked up beside the joining, not before it: a slow or lost answer must not cost anybody the list that they chose.
  const found = findEvent(context, key).catch(notKnown);
  const path = found.then((event) => (event?.tab_order === null ? pathOf(event) : `/events?event=${key}`));
  const answer = await answerWaitlist(context, form, key, path);
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
