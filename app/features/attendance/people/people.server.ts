import { z } from "zod";
import type { Admin } from "../../../admin/admin.server.ts";
import { behind, inParts, partSize } from "../../../admin/export.server.ts";
import { isId, type ListPage, readPage } from "../../../admin/list-page.server.ts";
import { type ListQuery, wordPatterns } from "../../../admin/list-query.ts";
import { deleted, saved, taken } from "../../../admin/saving.server.ts";
import { rowsOf } from "../../../platform/database/supabase.server.ts";
import type { Event } from "../../events/event/event.ts";
import type { EditedQuestion } from "../../questions/question-editing.server.ts";
import { answerIn } from "../../questions/questions.ts";
import { attendance } from "../check-in/door.server.ts";
import { reservationRow } from "../reservations/reservation-rows.ts";
import type { correctionSchema } from "../sign-up/waitlist.schema.ts";
import type { Person, TroubledOffer, WorkshopOfPerson } from "./person.ts";
import type { PersonState } from "./person-words.ts";

const troubledOffer = z.object({
  id: z.string(),
  name: z.string(),
  party: z.number(),
  /** null if the mail was deleted or never enqueued */
  mail_state: z.string().nullable(),
  last_error: z.string().nullable(),
}) satisfies z.ZodType<TroubledOffer>;

const figures = z.object({
  /** null if the event takes no reservations */
  sign_up: reservationRow.shape.sign_up.nullable(),
  /** each place where the event meets: room, online, or both; empty if it takes no reservations */
  places: z.array(
    z.object({
      attends: reservationRow.shape.attends,
      spots: z.number(),
      free: z.number(),
      taken: z.number(),
      confirmed: z.number(),
      held: z.number(),
      offered: z.number(),
      waiting: z.number(),
    }),
  ),
  counts: z.object({
    /** sign-ups; suspected spam is counted separately in all of these */
    people: z.number(),
    unconfirmed: z.number(),
    /** who asks to attend, with a confirmed address, and without */
    asked: z.number(),
    asked_unconfirmed: z.number(),
    unnotified: z.number(),
    notified: z.number(),
    spam: z.number(),
    failing: z.number(),
    offered: z.number(),
    came: z.number(),
    moved_up: z.number(),
  }),
  attendance,
  /** the person to whom an admin may give a spot, for sites that send no offers */
  next: z
    .object({ id: z.string(), name: z.string(), party: z.number(), waits_for: reservationRow.shape.attends })
    .nullable(),
  troubles: z.array(troubledOffer),
});

export type EventFigures = z.output<typeof figures>;

export async function readFigures({ database }: Admin, event: string): Promise<EventFigures> {
  return figures.parse(rowsOf(await database.rpc("event_figures", { p_event: event })));
}

/** PostgREST filters and sorts what a function returns only by columns that are selected (its issue 3965). */
const columns =
  "line, folded_name, search_text, is_to_notify, id, name, email, note, consent_version, suspected_spam, confirmed_at, notified_at, is_unnotified, created_at, updated_at, delivery, is_failing, state, party, attends, switches_to, position, hold_until, offer_ends_at, to_be_notified, arrived, checked_in_at, coming_at, moves, answers, answers_changed_at, is_unanswered, came_by, decided_at, words, consent_page";

export const personSorts = ["line", "name", "joined", "latest"] as const;

const peopleOf = ({ database }: Admin, event: string) =>
  database.rpc("event_people", { p_event: event }, { count: "exact" });

const shownOf = (admin: Admin, event: string) => peopleOf(admin, event).select(columns);

type People = ReturnType<typeof shownOf>;

/** The conditions of the filters; suspected spam is apart from all others. */
const narrow: Record<PersonState, (rows: People) => People> = {
  "": (rows) => rows,
  unnotified: (rows) => rows.is("is_unnotified", true),
  told: (rows) => rows.is("is_unnotified", false).not("notified_at", "is", null),
  unconfirmed: (rows) => rows.is("confirmed_at", null),
  asked: (rows) => rows.eq("state", "asked").not("confirmed_at", "is", null),
  "asked-unconfirmed": (rows) => rows.eq("state", "asked").is("confirmed_at", null),
  "turned-down": (rows) => rows.eq("state", "turned-down"),
  placed: (rows) => rows.eq("state", "placed"),
  held: (rows) => rows.not("hold_until", "is", null),
  offered: (rows) => rows.eq("state", "offered"),
  waiting: (rows) => rows.eq("state", "waiting"),
  out: (rows) => rows.in("state", ["declined", "lapsed", "canceled"]),
  came: (rows) => rows.not("checked_in_at", "is", null),
  absent: (rows) => rows.eq("state", "placed").eq("attends", "room").is("checked_in_at", null),
  online: (rows) => rows.eq("state", "placed").eq("attends", "online"),
  switching: (rows) => rows.not("switches_to", "is", null),
  past: (rows) => rows.eq("state", "past"),
  unanswered: (rows) => rows.is("is_unanswered", true),
  failing: (rows) => rows.is("is_failing", true),
  spam: (rows) => rows,
};

export function listPeople(admin: Admin, event: string, query: ListQuery, size?: number): Promise<ListPage<Person>> {
  const state = query.filters.state as PersonState;
  const rowsFrom = (from: number, to: number) => {
    let rows = narrow[state](shownOf(admin, event))
      .is("suspected_spam", state === "spam")
      .range(from, to);
    for (const pattern of wordPatterns(query.search)) rows = rows.like("search_text", pattern);
    if (query.sort === "name") rows = rows.order("folded_name");
    if (query.sort === "line") rows = rows.order("line", { nullsFirst: true });
    const ascending = query.sort !== "latest";
    const sorted = rows.order("created_at", { ascending }).order("id", { ascending });
    return sorted.overrideTypes<Person[], { merge: false }>();
  };
  return readPage(query.page, rowsFrom, size);
}

