import { z } from "zod";
import type { Admin } from "../../../admin/admin.server.ts";
import { isId, isNoTime, type ListPage, oneAfterAnother, readPage } from "../../../admin/list-page.server.ts";
import { type ListQuery, wordPatterns } from "../../../admin/list-query.ts";
import { isMade } from "../../../admin/new-row.server.ts";
import { refusalIn, saved } from "../../../admin/saving.server.ts";
import { isTaken, type Outcome, rowsOf } from "../../../platform/database/supabase.server.ts";
import { momentOfField } from "../../../platform/text/typed-moments.ts";
import { daysOf, type Event, type EventDates } from "../event/event.ts";
import type { visibilities } from "../event/event-states.ts";
import { datesOf } from "../event/event-times.ts";
import { type EventName, givesSpotsHere } from "./admission.tsx";
import { suggestedEventKey } from "./event-key.ts";
import type { EventInput } from "./events.schema.ts";

export interface EditedEvent extends Event {
  is_published: boolean;
  visibility: (typeof visibilities)[number];
  /** the key in the URLs of visitors, with the secret part of an event by link */
  address: string;
  series_id: string | null;
  ask_days: number | null;
  tells_undecided: boolean;
  for_people_of: string | null;
  place_id: string | null;
  waiting: number;
}

export const eventSorts = ["next", "latest", "earliest", "title", "changed"] as const;
export const eventStates = ["", "upcoming", "past", "draft", "off"] as const;

const columns =
  "*, series:series!events_series_id_fkey(key, name), event_spots(attends, taken, waiting, moved_up), people_of:for_people_of(key, title, status), waitlist_entries(count)";
// The embedded Supabase mistakes a partial unique index for a to-one relation, and returns the row without its array.
type Counted = Omit<EditedEvent, "waiting"> & { waitlist_entries: { count: number }[] | { count: number } };

const withWaiting = (rows: { [Key in keyof Counted]: unknown }[]): EditedEvent[] =>
  (rows as Counted[]).map(({ waitlist_entries: counted, ...event }) => ({
    ...event,
    waiting: [counted].flat()[0]?.count ?? 0,
  }));

/** Reads a page of the events. Next first means: those to come, soonest first, then those that are over, latest first. */
export async function listEditedEvents(admin: Admin, query: ListQuery, now: Date): Promise<ListPage<EditedEvent>> {
  const read = (order: (rows: Selected) => Selected) => (from: number, to: number) =>
    order(selectEvents(admin, query, now))
      .range(from, to)
      .overrideTypes<Counted[], { merge: false }>();
  const at = now.toISOString();
  const ahead = (rows: Selected) => rows.or(`over_at.is.null,over_at.gt.${at},status.eq.postponed`);
  const over = (rows: Selected) => rows.lte("over_at", at).neq("status", "postponed");
  const inOrder =
    query.sort === "next"
      ? oneAfterAnother(
          read((rows) => soonest(ahead(rows))),
          read((rows) => latest(over(rows))),
        )
      : read(orders[query.sort] ?? latest);
  const list = await readPage(query.page, inOrder);
  return { ...list, rows: withWaiting(list.rows) };
}

type Selected = ReturnType<typeof selectEvents>;

const soonest = (rows: Selected) =>
  rows.order("starts_at", { ascending: true, nullsFirst: false }).order("title").order("id");
const latest = (rows: Selected) =>
  rows.order("starts_at", { ascending: false, nullsFirst: true }).order("title").order("id");

const orders: Record<string, (rows: Selected) => Selected> = {
  latest,
  earliest: soonest,
  title: (rows) => rows.order("title").order("id"),
  changed: (rows) => rows.order("updated_at", { ascending: false }).order("id"),
};

function selectEvents({ database }: Admin, query: ListQuery, now: Date) {
  let rows = database.from("events").select(columns, { count: "exact" }).eq("waitlist_entries.suspected_spam", false);
  for (const pattern of wordPatterns(query.search)) rows = rows.like("search_text", pattern);
  const at = now.toISOString();
  switch (query.filters.state) {
    case "upcoming":
      rows = rows.eq("is_published", true).eq("status", "scheduled").or(`over_at.is.null,over_at.gt.${at}`);
      break;
    case "past":
      rows = rows.eq("is_published", true).neq("status", "postponed").lte("over_at", at);
      break;
    case "draft":
      rows = rows.eq("is_published", false);
      break;
    case "off":
      rows = rows.neq("status", "scheduled");
      break;
  }
  return rows;
}

export async function findEventId({ database }: Admin, key: string): Promise<string | null> {
  return rowsOf(await database.from("events").select("id").eq("key", key).limit(1))[0]?.id ?? null;
}

export async function findEditedEvent({ database }: Admin, id: string): Promise<EditedEvent | null> {
  if (!isId(id)) return null;
  const rows = rowsOf(
    await database.from("events").select(columns).eq("waitlist_entries.suspected_spam", false).eq("id", id).limit(1),
  );
  return withWaiting(rows)[0] ?? null;
}

/**
 * Loads the events that can be the main event of another one, soonest first: upcoming, with reservations on this site,
 * and open to everyone.
 * @param id the event that is edited, which is left out
 * @param for_people_of its current main event, which is always included
 */
