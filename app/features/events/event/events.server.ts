import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { answerOrCopy, rowsOrCopy } from "../../../platform/database/read-or-copy.ts";
import type { Edition } from "./editions.ts";
import { type Attends, changesOf, type Event, type ListedEvent } from "./event.ts";
import { inOrder } from "./event-offer.ts";

/**
 * Published events, as `inOrder` says; those that are over are without `about`.
 * @throws DatabaseUnavailable
 */
export async function listEvents(context: AppLoadContext): Promise<Event[]> {
  const events = await rowsOrCopy<Event>(context, "events/2", context.database.read("rpc/read_events", {}), () => true);
  noteChanges(context, events);
  return inOrder(events, context.now);
}

/** What the page of events shows. */
export interface EventPage {
  /** those ahead, those with a tab, and a part of the others that are past; without `about` where it is not shown whole */
  events: Event[];
  page: number;
  /** of the past ones */
  pages: number;
  /** of all published events */
  keys: string[];
  /** where published events meet */
  meets: Event["meets"][];
}

const eventPage = z.object({
  events: z.array(z.custom<Event>()),
  page: z.number(),
  pages: z.number(),
  keys: z.array(z.string()),
  meets: z.array(z.enum(["room", "online", "both"])),
});

/**
 * Published events ahead, those with a tab, and twelve of the past ones, as `inOrder` says.
 * @param page of the past ones; one behind the last is the last
 * @param meets those alone that meet in a room, or online, of which some meet in both
 * @throws DatabaseUnavailable
 */
export async function listEventPage(
  context: AppLoadContext,
  page = 1,
  meets: Attends | null = null,
): Promise<EventPage> {
  const question = context.database
    .read("rpc/read_events", { p_page: page, ...(meets && { p_meets: meets }) })
    .then((found) => eventPage.parse(found));
  const list = await answerOrCopy(
    context,
    `events/page/3/${meets ?? "all"}/${page}`,
    question,
    (found) => found.page === page,
  );
  noteChanges(context, list.events);
  return { ...list, events: inOrder(list.events, context.now) };
}

/** With the published editions of its series, itself among them; none of an event without a series. */
export interface EventWithEditions extends Event {
  editions: Edition[];
  /** visitors can read its program */
  has_programme: boolean;
  /** until when it takes proposals of talks (ISO time); null where it takes none */
  call_deadline: string | null;
}

/** A published event by its key; null when there is none. @throws DatabaseUnavailable */
export async function findEvent(context: AppLoadContext, key: string): Promise<EventWithEditions | null> {
  const [event = null] = await rowsOrCopy<EventWithEditions>(
    context,
    `event/3/${encodeURIComponent(key)}`,
    context.database.read("rpc/read_events", { p_key: key }),
    (events) => events.length > 0,
  );
  if (event) noteChanges(context, [event]);
  return event;
}

/** Published events of a series by its key, as `listEvents` has them; none where there is no such series. @throws DatabaseUnavailable */
export async function listEventsOfSeries(context: AppLoadContext, series: string): Promise<Event[]> {
  const events = await rowsOrCopy<Event>(
    context,
    `events/series/2/${encodeURIComponent(series)}`,
    context.database.read("rpc/read_events", { p_series: series }),
    (found) => found.length > 0,
  );
  noteChanges(context, events);
  return inOrder(events, context.now);
}

/** A page about events stops being true when one of them starts or is over. */
export function noteChanges({ now, page }: AppLoadContext, events: ListedEvent[]): void {
  page.until = Math.min(page.until, ...changesOf(events).filter((at) => at > now.getTime()));
}
