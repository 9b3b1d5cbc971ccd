import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { answerOrCopy, rowsOrCopy } from "../../../platform/database/read-or-copy.ts";
import { islands, placeDetails } from "../../places/places.ts";
import { changesOf, type Event, type ListedEvent } from "./event.ts";
import type { EventFilter } from "./event-filter.ts";
import { inOrder } from "./event-offer.ts";
import type { shownEventRow } from "./event-rows.ts";
import { meetings } from "./event-states.ts";

/** Loads the published events, sorted by `inOrder`; past ones come without `about`. */
export async function listEvents(context: AppLoadContext, filter: EventFilter | null = null): Promise<Event[]> {
  const question = context.database.read("rpc/read_events", argumentOf(filter));
  const events = await rowsOrCopy<Event>(context, `events/3/${keyOf(filter)}`, question, () => true);
  noteChanges(context, events);
  return inOrder(events, context.now);
}

const argumentOf = (filter: EventFilter | null) => (filter ? { [`p_${filter.name}`]: filter.value } : {});

const keyOf = (filter: EventFilter | null) => (filter ? `${filter.name}=${filter.value}` : "all");

const eventPage = z.object({
  /** upcoming events, those with a tab, and one page of the other past ones; without `about` unless shown in full */
  events: z.array(z.custom<Event>()),
  page: z.number(),
  pages: z.number(),
  keys: z.array(z.string()),
  meets: z.array(z.enum(meetings)),
  islands: z.array(z.enum(islands)),
});

export type EventPage = z.output<typeof eventPage>;

/**
 * Loads the upcoming published events, those with a tab, and twelve of the past ones, sorted by `inOrder`.
 * @param page the page of past events; a number beyond the last page means the last
 * @param filter an event that meets in a room and online matches either
 */
export async function listEventPage(
  context: AppLoadContext,
  page = 1,
  filter: EventFilter | null = null,
): Promise<EventPage> {
  const question = context.database
    .read("rpc/read_events", { p_page: page, ...argumentOf(filter) })
    .then((found) => eventPage.parse(found));
  const list = await answerOrCopy(
    context,
    `events/page/6/${keyOf(filter)}/${page}`,
    question,
    (found) => found.page === page,
  );
  noteChanges(context, list.events);
  return { ...list, events: inOrder(list.events, context.now) };
}

export type EventWithEditions = z.output<typeof shownEventRow>;

export async function findEvent(context: AppLoadContext, key: string): Promise<EventWithEditions | null> {
  const [event = null] = await rowsOrCopy<EventWithEditions>(
    context,
    `event/5/${encodeURIComponent(key)}`,
    context.database.read("rpc/read_events", { p_key: key }),
    (events) => events.length > 0,
  );
  if (event) noteChanges(context, [event]);
  return event;
}

/** Loads the published events of a series by its key, sorted by `inOrder`; empty for an unknown series. */
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

const placePage = z.object({
  place: placeDetails
    .extend({
      picture: z.object({ path: z.string(), alt: z.string(), width: z.number(), height: z.number() }).optional(),
    })
    .nullable(),
  events: z.array(z.custom<Event>()),
});

/** Loads a place with the published events there, sorted by `inOrder`; null if there is none. */
export async function findPlacePage(context: AppLoadContext, key: string) {
  const question = context.database.read("rpc/place_page", { p_key: key }).then((found) => placePage.parse(found));
  const { place, events } = await answerOrCopy(context, `place/1/${key}`, question, (found) => found.place !== null);
  noteChanges(context, events);
  return place && { place, events: inOrder(events, context.now) };
}

/** Makes the page expire at the next moment at which one of its events changes state, such as its start or end. */
export function noteChanges({ now, page }: AppLoadContext, events: ListedEvent[]): void {
  page.until = Math.min(page.until, ...changesOf(events).filter((at) => at > now.getTime()));
}
