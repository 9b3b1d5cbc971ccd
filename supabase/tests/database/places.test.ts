import { beforeEach, describe, expect, it } from "vitest";
import { addEvent, key, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();
const digest = (number: number) => number.toString(16).padStart(64, "0");
const own = digest(1);
let event: string;

const join = (name: string, email: string, forward = false) =>
  database.call("worker", "public.join_waitlist('luau', $1, $2, '1', false, $3, $4)", name, email, forward, key(1));
const link = (token: string, email: string) =>
  database.sql(
    "insert into public.waitlist_links (token_digest, entry_id) select $1, id from public.waitlist_entries where email = $2",
    token,
    email,
  );
const place = (token = own) => database.call<Row>("worker", "public.waitlist_place($1)", token);
const leave = (reason = "left", mailKey: string | null = null) =>
  database.call<boolean>("worker", "public.leave_place($1, $2, $3)", own, reason, mailKey);
const undo = () => database.call("worker", "public.return_to_place($1)", own);
const entries = () =>
  database.sql("select * from public.waitlist_entries where event_id = $1 order by created_at, id", event);

beforeEach(async () => {
  event = await addEvent(database, "luau");
  await join("Noe", "noe@example.org");
  await database.sql(
    "update public.waitlist_entries set created_at = created_at - interval '1 hour' where event_id = $1",
    event,
  );
  await join("Kai", "kai@example.org", true);
  await link(own, "kai@example.org");
});

describe("the place behind a link", () => {
  it("is counted among those who have not been told", async () => {
    expect(await place()).toMatchObject({
      state: "waiting",
      name: "Kai",
      email: "kai@example.org",
      place: 2,
      confirmed_at: null,
      event: { key: "luau" },
    });
    await database.sql("update public.waitlist_entries set told_at = now() where email = 'noe@example.org'");
    expect(await place()).toMatchObject({ place: 1 });
  });

  it("is nothing for a link that leads nowhere", async () => {
    expect(await place(digest(2))).toEqual({ state: "nowhere" });
    expect(await database.call("worker", "public.confirm_place($1)", digest(2))).toBe(false);
    expect(await database.call("worker", "public.rename_place($1, 'Kaʻi')", digest(2))).toBe(false);
    expect(await database.call("worker", "public.leave_place($1, 'left')", digest(2))).toBe(false);
    expect(await database.call("worker", "public.return_to_place($1)", digest(2))).toBe("too-late");
  });

  it("is confirmed once, at the first press", async () => {
    await database.call("worker", "public.confirm_place($1)", own);
    await database.sql(
      "update public.waitlist_entries set confirmed_at = now() - interval '1 day' where email = 'kai@example.org'",
    );
    await database.call("worker", "public.confirm_place($1)", own);
    const [kept] = await database.sql(
      "select confirmed_at < now() as first from public.waitlist_entries where email = 'kai@example.org'",
    );
    expect(kept).toEqual({ first: true });
  });

  it("is renamed alone", async () => {
    await database.call("worker", "public.rename_place($1, 'Kaʻi')", own);
    expect((await entries()).map(({ name }) => name)).toEqual(["Noe", "Kaʻi"]);
  });
});

describe("leaving", () => {
  it("takes the entry off the list, with what is owed to it, and undoing it gives back every part of it", async () => {
    await database.sql("update public.outbox set attempts = 3, last_error = 'status 500'");
    const before = await entries();
    const outbox = "select kind, waitlist_entry_id, idempotency_key, attempts, last_error from public.outbox";
    const owed = await database.sql(outbox);
    const total = () =>
      database.sql("select total from public.daily_totals where kind = 'waitlist' order by day desc limit 1");
    const counted = await total();
    expect(await leave()).toBe(true);
    expect(await entries()).toHaveLength(1);
    expect(await database.sql("select from public.outbox")).toEqual([]);
    expect(
      await database.sql("select from public.mails m join public.waitlist_departures d on d.entry_id = m.person"),
    ).toEqual([]);
    expect(await place()).toMatchObject({ state: "left", event: { key: "luau" } });
    expect(await leave(), "a second press").toBe(false);
    expect(await undo()).toBe("back");
    expect(await entries()).toEqual(before);
    expect(await database.sql(outbox)).toEqual(owed);
    expect(await total(), "nobody has joined by coming back").toEqual(counted);
    expect(await place()).toMatchObject({ state: "waiting", place: 2 });
    expect(await undo(), "a second press").toBe("too-late");
  });

  it("can be undone for 24 hours, and is forgotten then", async () => {
    await leave();
    await database.sql("update public.waitlist_departures set left_at = now() - interval '24 hours'");
    expect(await place()).toEqual({ state: "nowhere" });
    expect(await undo()).toBe("too-late");
  });

  it("undone by who has joined again meanwhile, keeps the new entry, and the link leads there", async () => {
    await leave();
    await join("Kai again", "KAI@example.org");
    expect(await undo()).toBe("joined-again");
    expect(await place()).toMatchObject({ state: "waiting", name: "Kai again" });
  });

  it("erased at once, then or later, leaves nothing to undo and no address", async () => {
    await leave();
    expect(await leave("erased")).toBe(true);
    expect(await place()).toMatchObject({ state: "erased" });
    expect(await undo()).toBe("too-late");
    const rows = await database.sql("select to_jsonb(d)::text as row from public.waitlist_departures d");
    expect(JSON.stringify(rows)).not.toMatch(/kai@|Kai/);
  });

  it("“not mine” erases and remembers not to write, as a digest", async () => {
    expect(await leave("not-mine", key(1))).toBe(true);
    expect(await database.sql("select address_key, reason from public.mail_suppressions")).toEqual([
      { address_key: key(1), reason: "not-mine" },
    ]);
    await database.sql("delete from public.mails");
    expect(await join("Kai", "kai@example.org"), "the page answers as ever").toBe("joined");
    expect(await database.sql("select from public.mails")).toEqual([]);
  });
});

it("erasing a person takes mails, links and what was left, and keeps that no mail is wanted", async () => {
  const erase = () =>
    database.call<{ outcome: string; erased: Row }>(
      "worker",
      "public.erase_person($1, 'kai@example.org', $2, $3, $4)",
      database.idOf("admin"),
      key(7),
      key(8),
      key(1),
    );
  await database.sql(
    "insert into public.mail_suppressions (address_key, stream, reason) values ($1, 'transactional', 'complained')",
    key(1),
  );
  expect(
    await database.call<Row>("admin", "public.personal_data('kai@example.org', $1, $2, $3)", key(7), key(8), key(1)),
  ).toMatchObject({
    mails: [{ purpose: "waitlist-receipt", state: "due" }, { purpose: "waitlist-receipt" }],
    left_waitlists: [],
    counters: { mail_limits: 1, mail_suppressions: 1 },
  });
  await leave();
  expect(
    await database.call<Row>("admin", "public.personal_data('kai@example.org', $1, $2, $3)", key(7), key(8), key(1)),
  ).toMatchObject({
    waitlists: [],
    left_waitlists: [{ name: "Kai", email: "kai@example.org", event: "An event" }],
    mentions: [],
  });
  expect(await erase()).toMatchObject({ outcome: "erased", erased: { departures: 1, mails: 1 } });
  for (const table of ["mails", "mail_limits", "waitlist_links", "waitlist_departures"]) {
    expect(await database.sql(`select from public.${table}`), table).toEqual([]);
  }
  expect(await database.sql("select from public.mail_suppressions")).toHaveLength(1);
});
