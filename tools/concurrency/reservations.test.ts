import postgres from "postgres";
import { beforeEach, describe, expect, test } from "vitest";
import { key, manyConnections, tally } from "./at-once.ts";

const { sql, count, atOnce, callAtOnce } = manyConnections();

let event: string;
beforeEach(async () => {
  await sql(
    "delete from public.waitlist_entries where event_id in (select id from public.events where key in ('evening', 'workshop'))",
  );
  await sql("delete from public.events where key in ('evening', 'workshop')");
  await sql("delete from public.mails");
  const [row] = await sql<{ id: string }>(
    `insert into public.events (key, title, place, summary, is_published, starts_at, date_precision, attendee_limit, party_limit, takes_reservations)
     values ('evening', 'An evening', 'Honolulu', 'A summary.', true, now() + interval '30 days', 'exact', 50, 10, true) returning id`,
  );
  event = row?.id ?? "";
});

const join = (who: number, party = 1) => ({
  p_event: "evening",
  p_name: `Guest ${who}`,
  p_email: `guest-${who}@example.org`,
  p_consent_version: "1",
  p_suspected_spam: false,
  p_forward: false,
  p_address_key: key(who),
  p_party: party,
});
const spots = async () =>
  (
    await sql<{ taken: number; waiting: number }>(
      "select taken, waiting from public.event_spots where event_id = $1 and attends = 'room'",
      event,
    )
  )[0];
/** The counts according to the rows, whatever the counters say. */
const counted = async () =>
  (
    await sql(
      `select coalesce(sum(party) filter (where state in ('placed', 'offered')), 0)::int as taken,
         coalesce(sum(party) filter (where state = 'waiting'), 0)::int as waiting from public.reservations where event_id = $1`,
      event,
    )
  )[0];
const fill = async (people: number) => {
  await sql(
    `with entries as (
       insert into public.waitlist_entries (event_id, name, email, consent_version, confirmed_at)
       select $1, 'Guest ' || n, 'guest-' || n || '@example.org', '1', now() from generate_series(1, $2::int) n returning id, email
     ), reserved as (
       insert into public.reservations (id, event_id, state, line)
       select e.id, $1, case when substr(split_part(e.email, '@', 1), 7)::int <= 50 then 'placed' else 'waiting' end, substr(split_part(e.email, '@', 1), 7)::int
       from entries e
     )
     insert into private.waitlist_links (token_digest, entry_id)
       select lpad(substr(split_part(e.email, '@', 1), 7), 64, '0'), e.id from entries e`,
    event,
    people,
  );
};
const leave = (who: number) => ({
  as: "worker" as const,
  text: "public.leave_waitlist($1, 'left', null, true)::text",
  parameters: [String(who).padStart(64, "0")],
});
const cron = { as: "worker" as const, text: "public.promote_lines()::text" };

test("a sign-up for one event does not wait for a sign-up for another", async () => {
  const { p_event: _, ...one } = join(1);
  const url = process.env.CONCURRENCY_DATABASE ?? "";
  const pool = postgres(url, { max: 9, onnotice: () => {}, connection: { lock_timeout: 500 } });
  const asWorker = async (transaction: postgres.TransactionSql, list: string, who: number) => {
    const sender = { recipient: key(who), near: key(who), far: key(who) };
    const given = { ...one, p_event: list, p_email: `guest-${who}@example.org`, p_address_key: key(who) };
    const names = Object.keys(given).map((name, index) => `${name} => $${index + 1}`);
    await transaction.unsafe(`select public.join_waitlist(${names.join(", ")}, p_sender => $${names.length + 1})`, [
      ...Object.values(given),
      transaction.json(sender),
    ] as never[]);
  };
  await sql("delete from public.waitlist_entries where email like 'guest-%@example.org'");
  await pool.begin(async (first) => {
    await asWorker(first, "evening", 1);
    // By chance one in 16 shares its counters with the first; not all of them do.
    const others = Array.from({ length: 8 }, (_each, index) =>
      pool
        .begin((other) => asWorker(other, "ethereum", 100 + index))
        .then(
          () => "joined",
          (error) => error.code,
        ),
    );
    expect(await Promise.all(others), "while the first is not committed").toContain("joined");
  });
  await pool.end();
});

