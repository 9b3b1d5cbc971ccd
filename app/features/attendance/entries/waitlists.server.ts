import type { AppLoadContext } from "@remix-run/cloudflare";
import type { z } from "zod";
import type { Admin } from "../../../admin/admin.server.ts";
import { behind, inParts, partSize } from "../../../admin/export.server.ts";
import { isFound, isId, type ListPage, readPage } from "../../../admin/list-page.server.ts";
import { type ListQuery, wordPatterns } from "../../../admin/list-query.ts";
import type { Database } from "../../../platform/database/database.gen.ts";
import { rowsOf } from "../../../platform/database/supabase.server.ts";
import type { MainEvent } from "../../events/event/event.ts";
import { deliveryColumns } from "../../outbox/deliveries.server.ts";
import type { Delivery } from "../../outbox/delivery.ts";
import { startDelivery } from "../../outbox/outbox.server.ts";
import type { correctionSchema } from "../sign-up/waitlist.schema.ts";

export interface Waitlist {
  id: string;
  key: string;
  title: string;
  is_published: boolean;
  /** the event fields that decide whether people can join, and what for */
  event: ListedEvent;
  /** entries still to be notified of the latest news; suspected spam is counted separately */
  waiting: number;
  /** entries already notified of it */
  told: number;
  spam: number;
}

interface ListedEvent {
  starts_at: string | null;
  ends_at: string | null;
  date_precision: "exact" | "day" | "month" | "quarter" | "tba";
  over_at: string | null;
  time_note: string | null;
  status: "scheduled" | "cancelled" | "postponed";
  ticket_url: string | null;
  waitlist_closed: boolean;
  meets: "room" | "online" | "both";
  attendee_limit: number | null;
  online_limit: number | null;
  takes_reservations: boolean;
  sign_up_opens_at: string | null;
  sign_up_closes_at: string | null;
  people_of: MainEvent | null;
}

export interface Entry {
  id: string;
  name: string;
  email: string;
  note: string | null;
  consent_version: string;
  suspected_spam: boolean;
  notified_at: string | null;
  /** whether they are still to be notified of the latest news (`is_unnotified` in the database) */
  is_unnotified: boolean;
  created_at: string;
  updated_at: string;
  /** null if nothing is to be forwarded */
  outbox: Delivery | null;
}

export const entrySorts = ["joined", "latest"] as const;
export const entryStates = ["", "waiting", "told", "spam", "failing"] as const;

const uniqueViolation = "23505";
const failing = "failed_at.not.is.null,attempts.gte.3";
const columns =
  "id, name, email, note, consent_version, suspected_spam, notified_at, is_unnotified, created_at, updated_at";

const eventColumns =
  "id, key, title, is_published, starts_at, ends_at, date_precision, over_at, time_note, status, ticket_url, waitlist_closed, meets, attendee_limit, online_limit, takes_reservations, sign_up_opens_at, sign_up_closes_at, people_of:for_people_of(key, title, status)";

interface Row extends Pick<Waitlist, "id" | "key" | "title" | "is_published">, ListedEvent {}

type Counts = Database["public"]["Functions"]["waitlist_counts"]["Returns"];

function withCounts({ id, key, title, is_published, ...event }: Row, counts: Counts): Waitlist {
  const { waiting = 0, told = 0, spam = 0 } = counts.find(({ event_id }) => event_id === id) ?? {};
  return { id, key, title, is_published, event, waiting, told, spam };
}

/**
 * The waitlist of every event, latest event first, with the number of its failing deliveries (among the first 1,000 of
 * all events).
 * @throws DatabaseUnavailable
 */
export async function listWaitlists({ database }: Admin): Promise<(Waitlist & { failing: number })[]> {
  const events = database.from("events").select(eventColumns);
  const deliveries = database.from("outbox").select("id, waitlist_entries!inner(event_id)").is("delivered_at", null);
  const [rows, counts, failed] = await Promise.all([
    events.order("starts_at", { ascending: false, nullsFirst: true }).order("title").limit(1000),
    database.rpc("waitlist_counts"),
    deliveries.or(failing).limit(1000),
  ]);
  const counted = rowsOf(counts);
  const failures = Map.groupBy(rowsOf(failed), (each) => each.waitlist_entries.event_id);
  return (rowsOf(rows) as Row[]).map((row) => ({
    ...withCounts(row, counted),
    failing: failures.get(row.id)?.length ?? 0,
  }));
}

