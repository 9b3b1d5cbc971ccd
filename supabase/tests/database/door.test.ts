import { beforeEach, describe, expect, it } from "vitest";
import { addEvent, checkViolation, denied, key, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();
const pass = "a".repeat(64);
const otherPass = "b".repeat(64);
let event: string;
/** codes by name */
let codes: Record<string, string>;

const ask = <Value = string>(text: string, ...parameters: unknown[]) =>
  database.call<Value>("worker", `public.${text}`, ...parameters);
const door = (digest = pass) => ask<Row>("door($1)", digest);
const ticket = (code = "", digest = pass) => ask<Row>("door_ticket($1, $2)", digest, code);
const guests = (search = "", digest = pass, limit = 50) => ask<Row[]>("door_names($1, $2, $3)", digest, search, limit);
const names = async (search = "", digest = pass) => (await guests(search, digest)).map(({ name }) => name);
const checkIn = (
  code = "",
  {
    people = 1,
    helper = "Leilani",
    digest = pass,
    seen,
  }: { people?: number; helper?: string; digest?: string; seen?: number } = {},
) => ask("check_in($1, $2, $3, $4, $5)", digest, code, people, helper, seen ?? null);
const addPass = (of: string, digest: string) =>
  database.sql("insert into public.door_passes (event_id, name, token_digest) values ($1, 'Front', $2)", of, digest);
const moveStart = (at: string, of = event) =>
  database.sql(
    `update public.events set starts_at = ${at}, ends_at = ${at} + interval '2 hours', date_precision = 'exact' where id = $1`,
    of,
  );

beforeEach(async () => {
  event = await addEvent(database, "luau");
  const other = await addEvent(database, "hula");
  const places = "attendee_limit = 4, party_limit = 3, takes_reservations = true";
  for (const id of [event, other]) {
    await moveStart("now() + interval '30 days'", id);
    await database.sql(`update public.events set ${places} where id = $1`, id);
  }
  const guests: [string, string, number][] = [
    ["luau", "Kaʻiulani Kāne", 3],
    ["luau", "Noe", 1],
    ["luau", "Moana", 2],
    ["hula", "Pua", 1],
  ];
  for (const [index, [at, name, party]] of guests.entries())
    await ask(
      "join_waitlist($1, $2, $3, '1', false, false, $4, $5)",
      at,
      name,
      `door-${index}@example.test`,
      key(index),
      party,
    );
  const rows = await database.sql<{ name: string; code: string }>(
    "select w.name, r.code from public.reservations r join public.waitlist_entries w using (id)",
  );
  codes = Object.fromEntries(rows.map(({ name, code }) => [name, code]));
  await addPass(event, pass);
  await addPass(other, otherPass);
  for (const id of [event, other]) await moveStart("now() + interval '1 hour'", id);
});

describe("the door", () => {
  it.each([
    ["now() + interval '2 hours 1 second'", "early"],
    ["now() + interval '2 hours'", "open"],
    ["now() - interval '5 hours 59 minutes'", "open"],
    ["now() - interval '6 hours'", "over"],
  ])("of an event of two hours that starts at %s is %s", async (at, state) => {
    await moveStart(at);
    expect(await door()).toMatchObject({ state, title: "An event" });
  });

  it.each([
    ["an event that is canceled", "status = 'cancelled'"],
    ["an event without a date", "starts_at = null, ends_at = null, date_precision = 'tba'"],
  ])("of %s is closed", async (_event, assignments) => {
    await database.sql(`update public.events set ${assignments} where id = $1`, event);
    expect(await door()).toMatchObject({ state: "closed", counts: null });
  });

  it("counts people: expected, in, left, and walked in", async () => {
    expect((await door()).counts).toEqual({ expected: 4, came: 0, left: 4, walked_in: 0 });
    await checkIn(codes["Kaʻiulani Kāne"], { people: 2 });
    await ask("add_walk_in($1, $2, 4, 'Noe')", pass, "00000000-0000-4000-8000-000000000001");
    expect((await door()).counts).toEqual({ expected: 4, came: 2, left: 1, walked_in: 4 });
    expect((await door(otherPass)).counts).toEqual({ expected: 1, came: 0, left: 1, walked_in: 0 });
  });

  it("counts who walked in at a sample, whose door is open at once, long before its start", async () => {
    await moveStart("now() + interval '20 days'");
    await database.sql("insert into private.samples (event_id) values ($1)", [event]);
    await ask("add_walk_in($1, $2, 4, 'Noe')", pass, "00000000-0000-4000-8000-000000000001");
    expect((await door()).counts).toMatchObject({ walked_in: 4 });
  });
});

describe("names at the door", () => {
  it("are those with a spot at this event, by a part of the name without its marks, or by the code", async () => {
    expect(await names()).toEqual(["Kaʻiulani Kāne", "Noe"]);
    for (const search of ["kaiulani", "KANE", " kāne ", codes["Kaʻiulani Kāne"]?.toLowerCase()])
      expect(await names(search)).toEqual(["Kaʻiulani Kāne"]);
    const [four, rest] = [codes.Noe?.slice(0, 4), codes.Noe?.slice(4)];
    expect(await names(`${four}-${rest}`)).toEqual(["Noe"]);
    expect(await names(codes.Moana), "waits").toEqual([]);
    expect(await names(codes.Pua), "comes to another event").toEqual([]);
    expect(await names("%")).toEqual([]);
    expect(await names("", otherPass)).toEqual(["Pua"]);
  });

  it("are as many as asked for, in the order of the alphabet, in one value that no limit of rows cuts off", async () => {
    expect((await guests("", pass, 1)).map(({ name }) => name)).toEqual(["Kaʻiulani Kāne"]);
    await database.sql("update public.events set attendee_limit = 2000 where id = $1", event);
    await database.sql(
      `with entry as (
         insert into public.waitlist_entries (event_id, name, email, consent_version)
         select $1::uuid, 'Guest ' || n, 'door-many-' || n || '@example.test', '1' from generate_series(1, 1100) n returning id
       ) insert into public.reservations (id, event_id, state, line)
       select id, $1::uuid, 'placed', 100 + row_number() over () from entry`,
      event,
    );
    expect(await guests("", pass, 5000)).toHaveLength(1102);
  });

  it("come with nothing that could lead elsewhere", async () => {
    const [row = {}] = await guests();
    expect(Object.keys(row).sort()).toEqual(["arrived", "checked_in_at", "checked_in_by", "code", "name", "party"]);
    const shown = (await ticket(codes.Noe)).ticket as Row;
    expect(Object.keys(shown).sort()).toEqual([
      ...["answers", "arrived", "checked_in_at", "checked_in_by", "name", "party", "state"],
    ]);
    expect(shown.answers, "no question is for the door").toEqual([]);
  });
});

describe("a check-in", () => {
  it("counts once, says who was first, and can be undone and done again", async () => {
    expect(await checkIn(codes["Kaʻiulani Kāne"], { people: 9 }), "three at most").toBe("in");
    expect(await checkIn(codes["Kaʻiulani Kāne"], { people: 1, helper: "Kimo" })).toBe("already-in");
    expect(await ticket(codes["Kaʻiulani Kāne"])).toMatchObject({ ticket: { arrived: 3, checked_in_by: "Leilani" } });
    const undo = () => ask<boolean>("undo_check_in($1, $2)", pass, codes["Kaʻiulani Kāne"]);
    expect([await undo(), await undo()]).toEqual([true, false]);
    expect(await ticket(codes["Kaʻiulani Kāne"])).toMatchObject({ ticket: { arrived: null, checked_in_by: null } });
    expect(await checkIn(codes["Kaʻiulani Kāne"], { people: 0, helper: "Kimo" })).toBe("in");
    expect(await ticket(codes["Kaʻiulani Kāne"])).toMatchObject({ ticket: { arrived: 1, checked_in_by: "Kimo" } });
  });

  it("lets in those of a party who come later, once, after those whom the helper saw as in", async () => {
    const code = codes["Kaʻiulani Kāne"];
    await checkIn(code, { people: 1 });
    expect(await checkIn(code, { people: 1, seen: 1, helper: "Kimo" })).toBe("in");
    expect(await checkIn(code, { people: 1, seen: 1, helper: "Kimo" }), "sent twice").toBe("already-in");
    expect(await ticket(code)).toMatchObject({ ticket: { arrived: 2, checked_in_by: "Leilani" } });
    expect(await checkIn(code, { people: 9, seen: 2 })).toBe("in");
    expect(await ticket(code)).toMatchObject({ ticket: { arrived: 3 } });
    expect(await checkIn(code, { people: 1, seen: 3 }), "all are in").toBe("already-in");
  });

  it("of a code that is not for the room of this event says what it is for", async () => {
    expect(await ticket("ABCDEFGH")).toEqual({ door: "open", ticket: null, elsewhere: null });
    const given = async (name: string) => (await ticket(codes[name])).elsewhere;
    expect(await given("Pua")).toEqual({ why: "other-event", title: "An event" });
    await database.sql("update public.events set visibility = 'link' where key = 'hula'");
    expect(await given("Pua"), "an event by link is not named").toEqual({ why: "other-event", title: null });
    await database.sql(
      `insert into private.waitlist_links (token_digest, entry_id)
        select repeat('c', 64), id from public.waitlist_entries where name = 'Noe'`,
    );
    await ask("leave_waitlist($1, 'left')", "c".repeat(64));
    expect(await given("Noe")).toEqual({ why: "given-up", at: expect.any(String) });
    await database.sql("update public.events set meets = 'both', online_limit = 9 where key = 'luau'");
    await database.sql(
      "update public.reservations set attends = 'online', state = 'placed' where code = $1",
      codes.Moana,
    );
    expect(await given("Moana")).toEqual({ why: "online" });
  });

  it("needs a spot; one that is held for an unconfirmed address counts, and is held no more", async () => {
    expect(await ticket(codes.Moana)).toMatchObject({ ticket: { state: "waiting" } });
    expect(await checkIn(codes.Moana)).toBe("no-spot");
    expect(await ticket(codes.Noe)).toMatchObject({ ticket: { state: "held" } });
    expect(await checkIn(codes.Noe)).toBe("in");
    expect(await ticket(codes.Noe)).toMatchObject({ ticket: { state: "placed" } });
    for (const state of ["offered", "declined", "lapsed", "canceled"]) {
      await database.sql("update public.reservations set state = $1 where code = $2", state, codes.Moana);
      expect([state, await ticket(codes.Moana)]).toMatchObject([state, { ticket: { state } }]);
      expect([state, await checkIn(codes.Moana)]).toEqual([state, "no-spot"]);
    }
    await database.sql("update public.reservations set state = 'set-aside' where code = $1", codes.Moana);
    expect(await ticket(codes.Moana)).toEqual({ door: "open", ticket: null, elsewhere: null });
  });

  it("is refused for a helper without a name, and for one with too long a name", async () => {
    for (const helper of ["", " ", "x".repeat(61)])
      await expect(checkIn(codes.Noe, { helper })).rejects.toMatchObject({ code: checkViolation });
  });
});

describe("walk-ins", () => {
  const [one, other] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
  const add = (id: string, people = 2, digest = pass) =>
    ask<boolean>("add_walk_in($1, $2, $3, 'Leilani')", digest, id, people);
  const undo = (id: string, digest = pass) => ask<boolean>("undo_walk_in($1, $2)", digest, id);

  it("count once for a form, and can be undone by helpers of this event alone", async () => {
    expect([await add(one), await add(one, 5), await add(other)]).toEqual([true, false, true]);
    expect((await door()).counts).toMatchObject({ walked_in: 4 });
    expect([await undo(one, otherPass), await undo(one), await undo(one)]).toEqual([false, true, false]);
    expect((await door()).counts).toMatchObject({ walked_in: 2 });
  });

  it.each([0, 21])("are never %i", async (people) => {
    await expect(add(one, people)).rejects.toMatchObject({ code: checkViolation });
  });
});

/** What a door pass gives: everything that its functions answer. */
const everything = async (digest: string) => ({
  names: await names("", digest),
  search: await names("noe", digest),
  ticket: (await ticket(codes.Noe, digest)).ticket,
  checkedIn: await checkIn(codes.Noe, { digest }),
  undone: await ask("undo_check_in($1, $2)", digest, codes.Noe),
  walkedIn: await ask("add_walk_in($1, $2, 1, 'Noe')", digest, "00000000-0000-4000-8000-000000000009"),
  walkInUndone: await ask("undo_walk_in($1, $2)", digest, "00000000-0000-4000-8000-000000000009"),
});
const nothing = { names: [], search: [], ticket: null, checkedIn: "not-found", undone: false, walkedIn: false };

describe("a pass", () => {
  it("gives all of its event's door", async () => {
    const given = await everything(pass);
    expect(given).toMatchObject({ names: ["Kaʻiulani Kāne", "Noe"], search: ["Noe"], checkedIn: "in", undone: true });
    expect(given).toMatchObject({ ticket: { name: "Noe" }, walkedIn: true, walkInUndone: true });
  });

  it.each([
    ["that was taken back", () => database.sql("update public.door_passes set ended_at = now()")],
    ["that never was", () => database.sql("delete from public.door_passes")],
    ["before its hours", () => moveStart("now() + interval '3 hours'")],
    ["after its hours", () => moveStart("now() - interval '7 hours'")],
    ["of an event that was canceled", () => database.sql("update public.events set status = 'cancelled'")],
  ])("%s gives nothing, and changes nothing", async (_pass, change) => {
    await change();
    expect(await everything(pass)).toEqual({ ...nothing, walkInUndone: false });
    expect(await database.sql("select from public.reservations where checked_in_at is not null")).toEqual([]);
    expect(await database.sql("select from public.walk_ins")).toEqual([]);
  });

  it("of another event gives nothing of this one but its public title", async () => {
    expect(await ticket(codes.Noe, otherPass)).toEqual({
      door: "open",
      ticket: null,
      elsewhere: { why: "other-event", title: "An event" },
    });
    expect(await ticket("ABCDEFGH", otherPass)).toEqual({ door: "open", ticket: null, elsewhere: null });
    expect(await checkIn(codes.Noe, { digest: otherPass })).toBe("not-found");
    await checkIn(codes.Noe);
    expect(await ask("undo_check_in($1, $2)", otherPass, codes.Noe)).toBe(false);
  });

  it("leads nowhere at all once it was taken back", async () => {
    await database.sql("update public.door_passes set ended_at = now()");
    expect(await door()).toEqual({ state: "nowhere" });
    expect(await ticket(codes.Noe)).toEqual({ door: "nowhere", ticket: null, elsewhere: null });
  });

  it("is made and taken back by admins, who never read its digest; the log has both", async () => {
    await database.as(
      "admin",
      "insert into public.door_passes (event_id, name, token_digest) values ($1, 'Side', $2)",
      event,
      "c".repeat(64),
    );
    await database.as("admin", "update public.door_passes set ended_at = now() where name = 'Side'");
    expect(await door("c".repeat(64))).toEqual({ state: "nowhere" });
    await expect(database.as("admin", "select token_digest from public.door_passes")).rejects.toMatchObject({
      code: denied,
    });
    expect(await database.as("member", "select name from public.door_passes")).toEqual([]);
    const log = await database.sql(
      "select verb from public.audit_log where table_name = 'door_passes' order by at, id",
    );
    expect(log.slice(-2)).toEqual([{ verb: "insert" }, { verb: "update" }]);
  });
});

describe("a pass that an admin made for themselves", () => {
  const session = "00000000-0000-4000-8000-00000000abcd";
  const passes = () =>
    database.sql(
      "select name, ended_at is not null as ended from public.door_passes where name like 'Pass %' order by name",
    );
  beforeEach(async () => {
    await database.addEditor();
    await database.sql(
      "insert into private.admin_sessions (id, user_id, keys, device) values ($1, $2, private.credentials_digest($2), 'Firefox')",
      session,
      database.idOf("editor"),
    );
    await database.sql(
      `insert into public.door_passes (event_id, name, token_digest, made_by, session_id, is_own)
         select e.id, n.name, n.digest, $1, $2, n.is_own
         from (select id from public.events limit 1) e,
           (values ('Pass for others', repeat('1', 64), false), ('Pass of their own', repeat('2', 64), true)) as n (name, digest, is_own)`,
      database.idOf("editor"),
      session,
    );
  });
  const ended = [
    { name: "Pass for others", ended: false },
    { name: "Pass of their own", ended: true },
  ];

  it("ends when they sign out", async () => {
    await database.sql("delete from private.admin_sessions where id = $1", session);
    expect(await passes()).toEqual(ended);
  });

  it("ends when they are no admin anymore", async () => {
    await database.sql("delete from public.admin_users where id = $1", database.idOf("editor"));
    expect(await passes()).toEqual(ended);
  });

  it("for others is listed for owners with the previews that the same account made, and one press ends them all", async () => {
    const editor = database.idOf("editor");
    await database.sql(
      "update public.events set is_published = true, ends_at = null where id in (select event_id from public.door_passes)",
    );
    await database.sql(
      "insert into private.previews (token_digest, kind, event_id, made_by) select repeat('3', 64), 'program', id, $1 from public.events limit 1",
      editor,
    );
    const listed = () =>
      database.as<{ kind: string }>("admin", "select kind from public.links_of_admin($1) order by kind", editor);
    await database.sql("update public.door_passes set ended_at = now() where is_own");
    expect(await listed()).toEqual([{ kind: "pass" }, { kind: "program" }]);
    await expect(
      database.as("editor", "select from public.links_of_admin($1)", editor),
      "editors see no one's",
    ).rejects.toMatchObject({ code: denied });
    await expect(database.call("editor", "public.end_links_of_admin($1)", editor)).rejects.toMatchObject({
      code: denied,
    });
    expect(await database.call("admin", "public.end_links_of_admin($1)", editor)).toBe(true);
    expect(await listed()).toEqual([]);
    expect(await passes()).toEqual(ended.map(({ name }) => ({ name, ended: true })));
  });

  it("stays when the session was only idle, as it is at a door", async () => {
    await database.sql("update private.admin_sessions set seen_at = now() - interval '1 hour' where id = $1", session);
    await database.sql("delete from private.admin_sessions where id = $1", session);
    expect(await passes()).toEqual(ended.map(({ name }) => ({ name, ended: false })));
  });
});
