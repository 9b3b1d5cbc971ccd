import { expect, it } from "vitest";
import type { Event } from "../../../app/features/events/event/event.ts";
import { offerOf } from "../../../app/features/events/event/event-offer.ts";
import { signUps, statuses } from "../../../app/features/events/event/event-states.ts";
import { addEvent, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();

const dates = {
  none: "starts_at = null, ends_at = null, date_precision = 'tba'",
  "of a month": "starts_at = now() + interval '60 days', ends_at = null, date_precision = 'month'",
  "to come": "starts_at = now() + interval '30 days', ends_at = null, date_precision = 'exact'",
  today: "starts_at = now() - interval '1 hour', ends_at = now() + interval '1 hour', date_precision = 'exact'",
  over: "starts_at = now() - interval '3 days', ends_at = now() - interval '2 days', date_precision = 'exact'",
  "of a month that is over": "starts_at = now() - interval '90 days', ends_at = null, date_precision = 'month'",
};
const times = {
  "at any time": "sign_up_opens_at = null, sign_up_closes_at = null",
  later: "sign_up_opens_at = now() + interval '1 minute', sign_up_closes_at = null",
  "not any longer": "sign_up_opens_at = null, sign_up_closes_at = now() - interval '1 minute'",
  now: "sign_up_opens_at = now() - interval '1 day', sign_up_closes_at = now() + interval '1 day'",
};

it("pages and the database agree for every event on whether people can sign up", async () => {
  const event = await addEvent(database, "luau");
  const seen = new Set<string>();
  for (const status of statuses)
    for (const isClosed of [false, true])
      for (const [date, setDate] of Object.entries(dates))
        for (const [time, setTime] of Object.entries(times)) {
          const [row] = await database.sql<{ event: Event }>(
            `update public.events e set status = $2, waitlist_closed = $3, attendee_limit = 5, takes_reservations = true, ${setDate}, ${setTime}
             where id = $1 returning to_jsonb(e) as event`,
            event,
            status,
            isClosed,
          );
          const [answer] = await database.sql<{ sign_up: string; now: string }>(
            "select private.sign_up($1), to_jsonb(now()) as now",
            event,
          );
          const spots = offerOf(row?.event as Event, new Date(answer?.now ?? "")).spots;
          expect.soft(spots?.signUp, [status, isClosed, date, time].join(", ")).toBe(answer?.sign_up);
          seen.add(answer?.sign_up ?? "");
        }
  expect([...seen].sort()).toEqual([...signUps].sort());
});

it("the database ends a statement after 4 seconds, before the Worker gives up on a sign-up", async () => {
  const settings = await database.sql<{ role: string; setting: string }>(
    "select rolname::text as role, unnest(rolconfig) as setting from pg_roles where rolname in ('authenticated', 'service_role') order by rolname",
  );
  expect(settings).toEqual([
    { role: "authenticated", setting: "statement_timeout=4s" },
    { role: "service_role", setting: "statement_timeout=4s" },
  ]);
});
