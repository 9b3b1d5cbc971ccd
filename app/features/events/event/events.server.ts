import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { answerOrCopy, rowsOrCopy } from "../../../platform/database/read-or-copy.ts";
import type { Edition } from "./editions.ts";
import { type Attends, changesOf, type Event, type ListedEvent } from "./event.ts";
import { inOrder } from "./event-offer.ts";

/**
 * Loads the published events, sorted by `inOrder`; past ones come without `about`.
 * @throws DatabaseUnavailable
 */
export async function listEvents(context: AppLoadContext): Promise<Event[]> {
  const events = await rowsOrCopy<Event>(context, "events/3", context.database.read("rpc/read_events", {}), () => true);
  noteChanges(context, events);
  return inOrder(events, context.now);
}

/** What the events page shows. */
export interface EventPage {
  /** upcoming events, those with a tab, and one page of the other past ones; without `about` unless shown in full */
  events: Event[];
  page: number;
  /** the number of pages of past events */
  pages: number;
  /** the keys of all published events */
  keys: string[];
  /** all values of `meets` among published events */
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
 * Loads the upcoming published events, those with a tab, and twelve of the past ones, sorted by `inOrder`.
 * @param page the page of past events; a number beyond the last page means the last
 * @param meets limits the events to those that meet in a room, or online; an event that meets in both matches either
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
    `events/page/4/${meets ?? "all"}/${page}`,
    question,
    (found) => found.page === page,
  );
  noteChanges(context, list.events);
  return { ...list, events: inOrder(list.events, context.now) };
}

/** An event with the published editions of its series, including itself; none if it has no series. */
export interface EventWithEditions extends Event {
  editions: Edition[];
  /** visitors can read its program */
  has_programme: boolean;
  /** the deadline for talk proposals (ISO time); null if it takes none */
  call_deadline: string | null;
}

/** Loads a published event by its key; null if there is none. @throws DatabaseUnavailable */
export async function findEvent(context: AppLoadContext, key: string): Promise<EventWithEditions | null> {
  const [event = null] = await rowsOrCopy<EventWithEditions>(
    context,
    `event/4/${encodeURIComponent(key)}`,
    context.database.read("rpc/read_events", { p_key: key }),
    (events) => events.length > 0,
  );
  if (event) noteChanges(context, [event]);
  return event;
}

/**
 * Loads the published events of a series by its key, sorted by `inOrder`; empty for an unknown series.
 * @throws DatabaseUnavailable
 */
export async function listEventsOfSeries(context: AppLoadContext, series: string): Promise<Event[]> {
  const events = await rowsOrCopy<Event>(
    context,
    `events/series/3/${encodeURIComponent(series)}`,
    context.database.read("rpc/read_events", { p_series: series }),
    (found) => found.length > 0,
  );
  noteChanges(context, events);
  return inOrder(events, context.now);
}

/** Makes the page expire at the next moment at which one of its events changes state, such as its start or end. */
export function noteChanges({ now, page }: AppLoadContext, events: ListedEvent[]): void {
  page.until = Math.min(page.until, ...changesOf(events).filter((at) => at > now.getTime()));
}