/** The waitlist of an event, published or not; null if there is none. @throws DatabaseUnavailable */
export async function findWaitlist({ database }: Admin, key: string): Promise<Waitlist | null> {
  const [rows, counts] = await Promise.all([
    database.from("events").select(eventColumns).eq("key", key).limit(1),
    database.rpc("waitlist_counts", { p_event: key }),
  ]);
  const [row] = rowsOf(rows) as Row[];
  return row ? withCounts(row, rowsOf(counts)) : null;
}

/** Closes or reopens the waitlist of an event, whose page stays up. @throws DatabaseUnavailable */
export async function closeWaitlist({ database }: Admin, event: string, isClosed: boolean): Promise<void> {
  rowsOf(await database.from("events").update({ waitlist_closed: isClosed }).eq("id", event).select("id"));
}

/** The number of unanswered offers, which would be lost if sign-up were closed. @throws DatabaseUnavailable */
export async function countOffers({ database }: Admin, event: string): Promise<number> {
  const offers = database.from("reservations").select("id", { count: "exact", head: true });
  const answer = await offers.eq("event_id", event).eq("state", "offered");
  rowsOf({ ...answer, data: [] });
  return answer.count ?? 0;
}

/** The entries of an event with their count; all of them, or only those that are (or are not) to be notified. */
const entriesOf = (database: Admin["database"], event: string, isToNotify?: boolean) =>
  database.rpc(
    "entries_of_list",
    { p_event: event, ...(isToNotify === undefined ? {} : { p_to_notify: isToNotify }) },
    { count: "exact" },
  );

/** One page of entries, in the order of joining unless sorted by latest. @throws DatabaseUnavailable */
export function listEntries({ database }: Admin, event: string, query: ListQuery): Promise<ListPage<Entry>> {
  const { state } = query.filters;
  return readPage<Entry>(query.page, (from, to) => {
    let rows = entriesOf(database, event, state === "waiting" ? true : state === "told" ? false : undefined)
      .select(`${columns}, outbox${state === "failing" ? "!inner" : ""}(${deliveryColumns})`)
      .eq("suspected_spam", state === "spam")
      .range(from, to);
    if (state === "told") rows = rows.not("notified_at", "is", null);
    if (state === "failing") rows = rows.is("outbox.delivered_at", null).or(failing, { referencedTable: "outbox" });
    for (const pattern of wordPatterns(query.search)) rows = rows.like("search_text", pattern);
    const ascending = query.sort !== "latest";
    return rows.order("created_at", { ascending }).order("id", { ascending });
  });
}

/** @throws DatabaseUnavailable */
export async function findEntry({ database }: Admin, event: string, id: string | undefined): Promise<Entry | null> {
  if (!isId(id)) return null;
  const rows = database.from("waitlist_entries").select(`${columns}, outbox(${deliveryColumns})`);
  const [entry] = rowsOf(await rows.eq("event_id", event).eq("id", id).limit(1));
  // The generated types allow null for a computed column.
  return entry ? { ...entry, is_unnotified: entry.is_unnotified === true } : null;
}

/** People notified at the given time, or people who had joined by the given time and are to be notified. */
export type Addressees = { told: string } | { until: string };

export const addressesPerPage = 1000;

/** Addresses in the order of joining, 1,000 per page. @throws DatabaseUnavailable */
export function listAddresses({ database }: Admin, event: string, whom: Addressees, page: number) {
  return readPage<{ email: string }>(
    page,
    (from, to) => {
      const rows = entriesOf(database, event, "until" in whom ? true : undefined)
        .select("email")
        .eq("suspected_spam", false)
        .order("created_at")
        .order("id")
        .range(from, to);
      return "told" in whom ? rows.eq("notified_at", whom.told) : rows.lte("created_at", whom.until);
    },
    addressesPerPage,
  );
}

interface ExportedEntry extends Omit<Entry, "outbox" | "updated_at" | "is_unnotified"> {
  reservations: Pick<
    Database["public"]["Tables"]["reservations"]["Row"],
    "party" | "state" | "attends" | "answer" | "arrived"
  > | null;
}