export async function listMainEvents(
  { database }: Admin,
  now: Date,
  { id, for_people_of: chosen }: { id?: string; for_people_of?: string | null } = {},
): Promise<EventName[]> {
  const at = now.toISOString();
  let rows = database
    .from("events")
    .select("id, title, starts_at, ends_at, date_precision, over_at, time_note, status")
    .or(
      `and(takes_reservations.is.true,for_people_of.is.null,or(over_at.is.null,over_at.gt.${at}))${chosen ? `,id.eq.${chosen}` : ""}`,
    );
  if (id) rows = rows.neq("id", id);
  const found = rowsOf(await rows.order("starts_at").order("id").limit(200)) as (EventDates & {
    id: string;
    title: string;
  })[];
  return found.map((event) => ({ id: event.id, name: `${event.title} (${daysOf(event)})` }));
}

/** What constraints and triggers of events refuse, by what the error message names. */
const refusals = {
  one_event_of_a_key: "key-taken",
  one_event_at_a_position: "position-taken",
  events_series_id_fkey: "no-series",
  events_for_people_of_fkey: "no-main-event",
  events_place_id_fkey: "no-place",
  a_spot_is_taken: "spots-given",
  a_place_is_taken: "place-taken",
  people_are_signed_up: "people-signed-up",
  people_ask: "people-ask",
  workshops_need_reservations: "has-workshops",
} as const;

export type Refused = (typeof refusals)[keyof typeof refusals];

/** @param id generated with the form of the new event; the database generates one if it is missing */
export async function createEvent(admin: Admin, event: EventInput, id?: string): Promise<{ id: string } | Refused> {
  const first = event.key ?? suggestedEventKey(event.title, event.date);
  const row = rowOf(event);
  for (let attempt = 1; ; attempt += 1) {
    const key = attempt === 1 ? first : `${first}-${attempt}`;
    const answer = await admin.database
      .from("events")
      .insert({ ...row, key, id })
      .select("id");
    if (isTaken(answer) && id && (await isMade(admin, "events", id))) return { id };
    const refusal = refusalIn(answer, refusals);
    if (refusal === "key-taken" && !event.key && attempt < 5) continue;
    return refusal ?? { id: rowsOf(answer)[0]?.id ?? "" };
  }
}

/**
 * Saves everything but the key, which is part of links that people have.
 * @returns `spots-given`, `people-ask` or `has-workshops` if reservations are turned off while people have or ask for
 * spots or other events depend on them; `place-taken` if people have spots where the event would no longer meet (room or online)
 */
export async function changeEvent(
  admin: Admin,
  id: string,
  event: EventInput,
  version: string,
): Promise<"saved" | "changed" | Refused> {
  return saved(admin.database.from("events").update(rowOf(event)), id, version, refusals);
}

export type PosterFields = Pick<Event, "poster_path" | "poster_alt" | "poster_width" | "poster_height">;

/** Attaches a poster to an event, or removes it (all null). */
export const changePoster = ({ database }: Admin, id: string, poster: PosterFields, version: string) =>
  saved(database.from("events").update(poster), id, version);

/** Gives an event by link, and its workshops, a new address. @returns `changed` also if it is no longer by link */
export async function renewLink(
  { database }: Admin,
  id: string,
  version: string,
): Promise<Outcome<"renew_event_link">> {
  const answer = await database.rpc("renew_event_link", { p_event: id, p_version: version });
  return isNoTime(answer) ? "changed" : rowsOf(answer);
}

export type DeleteEventOutcome = Outcome<"delete_event">;

export async function deleteEvent({ database }: Admin, id: string, version: string): Promise<DeleteEventOutcome> {
  const answer = await database.rpc("delete_event", { p_id: id, p_version: version });
  return isNoTime(answer) ? "changed" : rowsOf(answer);
}

/** Converts the form's values to the columns of an event. */
export function rowOf(event: EventInput) {
  const {
    key: _key,
    date: _date,
    start: _start,
    end: _end,
    end_date: _endDate,
    admission,
    scope: _scope,
    ...plain
  } = event;
  const dates = datesOf(event);
  if ("field" in dates) throw new Error(`An event was not checked: ${dates.message}`);
  const { sign_up_opens_at: opens, sign_up_closes_at: closes } = plain;
  return {
    ...plain,
    about: plain.about ?? "",
    // The database writes the words of a chosen place.
    place: plain.place ?? "",
    ticket_url: plain.ticket_url ?? null,
    takes_reservations: givesSpotsHere(admission),
    admission: admission === "asked" || admission === "none" ? admission : ("open" as const),
    sign_up_opens_at: opens ? momentOfField(opens) : null,
    sign_up_closes_at: closes ? momentOfField(closes) : null,
    party_limit: plain.party_limit ?? 1,
    offer_hours: plain.offer_hours ?? 24,
    ...dates,
  };
}

const copied = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("copied"), id: z.string() }),
  z.object({ outcome: z.enum(["key-taken", "not-found"]) }),
]);

export async function copyEvent(
  { database }: Admin,
  event: string,
  next: { key: string; starts_at: string | null; ends_at: string | null },
) {
  const given = { p_event: event, p_key: next.key, p_starts_at: next.starts_at, p_ends_at: next.ends_at };
  // The generated types do not know that an argument may be null.
  const outcome = rowsOf(
    await database.rpc("copy_event", given as typeof given & { p_starts_at: string; p_ends_at: string }),
  );
  return copied.parse(outcome);
}
