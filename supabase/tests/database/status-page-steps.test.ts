import { beforeEach, expect, it } from "vitest";
import type { Reservation } from "../../../app/features/attendance/reservations/reservation.ts";
import { type Step, standingOf } from "../../../app/features/attendance/reservations/standing.ts";
import type { OwnEvent } from "../../../app/features/events/event/event.ts";
import { addEvent, key, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();
const digest = "1".padStart(64, "0");
let event: string;
let entry: string;

const soon = "starts_at = now() + interval '30 days', ends_at = null, date_precision = 'exact'";
const anyTime = "sign_up_opens_at = null, sign_up_closes_at = null, waitlist_closed = false";
/** The assignments that lead to each result of `private.sign_up`. */
const signUps: Record<Reservation["sign_up"], string> = {
  open: `${soon}, ${anyTime}`,
  line: `starts_at = null, ends_at = null, date_precision = 'tba', ${anyTime}`,
  early: `${soon}, sign_up_opens_at = now() + interval '1 day', sign_up_closes_at = null, waitlist_closed = false`,
  late: `${soon}, sign_up_opens_at = null, sign_up_closes_at = now() - interval '1 minute', waitlist_closed = false`,
  next: `starts_at = now() - interval '3 days', ends_at = now() - interval '2 days', date_precision = 'exact', ${anyTime}`,
  closed: `${soon}, sign_up_opens_at = null, sign_up_closes_at = null, waitlist_closed = true`,
};
const states = ["placed", "waiting", "offered", "declined", "lapsed", "canceled", "past"] as const;
/** Each state, and a spot of a person who wants to switch to online. */
const stands = [...states.map((state) => ({ state, wanted: null })), { state: "placed", wanted: "online" }] as const;

/** The database call for each step, and the outcomes that mean that it was done. */
const steps: Record<Exclude<Step, "ticket">, { call: string; done: string[] }> = {
  join: { call: "public.join_line($1, true)", done: ["placed", "waiting"] },
  // The page accepts an offer that is made at that moment in the same press.
  take: { call: "public.join_line($1, true)", done: ["placed", "offered"] },
  answer: { call: "public.answer_offer($1, true, true)", done: ["placed"] },
  "change-party": { call: "public.change_party($1, 1, true)", done: ["changed"] },
  switch: { call: "public.switch_place($1, 'online', true)", done: ["switched", "waits"] },
  stay: { call: "public.switch_place($1, 'room', true)", done: ["stays"] },
};

beforeEach(async () => {
  event = await addEvent(database, "luau");
  await database.sql(
    `update public.events set attendee_limit = 5, meets = 'both', online_limit = 5, party_limit = 3, takes_reservations = true, ${signUps.open} where id = $1`,
    event,
  );
  await database.call(
    "worker",
    "public.join_waitlist('luau', 'Kai', 'kai@example.org', '1', false, false, $1, 2, null)",
    key(1),
  );
  const [row] = await database.sql<{ id: string }>("select id from public.waitlist_entries");
  entry = row?.id as string;
  await database.sql("insert into private.waitlist_links (token_digest, entry_id) values ($1, $2)", digest, entry);
  await database.call("worker", "public.confirm_entry($1)", digest);
});

it("a status page offers no step that the database refuses, in any state of a reservation and of sign-up", async () => {
  const offered: string[] = [];
  for (const [signUp, assignments] of Object.entries(signUps))
    for (const { state, wanted } of stands) {
      await database.sql("savepoint before_this");
      await database.sql(`update public.events set ${assignments} where id = $1`, event);
      await database.sql(
        "update public.reservations set state = $2, switches_to = $3, hold_until = null, offer_ends_at = null where id = $1",
        entry,
        state,
        wanted,
      );
      const [row] = await database.sql<{ own: Reservation; facts: OwnEvent; now: string }>(
        "select private.own_reservation($1) as own, private.event_facts($2) as facts, to_jsonb(now()) as now",
        entry,
        event,
      );
      const own = row?.own as Reservation;
      expect(own).toMatchObject({ state, switches_to: wanted, sign_up: signUp });
      const around = {
        event: row?.facts as OwnEvent,
        isConfirmed: true,
        sendsMail: true,
        now: new Date(row?.now ?? ""),
      };
      for (const step of standingOf(own, around).steps) {
        if (step === "ticket") continue;
        await database.sql("savepoint before_the_step");
        const outcome = await database.call<string>("worker", steps[step].call, digest);
        expect.soft(steps[step].done, `${step} of ${state}, ${signUp}`).toContain(outcome);
        offered.push(`${step}: ${state}, ${signUp}`);
        await database.sql("rollback to savepoint before_the_step");
      }
      await database.sql("rollback to savepoint before_this");
    }
  for (const step of Object.keys(steps)) expect(offered.join("\n")).toContain(`${step}: `);
});