/** Entries in the order of joining, for an exported file: those of a given time, suspected spam, or all others. */
export async function* exportEntries({ database }: Admin, waitlist: Waitlist, whom: Addressees | "all" | "spam") {
  const { takes_reservations } = waitlist.event;
  const parts = inParts<ExportedEntry>((last) => {
    const isUntil = typeof whom === "object" && "until" in whom;
    let rows = database
      .rpc("entries_of_list", { p_event: waitlist.id, ...(isUntil ? { p_to_notify: true } : {}) })
      .select(
        "id, name, email, note, consent_version, suspected_spam, notified_at, created_at, reservations(party, state, attends, answer, arrived)",
      )
      .eq("suspected_spam", whom === "spam");
    if (typeof whom === "object" && "told" in whom) rows = rows.eq("notified_at", whom.told);
    if (typeof whom === "object" && "until" in whom) rows = rows.lte("created_at", whom.until);
    if (last) rows = rows.gte("created_at", last.created_at).or(behind(last));
    return rows.order("created_at").order("id").limit(partSize);
  });
  const iso = (at: string | null) => at && new Date(at).toISOString();
  for await (const rows of parts) {
    yield rows.map((row) => [
      row.name,
      row.email,
      iso(row.created_at),
      iso(row.notified_at),
      row.note,
      row.consent_version,
      ...(takes_reservations ? reservationOf(row) : []),
    ]);
  }
}

const reservationOf = ({ reservations: kept }: ExportedEntry) =>
  kept
    ? [String(kept.party), kept.state, kept.answer, String(kept.arrived ?? 0), kept.attends]
    : [null, null, null, null, null];

/** Columns of the exported file; an erased `answer` is empty, and `came` counts checked-in people of the party. */
export const exportColumns = ({ event }: Waitlist) => [
  ...["name", "email", "joined_at", "notified_at", "note", "consent_version"],
  ...(event.takes_reservations ? ["party", "state", "answer", "came", "attends"] : []),
];

/** The number of entries marked per call, which takes far less than the 3 s that a call may take. */
const toldAtOnce = 2000;

/**
 * Marks everyone who was waiting at that time as notified, in portions; after an interruption, the next call continues.
 * @returns the number of entries marked
 * @throws DatabaseUnavailable
 */
export async function tellWaitlist({ database }: Admin, event: string, until: string): Promise<number> {
  const portion = { p_event: event, p_notified_at: until, p_limit: toldAtOnce };
  let told = 0;
  for (;;) {
    const marked = rowsOf(await database.rpc("mark_waitlist_notified", portion));
    told += marked;
    if (marked < toldAtOnce) return told;
  }
}

/** @param version the `updated_at` that the admin saw */
export async function noteEntry({ database }: Admin, id: string, note: string | null, version: string) {
  const rows = database.from("waitlist_entries").update({ note }).eq("id", id).eq("updated_at", version);
  return isFound(await rows.select("id"));
}

/** Returns `duplicate` if the address is already on the list. @param version the `updated_at` that the admin saw */
export async function correctEntry(
  { database }: Admin,
  id: string,
  correction: z.output<typeof correctionSchema>,
  version: string,
) {
  const rows = database.from("waitlist_entries").update(correction).eq("id", id).eq("updated_at", version);
  const answer = await rows.select("id");
  if (answer.error?.code === uniqueViolation) return "duplicate";
  return isFound(answer) ? "corrected" : "changed";
}

/** @param version the `updated_at` that the admin saw */
export async function removeEntry({ database }: Admin, id: string, version: string) {
  return isFound(await database.from("waitlist_entries").delete().eq("id", id).eq("updated_at", version).select("id"));
}

/** Marks an entry as not spam and, if an endpoint for entries is configured, delivers it there. */
export async function clearEntry(context: AppLoadContext, { database }: Admin, id: string) {
  const forward = context.env.WAITLIST_ENDPOINT_URL !== undefined;
  const outcome = rowsOf(await database.rpc("clear_waitlist_spam", { p_id: id, p_forward: forward }));
  startDelivery(context);
  return outcome;
}
