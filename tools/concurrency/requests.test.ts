import { beforeEach, describe, expect, test } from "vitest";
import { testSettings } from "../../harness/serving/stack.ts";
import { manyConnections, tally } from "./at-once.ts";

const { sql, count, atOnce } = manyConnections();

let event: string;
let admin: { account: string };
beforeEach(async () => {
  await sql(
    "delete from public.waitlist_entries where event_id in (select id from public.events where key = 'asked-evening')",
  );
  await sql("delete from public.events where key = 'asked-evening'");
  await sql("delete from public.mails");
  const [account] = await sql<{ id: string }>(
    "select id from auth.users where email = $1",
    testSettings.LOCAL_ADMIN_EMAIL,
  );
  admin = { account: account?.id ?? "" };
  const [row] = await sql<{ id: string }>(
    `insert into public.events (key, title, place, summary, is_published, starts_at, date_precision, attendee_limit, takes_reservations, admission)
     values ('asked-evening', 'An evening', 'Honolulu', 'A summary.', true, now() + interval '30 days', 'exact', 1, true, 'asked') returning id`,
  );
  event = row?.id ?? "";
});

/** Adds people who ask, with confirmed addresses. @returns their ids */
const ask = async (people: number) =>
  (
    await sql<{ id: string }>(
      `with entries as (
         insert into public.waitlist_entries (event_id, name, email, consent_version, confirmed_at)
         select $1, 'Guest ' || n, 'guest-' || n || '@example.org', '1', now() from generate_series(1, $2::int) n
         returning id, substr(split_part(email, '@', 1), 7)::int as number
       ), reserved as (
         insert into public.reservations (id, event_id, state, line) select e.id, $1, 'asked', e.number from entries e
       ), linked as (
         insert into private.waitlist_links (token_digest, entry_id) select 'a' || lpad(e.number::text, 63, '0'), e.id from entries e
       )
       select id from entries order by number`,
      event,
      people,
    )
  ).map(({ id }) => id);
const stage = async (people: string[]) =>
  (
    await sql<{ id: string }>(
      `with action as (insert into private.bulk_actions (event_id, verb) values ($1, 'accept') returning id), chosen as (
         insert into private.bulk_action_people (action_id, entry_id) select action.id, unnest($2::uuid[]) from action
       )
       select id from action`,
      event,
      people,
    )
  )[0]?.id ?? "";
const stageEach = async (people: string[]) => {
  const actions: string[] = [];
  for (const person of people) actions.push(await stage([person]));
  return actions;
};
const apply = (action: string) => ({
  as: admin,
  text: "public.apply_bulk_action($1, true, false, 'Welcome', false)",
  parameters: [action],
});
const spots = () =>
  sql("select taken, waiting from public.event_spots where event_id = $1 and attends = 'room'", event);
const placed = () => count("from public.reservations where event_id = $1 and state = 'placed'", event);
const tickets = () => count("from public.mails where purpose = 'reservation-ticket'");

describe("requests", () => {
  test("20 admins who accept different people for the last spot at once give it once", async () => {
    const actions = await stageEach(await ask(20));
    expect(tally(await atOnce(20, (index) => apply(actions[index] ?? "")))).toEqual({ applied: 20 });
    expect([await placed(), await tickets(), await spots()]).toEqual([1, 1, [{ taken: 1, waiting: 0 }]]);
    expect(await count("from private.bulk_action_people where outcome = 'full'")).toBe(19);
  });

  test("the same decision, pressed 20 times at once, is made once", async () => {
    const action = await stage(await ask(3));
    const answers = await atOnce(20, () => apply(action));
    expect(tally(answers)).toEqual({ applied: 1, "already-applied": 19 });
    expect([await placed(), await tickets()]).toEqual([1, 1]);
  });

  test("accepting people who withdraw at the same moment leaves the counts true", async () => {
    await sql("update public.events set attendee_limit = 10 where id = $1", event);
    const actions = await stageEach(await ask(20));
    await atOnce(40, (index) =>
      index < 20
        ? apply(actions[index] ?? "")
        : {
            as: "worker",
            text: "public.leave_waitlist('a' || lpad($1, 63, '0'), 'left', null, true)",
            parameters: [String(index - 19)],
          },
    );
    expect(await placed(), "everyone has withdrawn").toBe(0);
    expect(await spots()).toEqual([{ taken: 0, waiting: 0 }]);
  });
});