async function findPeople(admin: Admin, event: string, ids: readonly string[]): Promise<Person[]> {
  const known = ids.filter(isId);
  if (known.length === 0) return [];
  const rows = shownOf(admin, event).in("id", known).order("line", { nullsFirst: true }).order("created_at");
  return rowsOf(await rows.overrideTypes<Person[], { merge: false }>());
}

export async function findPerson(admin: Admin, event: string, id = ""): Promise<Person | null> {
  return (await findPeople(admin, event, [id]))[0] ?? null;
}

/** Loads the workshops at which a person has a spot, an offer or a waitlist position that ends with this reservation. */
export async function listWorkshopsOf({ database }: Admin, id: string): Promise<WorkshopOfPerson[]> {
  const rows = database
    .from("reservations")
    .select("id, event:events!inner(id, title), entry:waitlist_entries!inner(for_entry)")
    .eq("entry.for_entry", id)
    .in("state", ["placed", "offered", "waiting"]);
  return rowsOf(await rows.order("id").overrideTypes<WorkshopOfPerson[], { merge: false }>());
}

export async function closeSignUp({ database }: Admin, event: string, isClosed: boolean): Promise<void> {
  rowsOf(await database.from("events").update({ waitlist_closed: isClosed }).eq("id", event).select("id"));
}

export type Addressees = { told: string } | { until: string };

export const addressesPerPage = 1000;

export function listAddresses(admin: Admin, event: string, whom: Addressees, page: number) {
  return readPage(
    page,
    (from, to) => {
      const rows = peopleOf(admin, event).select("email, id, suspected_spam, is_to_notify, notified_at, created_at");
      const ordered = rows.is("suspected_spam", false).order("created_at").order("id").range(from, to);
      return "told" in whom
        ? ordered.eq("notified_at", whom.told)
        : ordered.is("is_to_notify", true).lte("created_at", whom.until);
    },
    addressesPerPage,
  );
}

/** People in the order of joining, for an exported file: those of a given time, suspected spam, or all others. */
export async function* exportPeople(
  { database }: Admin,
  event: ExportedEvent,
  questions: readonly EditedQuestion[],
  whom: Addressees | "all" | "spam",
) {
  const parts = inParts<Person>((last) => {
    let rows = database
      .rpc("event_people", { p_event: event.id })
      .select(columns)
      .is("suspected_spam", whom === "spam");
    if (typeof whom === "object" && "told" in whom) rows = rows.eq("notified_at", whom.told);
    if (typeof whom === "object" && "until" in whom) rows = rows.is("is_to_notify", true).lte("created_at", whom.until);
    if (last) rows = rows.gte("created_at", last.created_at).or(behind(last));
    // The generated types know no column of a function that may be null.
    return rows.order("created_at").order("id").limit(partSize).overrideTypes<Person[], { merge: false }>();
  });
  for await (const rows of parts) {
    yield rows.map((row) => [
      row.name,
      row.email,
      isoOf(row.created_at),
      isoOf(row.notified_at),
      row.note,
      row.consent_version,
      row.consent_page,
      row.came_by,
      ...(event.takes_reservations ? reservationOf(row) : []),
      ...questions.map((question) => answerIn(row, question)),
    ]);
  }
}

type ExportedEvent = Pick<Event, "id" | "takes_reservations">;

const isoOf = (at: string | null) => at && new Date(at).toISOString();

const reservationOf = ({ party, state, confirmed_at: confirmed, arrived, attends }: Person) =>
  party === null
    ? [null, null, null, null, null]
    : [String(party), state, isoOf(confirmed), String(arrived ?? 0), attends];

/** Columns of the exported file; an erased answer is empty, and `came` counts checked-in people of the party. */
export const exportColumns = (event: ExportedEvent, questions: readonly EditedQuestion[]) => [
  ...["name", "email", "joined_at", "notified_at", "note", "consent_version", "consent_page", "came_by"],
  ...(event.takes_reservations ? ["party", "state", "confirmed_at", "came", "attends"] : []),
  ...questions.map(({ text }, index) => `answer ${index + 1}: ${text}`),
];

/** The number of people marked per call, which takes far less than the 3 s that a call may take. */
const toldAtOnce = 2000;

/** Marks everyone who was waiting then as notified, in portions; can be continued. @returns how many */
export async function tellPeople({ database }: Admin, event: string, until: string): Promise<number> {
  const portion = { p_event: event, p_notified_at: until, p_limit: toldAtOnce };
  let told = 0;
  for (;;) {
    const marked = rowsOf(await database.rpc("mark_waitlist_notified", portion));
    told += marked;
    if (marked < toldAtOnce) return told;
  }
}

/** `duplicate` if another person on the list has the address. */
export const changePerson = (
  { database }: Admin,
  id: string,
  changes: z.output<typeof correctionSchema> | { note: string | null },
  version: string,
) => saved(database.from("waitlist_entries").update(changes), id, version, { [taken]: "duplicate" });

export const removePerson = ({ database }: Admin, id: string, version: string) =>
  deleted(database.from("waitlist_entries").delete(), id, version);