describe("an event with 50 spots", () => {
  test("gives 50 of 500 concurrent people a spot and the other 450 distinct positions on the waitlist", async () => {
    const answers = await callAtOnce(500, "join_waitlist", (who) => join(who));
    expect(tally(answers)).toEqual({ placed: 50, waiting: 450 });
    expect(await spots()).toEqual({ taken: 50, waiting: 450 });
    expect(await counted()).toEqual({ taken: 50, waiting: 450 });
    const lines = await sql<{ line: number; state: string }>(
      "select line, state from public.reservations where event_id = $1 order by line",
      event,
    );
    expect(lines.map(({ line }) => line)).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
    expect(lines.slice(0, 50).every(({ state }) => state === "placed")).toBe(true);
  });

  test("is never oversold by 500 concurrent parties, and gives repeat requests only one reservation", async () => {
    await callAtOnce(500, "join_waitlist", (who) => join(who % 450, (who % 3) + 1));
    expect(await count("from public.reservations where event_id = $1", event)).toBe(450);
    const { taken } = (await spots()) ?? { taken: 51 };
    expect(taken).toBeLessThanOrEqual(50);
    expect(taken).toBeGreaterThan(47);
    expect(await counted()).toEqual(await spots());
  });

  test("is as full as possible after people leave and answer offers while cron runs on 8 Workers", async () => {
    await fill(200);
    await atOnce(60, (index) => (index % 6 === 0 ? cron : leave(index)));
    // 50 of 200 people have left.
    expect(await spots()).toEqual({ taken: 50, waiting: 100 });
    expect(await counted()).toEqual(await spots());
    expect(
      await count(
        "from public.reservations r where r.event_id = $1 and r.state = 'offered' and (select count(*) from public.mails m where m.person = r.id and m.purpose = 'reservation-offer') <> 1",
        event,
      ),
      "offers without their one mail",
    ).toBe(0);
    await sql("update public.mails set state = 'accepted', next_attempt_at = null where purpose = 'reservation-offer'");
    const offered = await sql<{ token_digest: string }>(
      "select l.token_digest from private.waitlist_links l join public.reservations r on r.id = l.entry_id where r.state = 'offered' and r.event_id = $1",
      event,
    );
    const asked = offered.slice(0, 25).flatMap(({ token_digest: digest }) => [
      { as: "worker" as const, text: "public.answer_offer($1, true, true)", parameters: [digest] },
      { as: "worker" as const, text: "public.answer_offer($1, false, true)", parameters: [digest] },
    ]);
    await atOnce(asked.length, (index) => asked[index] as (typeof asked)[number]);
    expect((await spots())?.taken).toBe(50);
    expect(await counted()).toEqual(await spots());
  });

  test("is never overbooked by admins who give spots, cancel and undo at once, each press twice", async () => {
    await fill(200);
    await sql("update public.reservations set state = 'waiting' where line <= 10 and event_id = $1", event);
    const [admin] = await sql<{ id: string }>("select id from public.admin_users where role = 'owner' limit 1");
    const waiting = await sql<{ id: string }>(
      "select id from public.reservations where event_id = $1 and state = 'waiting' order by line",
      event,
    );
    const placed = await sql<{ id: string }>(
      "select id from public.reservations where event_id = $1 and state = 'placed' order by line limit 20",
      event,
    );
    const as = { account: admin?.id ?? "" };
    const stage = async (verb: string, people: { id: string }[]) => {
      const [made] = await sql<{ id: string }>(
        "insert into private.bulk_actions (event_id, verb) values ($1, $2) returning id",
        event,
        verb,
      );
      await sql(
        "insert into private.bulk_action_people (action_id, entry_id) select $1, p from unnest($2::text::uuid[]) p",
        made?.id,
        `{${people.map(({ id }) => id).join(",")}}`,
      );
      return made?.id;
    };
    const actions: (string | undefined)[] = [];
    for (let part = 0; part < 8; part++) actions.push(await stage("give", waiting.slice(0, 20 + part)));
    for (let part = 0; part < 4; part++) actions.push(await stage("cancel", placed.slice(part * 5, part * 5 + 5)));
    const presses = [...actions, ...actions];
    const apply = (id: string | undefined) => ({
      as,
      text: "public.apply_bulk_action($1, false, false)::text",
      parameters: [id ?? ""],
    });
    const answers = await atOnce(presses.length, (index) => apply(presses[index]));
    expect(tally(answers)).toEqual({ applied: 12, "already-applied": 12 });
    expect((await spots())?.taken).toBeLessThanOrEqual(50);
    expect(await counted()).toEqual(await spots());
    await atOnce(presses.length, (index) => ({
      as,
      text: "public.undo_bulk_action($1)::text",
      parameters: [presses[index] ?? ""],
    }));
    expect((await spots())?.taken).toBeLessThanOrEqual(50);
    expect(await counted()).toEqual(await spots());
  });

  test("gives people who press Accept twice at once their spots, with the same response both times", async () => {
    await fill(100);
    await sql("update public.events set attendee_limit = 75 where id = $1", event);
    await atOnce(1, () => cron);
    const offered = await sql<{ token_digest: string }>(
      "select l.token_digest from private.waitlist_links l join public.reservations r on r.id = l.entry_id where r.state = 'offered' and r.event_id = $1",
      event,
    );
    expect(offered).toHaveLength(25);
    const accept = (index: number) => ({
      as: "worker" as const,
      text: "public.answer_offer($1, true, true)",
      parameters: [offered[index % 25]?.token_digest],
    });
    expect(tally(await atOnce(50, accept))).toEqual({ placed: 50 });
    expect(await spots()).toEqual({ taken: 75, waiting: 25 });
    expect(await count("from public.mails where purpose = 'reservation-ticket'")).toBe(25);
  });

  test("lets 5 of 30 people who press twice at once switch to its 5 online spots; the others keep theirs", async () => {
    await fill(60);
    await sql("update public.events set meets = 'both', online_limit = 5 where id = $1", event);
    const press = (index: number) => ({
      as: "worker" as const,
      text: "public.switch_place($1, $2, true)",
      parameters: [String((index % 30) + 1).padStart(64, "0"), "online"],
    });
    expect(tally(await atOnce(60, press))).toEqual({ switched: 5, waits: 50, stays: 5 });
    const places = () =>
      sql("select attends, taken, waiting from public.event_spots where event_id = $1 order by attends", event);
    // The people on the waitlist have been offered the spots that became free.
    expect(await places()).toEqual([
      { attends: "online", taken: 5, waiting: 25 },
      { attends: "room", taken: 50, waiting: 5 },
    ]);
    const [gone] = await sql<{ token_digest: string; entry_id: string }>(
      "select l.token_digest, l.entry_id from private.waitlist_links l join public.reservations r on r.id = l.entry_id where r.event_id = $1 and r.attends = 'online' limit 1",
      event,
    );
    const back = {
      as: "worker" as const,
      text: "public.switch_place($1, 'room', true)",
      parameters: [gone?.token_digest],
    };
    await atOnce(20, (index) => (index % 2 === 0 ? cron : back));
    // A person who goes back trades spots with the first one waiting to be online, once.
    expect(await count("from public.reservations where id = $1 and attends = 'room'", gone?.entry_id)).toBe(1);
    expect(await places()).toEqual([
      { attends: "online", taken: 5, waiting: 24 },
      { attends: "room", taken: 50, waiting: 5 },
    ]);
  });

  test("gives 5 of 20 people who press twice a workshop spot, and keeps counts right as people leave", async () => {
    await fill(50);
    const [workshop] = await sql<{ id: string }>(
      `insert into public.events (key, title, place, summary, is_published, starts_at, date_precision, attendee_limit, takes_reservations, for_people_of)
       values ('workshop', 'A workshop', 'Honolulu', 'A summary.', true, now() + interval '30 days', 'exact', 5, true, $1) returning id`,
      event,
    );
    const press = (index: number) => ({
      as: "worker" as const,
      text: "public.reserve_workshop($1, 'workshop', 'room', '1', false, true, gen_random_uuid(), $2, $3::text::jsonb)",
      parameters: [
        String((index % 20) + 1).padStart(64, "0"),
        `${index}`.padStart(64, "a"),
        JSON.stringify({ recipient: key(index % 20) }),
      ],
    });
    expect(tally(await atOnce(40, press))).toEqual({ placed: 10, waiting: 30 });
    const [places] = await sql(
      "select taken, waiting from public.event_spots where event_id = $1 and attends = 'room'",
      workshop?.id,
    );
    expect(places).toEqual({ taken: 5, waiting: 15 });
    expect(await count("from public.mails where purpose = 'reservation-ticket'")).toBe(5);

    await atOnce(60, (index) => (index % 3 === 0 ? leave((index % 20) + 1) : index % 3 === 1 ? press(index) : cron));
    const left = "from public.waitlist_entries w where w.event_id = $1";
    expect(
      await count(
        `${left} and not exists (select from public.waitlist_entries m where m.id = w.for_entry)`,
        workshop?.id ?? "",
      ),
    ).toBe(0);
    const [now] = await sql(
      `select p.taken = count(*) filter (where r.state in ('placed', 'offered')) and p.waiting = count(*) filter (where r.state = 'waiting') and p.taken <= 5 as counted
       from public.event_spots p left join public.reservations r on r.event_id = p.event_id
       where p.event_id = $1 and p.attends = 'room' group by p.taken, p.waiting`,
      workshop?.id,
    );
    expect(now).toEqual({ counted: true });
  });

  test("loses no offer if a Worker's connection is killed while making them", async () => {
    await fill(100);
    await sql("update public.events set attendee_limit = 70 where id = $1", event);
    const doomed = postgres(process.env.CONCURRENCY_DATABASE ?? "", { max: 1, onnotice: () => {} });
    const killed = doomed.unsafe("select public.promote_lines(), pg_sleep(60)").then(
      () => "answered",
      () => "killed",
    );
    await expect
      .poll(() =>
        sql(
          "select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep' and query like '%promote_lines%'",
        ),
      )
      .toHaveLength(1);
    expect(await killed).toBe("killed");
    await doomed.end({ timeout: 1 });
    expect(await count("from public.reservations where event_id = $1 and state = 'offered'", event)).toBe(0);
    expect(await count("from public.mails where purpose = 'reservation-offer'")).toBe(0);
    await atOnce(8, () => cron);
    expect(await count("from public.reservations where event_id = $1 and state = 'offered'", event)).toBe(20);
    expect(await count("from public.mails where purpose = 'reservation-offer'")).toBe(20);
  });
});

