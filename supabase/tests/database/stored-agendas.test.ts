import { beforeEach, describe, expect, it } from "vitest";
import { addEvent, denied, key, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();
const { sql } = database;
const digest = key(1).repeat(2);

let event: string;
let entry: string;
let talk: number;

const addTalk = async (title: string, at = "now() + interval '1 day'") => {
  const [added] = await sql<{ number: number }>(
    `insert into public.talks (event_id, title, starts_at, ends_at) values ($1, $2, ${at}, ${at} + interval '1 hour') returning number`,
    event,
    title,
  );
  return added?.number as number;
};
const change = (set: string, number = talk) => sql(`update public.talks set ${set} where number = $1`, number);
const later = "starts_at = starts_at + interval '1 hour', ends_at = ends_at + interval '1 hour'";
const store = (talks: number[], token = digest) => database.call("worker", "public.store_agenda($1, $2)", token, talks);
const look = () =>
  database.call<{ agenda?: { talks: number[] }; programme?: { talks: object[] } }>(
    "worker",
    "public.agenda_page($1)",
    digest,
  );
const mails = () =>
  sql<{ person: string; due: number; occurrence: number }>(
    `select person, occurrence::int, extract(epoch from next_attempt_at - now())::int as due
     from public.mails where purpose = 'agenda-changed' order by occurrence`,
  );
interface Content {
  email: string;
  talks: { title: string; status: string; room: string | null }[];
}
const content = async (occurrence = 1) => {
  const [row] = await sql<{ content: Content | null }>(
    "select private.mail_content('agenda-changed', $1, $2) as content",
    entry,
    occurrence,
  );
  return row?.content ?? null;
};

beforeEach(async () => {
  event = await addEvent(database, "conference");
  await sql(
    "update public.events set starts_at = now() + interval '1 day', date_precision = 'exact', takes_reservations = true, attendee_limit = 10 where id = $1",
    event,
  );
  const [added] = await sql<{ id: string }>(
    `with entry as (
       insert into public.waitlist_entries (event_id, name, email, consent_version) values ($1, 'Kai', 'kai@example.org', '1') returning id, event_id
     ), reservation as (
       insert into public.reservations (id, event_id, state, line) select id, event_id, 'placed', 1 from entry
     ), link as (
       insert into private.waitlist_links (token_digest, entry_id) select $2, id from entry
     )
     select id from entry`,
    event,
    digest,
  );
  entry = added?.id as string;
  talk = await addTalk("A talk");
  await sql("insert into public.programmes (id, published_at) values ($1, now() - interval '1 second')", event);
});

describe("an agenda", () => {
  it("is stored for a confirmed spot, only with talks of the event, and can be removed", async () => {
    const other = await addTalk("Another");
    expect((await look()).agenda).toEqual({ talks: [], stored_at: null });
    expect(await store([other, talk, 999_999])).toBe(true);
    expect(await store([other, talk, 999_999])).toBe(true);
    expect((await look()).agenda?.talks).toEqual([talk, other]);
    expect((await look()).programme?.talks).toHaveLength(2);
    const { agenda } = await database.call<{ agenda: object }>("worker", "public.status_page($1)", digest);
    expect(agenda).toMatchObject({ talks: [talk, other] });
    expect(await store([])).toBe(true);
    expect(await sql("select from private.agendas")).toEqual([]);
  });

  it("has at most 60 talks", async () => {
    const numbers = [];
    for (let n = 0; n < 61; n += 1) numbers.push(await addTalk(`Talk ${n}`));
    await store(numbers);
    expect((await look()).agenda?.talks).toHaveLength(60);
  });

  it.each([
    ["a spot that is held", "update public.reservations set hold_until = now() + interval '1 hour' where id = $1"],
    ["a position in line", "update public.reservations set state = 'waiting' where id = $1"],
    ["a canceled reservation", "update public.reservations set state = 'canceled' where id = $1"],
    [
      "a draft",
      "update public.programmes set published_at = null where id = (select event_id from public.reservations where id = $1)",
    ],
    ["nobody any more", "delete from public.waitlist_entries where id = $1"],
  ])("is not stored for %s", async (_, change) => {
    await sql(change, entry);
    expect(await store([talk])).toBe(false);
    expect(await look()).toEqual({});
  });

  it("can be read only through the link, is part of the person's data, and is erased with the entry", async () => {
    await store([talk]);
    for (const actor of ["stranger", "member", "admin"] as const) {
      await expect(database.as(actor, "select from private.agendas")).rejects.toMatchObject({ code: denied });
      await expect(database.call(actor, "public.agenda_page($1)", digest)).rejects.toMatchObject({ code: denied });
    }
    const [held] = await sql<{ data: { waitlists: { agenda: object }[] } }>(
      "select private.waitlist_personal_data('kai@example.org') as data",
    );
    expect(held?.data.waitlists[0]?.agenda).toMatchObject({ talks: ["A talk"] });
    await sql("select private.erase_waitlist_entries('kai@example.org')");
    expect(await sql("select from private.agendas")).toEqual([]);
  });
});

describe("the email about an agenda", () => {
  it("is queued once for all changes, for 5 minutes later, with the current state of the talks", async () => {
    const [canceled, gone, untouched] = [await addTalk("Canceled"), await addTalk("Gone"), await addTalk("Untouched")];
    await store([talk, canceled, gone, untouched]);
    // The talks should count as added long before, not at this moment.
    await sql("delete from private.talk_changes");
    await addTalk("Not theirs");
    await change(later);
    await change(later);
    await change("status = 'cancelled'", canceled);
    await sql("delete from public.talks where number = $1", gone);
    expect(await mails()).toEqual([{ person: entry, occurrence: 1, due: 300 }]);
    const found = await content();
    expect(found?.email).toBe("kai@example.org");
    expect(found?.talks.map(({ title, status }) => `${title}: ${status}`).sort()).toEqual([
      "A talk: scheduled",
      "Canceled: cancelled",
      "Gone: removed",
    ]);
  });

  it("is queued again once the first one is due", async () => {
    await store([talk]);
    await change(later);
    await sql("update public.mails set next_attempt_at = now() where purpose = 'agenda-changed'");
    await change(later);
    expect((await mails()).map(({ occurrence }) => occurrence)).toEqual([1, 2]);
  });

  it("is not queued for other talks, text changes, a draft, or talks that are over or already canceled", async () => {
    const [over, off, other] = [
      await addTalk("Over", "now() - interval '3 hours'"),
      await addTalk("Off"),
      await addTalk("Other"),
    ];
    await change("status = 'cancelled'", off);
    await store([talk, over, off]);
    await change(later, other);
    await change(later, off);
    await change("ends_at = ends_at - interval '10 minutes'", over);
    await change("title = 'Renamed'");
    await sql("delete from public.talks where number = $1", off);
    await sql("update public.programmes set published_at = null where id = $1", event);
    await change(later);
    expect(await mails()).toEqual([]);
  });

  it("is not queued after the reservation was canceled, and is dropped if that happens before it is sent", async () => {
    await store([talk]);
    await change(later);
    expect(await content()).not.toBeNull();
    await sql("update public.reservations set state = 'canceled' where id = $1", entry);
    expect(await content()).toBeNull();
    await sql("delete from public.mails");
    await change(later);
    expect(await mails()).toEqual([]);
  });

  it("is dropped if the event is canceled, or the talk is over by then", async () => {
    await store([talk]);
    await change(later);
    await sql("update public.events set status = 'cancelled' where id = $1", event);
    expect(await content()).toBeNull();
    await sql("update public.events set status = 'scheduled' where id = $1", event);
    expect(await content()).not.toBeNull();
    await sql(
      "update public.talks set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where number = $1",
      talk,
    );
    expect(await content()).toBeNull();
  });
});
