import { beforeEach, expect, it } from "vitest";
import { addEvent, denied, key, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();
const digest = "1".padStart(64, "0");
const [account, newsletter] = [key(1), key(2)];
let person: string;

interface Issued {
  credential: { number: number; id: string; subject: string; taken_back_at: string | null } | null;
}

const issue = () => database.call<Issued>("worker", "public.issue_credential($1)", digest);
const own = () => database.call<Issued>("worker", "public.own_credential($1)", digest);
const stateOf = (id = "") => database.call<string>("worker", "public.credential_state($1)", id);
const takenBack = (list: number) =>
  database
    .call<{ places: number[] | null }>("stranger", "public.taken_back_credentials($1)", list)
    .then(({ places }) => places);
const takeBack = () => database.call<boolean>("admin", "public.take_back_credential($1)", person);
const checkIn = () =>
  database.sql(
    "update public.reservations set arrived = 1, checked_in_at = now(), checked_in_by = 'Leilani' where id = $1",
    person,
  );

beforeEach(async () => {
  await database.signIn();
  await addEvent(database, "luau", true);
  await database.sql(
    "update public.events set takes_reservations = true, attendee_limit = 5, starts_at = now() + interval '1 day', date_precision = 'exact' where key = 'luau'",
  );
  await database.call(
    "worker",
    "public.join_waitlist('luau', 'Kaʻiulani', 'kai@example.org', '1', false, false, $1, 1, null)",
    key(3),
  );
  const [entry] = await database.sql<{ id: string }>(
    "select id from public.waitlist_entries where email = 'kai@example.org'",
  );
  person = entry?.id ?? "";
  await database.sql(
    "insert into private.waitlist_links (token_digest, entry_id) values ($1, $2) on conflict do nothing",
    digest,
    person,
  );
});

it("is issued to who was checked in, once, and to nobody else", async () => {
  expect(await issue()).toEqual({ credential: null });
  await checkIn();
  expect(await own()).toEqual({ credential: null });
  const first = await issue();
  expect(first.credential).toMatchObject({ number: expect.any(Number), taken_back_at: null });
  expect(await issue()).toEqual(first);
  expect(await own()).toEqual(first);
  expect(await stateOf(first.credential?.id)).toBe("issued");
  expect(await stateOf("00000000-0000-4000-8000-000000000000")).toBe("unknown");
  expect(await database.call("worker", "public.issue_credential($1)", "f".repeat(64))).toEqual({ credential: null });
});

it("is taken back by admins, for good, and stands in its list at its place", async () => {
  await checkIn();
  const { credential } = await issue();
  expect(await takenBack(1)).toEqual([]);
  await expect(database.call("member", "public.take_back_credential($1)", person)).rejects.toMatchObject({
    code: denied,
  });
  expect(await takeBack()).toBe(true);
  expect(await takeBack()).toBe(false);
  expect(await stateOf(credential?.id)).toBe("taken-back");
  expect((await issue()).credential).toMatchObject({ id: credential?.id, taken_back_at: expect.any(String) });
  expect(await takenBack(1)).toEqual([credential?.number]);
  await database.sql("update public.credentials set number = default");
  await database.sql("alter table public.credentials alter number restart with 131075");
  await database.sql("update public.credentials set number = default");
  expect([await takenBack(1), await takenBack(2), await takenBack(3)]).toEqual([[], [3], null]);
  const [logged] = await database.sql<Row>(
    "select verb, changes from public.audit_log where table_name = 'credentials'",
  );
  expect(logged).toMatchObject({ verb: "update", changes: { columns: ["taken_back_at"] } });
});

it("ends with the check-in that is undone, and another one is issued after the next", async () => {
  await checkIn();
  const first = (await issue()).credential;
  await database.sql(
    "update public.reservations set arrived = null, checked_in_at = null, checked_in_by = null where id = $1",
    person,
  );
  expect(await stateOf(first?.id)).toBe("taken-back");
  expect(await issue()).toEqual({ credential: null });
  await checkIn();
  const second = (await issue()).credential;
  expect(second?.taken_back_at).toBeNull();
  expect(second?.number).not.toBe(first?.number);
  expect(await takenBack(1)).toEqual([first?.number]);
});

it("stays without its person when they are erased, and its number is not given again", async () => {
  await checkIn();
  const { credential } = await issue();
  const held = await database.call<{ waitlists: Row[] }>(
    "admin",
    "public.personal_data($1, $2, $3)",
    "kai@example.org",
    account,
    newsletter,
  );
  expect(held.waitlists[0]?.credentials).toMatchObject([{ number: credential?.number, id: credential?.id }]);
  await database.call(
    "worker",
    "public.erase_person($1, $2, $3, $4)",
    database.idOf("admin"),
    "kai@example.org",
    account,
    newsletter,
  );
  expect(await database.sql("select number, id, reservation_id from public.credentials")).toEqual([
    { number: credential?.number, id: credential?.id, reservation_id: null },
  ]);
  expect(await stateOf(credential?.id)).toBe("issued");
  await expect(database.sql("insert into public.credentials (number) values ($1)", credential?.number)).rejects.toThrow(
    "non-DEFAULT value",
  );
});

const leaveAndReturn = async () => {
  expect(await database.call("worker", "public.leave_waitlist($1, 'left')", digest)).toBe(true);
  expect(await database.call("worker", "public.return_to_waitlist($1)", digest)).toBe("back");
};

it("stays the same one after leaving and coming back, so that taking it back is for good", async () => {
  await checkIn();
  await database.sql("update public.events set sign_up_closes_at = now() - interval '1 minute' where key = 'luau'");
  const first = (await issue()).credential;
  await leaveAndReturn();
  expect((await issue()).credential).toEqual(first);
  expect(await takeBack()).toBe(true);
  await leaveAndReturn();
  expect((await issue()).credential).toMatchObject({ id: first?.id, taken_back_at: expect.any(String) });
  expect(await database.sql("select from public.credentials where taken_back_at is null")).toEqual([]);
});

it("ends with an undone check-in also after leaving and coming back", async () => {
  await checkIn();
  await database.sql("update public.events set sign_up_closes_at = now() - interval '1 minute' where key = 'luau'");
  const first = (await issue()).credential;
  await leaveAndReturn();
  await database.sql(
    "update public.reservations set arrived = null, checked_in_at = null, checked_in_by = null where id = $1",
    person,
  );
  expect(await stateOf(first?.id)).toBe("taken-back");
});

it("what was pressed, moved and stored comes back with the reservation", async () => {
  await checkIn();
  await database.sql("insert into public.line_moves (reservation_id, reason) values ($1, 'A guest of ours')", person);
  await database.sql("insert into private.agendas (entry_id, talks) values ($1, '{1,2}')", person);
  await database.sql(
    `with pass as (
       insert into public.door_passes (event_id, name, token_digest) select id, 'Door', repeat('d', 64) from public.events where key = 'luau' returning id
     )
     insert into public.door_presses (id, pass_id, kind, reservation_id, people, helper, pressed_at, is_late, outcome)
       select gen_random_uuid(), p.id, 'check-in', $1, 1, 'Leilani', now(), false, 'in' from pass p`,
    person,
  );
  const all = () =>
    database.sql(
      `select
         (select jsonb_agg(p) from public.door_presses p) as presses,
         (select jsonb_agg(m) from public.line_moves m) as moves,
         (select jsonb_agg(a) from private.agendas a) as agendas`,
    );
  const before = await all();
  await leaveAndReturn();
  expect(await all()).toEqual(before);
});

it("is one for each person who was let in, and no more", async () => {
  const issueFor = (number: number) =>
    database
      .call<Issued>("worker", "public.issue_credential($1, $2)", digest, number)
      .then(({ credential }) => credential);
  await database.sql("update public.reservations set party = 2 where id = $1", person);
  await database.sql(
    "update public.reservations set arrived = 2, checked_in_at = now(), checked_in_by = 'Leilani' where id = $1",
    person,
  );
  const [one, two] = [await issueFor(1), await issueFor(2)];
  expect(one?.id).not.toBe(two?.id);
  expect([await issueFor(2), await issueFor(3), await issueFor(0)]).toEqual([two, null, null]);
  expect(await takeBack()).toBe(true);
  expect([await stateOf(one?.id), await stateOf(two?.id)]).toEqual(["taken-back", "taken-back"]);
});

it("is taken back by its number after the reservation is gone, by admins alone", async () => {
  await checkIn();
  const id = (await issue()).credential?.id;
  await database.sql("delete from public.waitlist_entries where id = $1", person);
  expect(await takeBack(), "no reservation leads to it").toBe(false);
  const byNumber = (actor: "admin" | "member") =>
    database.call<boolean>(actor, "public.take_back_credential_by_id($1)", id);
  await expect(byNumber("member")).rejects.toMatchObject({ code: denied });
  expect(await byNumber("admin")).toBe(true);
  expect(await byNumber("admin")).toBe(false);
  expect(await stateOf(id)).toBe("taken-back");
});
