import type { AppLoadContext } from "@remix-run/cloudflare";
import { rowsOrCopy } from "../../platform/read-or-copy.ts";
import type { Edition } from "./editions.ts";
import { changesOf, type Event, type ListedEvent } from "./event.ts";
import { inOrder } from "./event-offer.ts";

/**
 * Published events, as `inOrder` says.
 * @throws DatabaseUnavailable
 */
export async function listEvents(context: AppLoadContext): Promise<Event[]> {
  const events = await rowsOrCopy<Event>(context, "events/1", context.readPage("read_events", {}), () => true);
  noteChanges(context, events);
  return inOrder(events, context.now);
}

/** With the published editions of its series, itself among them; none of an event without a series. */
export interface EventWithEditions extends Event {
  editions: Edition[];
}

/** A published event by its key; null when there is none. @throws DatabaseUnavailable */
export async function findEvent(context: AppLoadContext, key: string): Promise<EventWithEditions | null> {
  const [event = null] = await rowsOrCopy<EventWithEditions>(
    context,
    `event/1/${encodeURIComponent(key)}`,
    context.readPage("read_events", { p_key: key }),
    (events) => events.length > 0,
  );
  if (event) noteChanges(context, [event]);
  return event;
}

/** A page about events stops being true when one of them starts or is over. */
export function noteChanges({ now, page }: AppLoadContext, events: ListedEvent[]): void {
  page.until = Math.min(page.until, ...changesOf(events).filter((at) => at > now.getTime()));
}