test("lists of 5,000 people take at most 300 ms at p95", async () => {
  await sql(
    "update public.events set attendee_limit = 5000, starts_at = now() + interval '1 hour' where id = $1",
    event,
  );
  await fill(5000);
  await sql("update public.reservations set state = 'placed' where event_id = $1", event);
  await sql(
    "insert into public.door_passes (event_id, name, token_digest) values ($1, 'Front', repeat('f', 64))",
    event,
  );
  const questions: Record<string, string> = {
    "everybody at the door": "select * from public.door_names(repeat('f', 64), '', 5000)",
    "a name at the door": "select * from public.door_names(repeat('f', 64), 'guest 49')",
    "the counts at the door": "select public.door(repeat('f', 64))",
    "the last page for admins": `select r.*, w.name, w.email from public.reservations r join public.waitlist_entries w on w.id = r.id where r.event_id = '${event}' order by r.line offset 4950 limit 50`,
  };
  for (const [what, question] of Object.entries(questions)) {
    const times: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const begun = performance.now();
      await sql(question);
      times.push(performance.now() - begun);
    }
    const p95 = times.sort((one, other) => one - other)[18] ?? 0;
    console.log(`${what}: p95 ${p95.toFixed(1)} ms`);
    expect(p95, what).toBeLessThanOrEqual(300);
  }
});
