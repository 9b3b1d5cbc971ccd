import { beforeEach, describe, expect, it } from "vitest";
import { addEvent, key, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();
const id = "00000000-0000-4000-8000-00000000000a";
let event: string;

interface Guest {
  name: string;
  email?: string;
  people?: number;
}

async function stage(guests: "came" | "coming", people: Guest[], staged = id) {
  const rows = people.map(({ name, email, people }, at) => ({
    ...{ line: at + 1, cells: [name, email ?? ""], checked: { name, people } },
    ...(email ? { email, address_key: key(at + 50) } : {}),
  }));
  return database.call(
    "editor",
    "public.stage_import($1, 'guests', 'The list at the door', $2, '{Name,Email}', '{}', $3, '{}', $4, $5)",
    ...[staged, guests === "coming" ? "Keep me a spot." : null, JSON.stringify(rows)],
    ...[JSON.stringify({ guests, mails: true }), event],
  );
}
const page = (staged = id) => database.call<{ counts: Row; rows: Row[] }>("editor", "public.import_page($1)", staged);
const verdicts = async () => (await page()).rows.map(({ state, refusal }) => refusal ?? state);
const apply = (staged = id) => database.call("editor", "public.apply_import($1, true)", staged);
const undo = (staged = id) => database.call("editor", "public.undo_import($1)", staged);
const people = () =>
  database.sql<Row>(
    `select w.name, r.state, r.arrived, r.checked_in_by, w.consent_version, r.hold_until is null as is_kept
      from public.waitlist_entries w join public.reservations r using (id) where w.event_id = $1 order by r.line`,
    event,
  );
const mails = () => database.sql<{ purpose: string }>("select purpose, queue from public.mails order by id");
const moveStart = (at: string) =>
  database.sql(
    `update public.events set starts_at = ${at}, ends_at = ${at} + interval '2 hours', date_precision = 'exact' where id = $1`,
    event,
  );

beforeEach(async () => {
  await database.addEditor();
  event = await addEvent(database, "paper");
  await moveStart("now() + interval '10 days'");
  await database.sql("update public.events set attendee_limit = 3, takes_reservations = true where id = $1", event);
  for (const [at, name] of ["Kaʻiulani", "Noa", "Noa"].entries())
    await database.call(
      "worker",
      "public.join_waitlist('paper', $1, $2, '1', false, false, $3)",
      name,
      `guest-${at}@paper.example`,
      key(at),
    );
  await database.sql("delete from public.mails");
});

describe("a list of who came", () => {
  beforeEach(() => moveStart("now() - interval '1 hour'"));
  const list: Guest[] = [
    { name: "Someone else", email: "GUEST-1@paper.example" },
    { name: "kaiulani" },
    { name: "Noa" },
    { name: "Kaʻiulani", email: "another@paper.example" },
    { name: "Pua", email: "pua@paper.example" },
    { name: "Lei" },
  ];

  it("knows people by address, then by a name that one person has, and is unsure of others", async () => {
    await stage("came", list);
    expect(await verdicts()).toEqual(["changed", "changed", "unsure", "unsure", "new", "new"]);
  });

  it("checks in who is known, adds who has an address, counts the others, and undoes all of it", async () => {
    const before = await people();
    await stage("came", list);
    expect(await apply()).toBe("applied");
    expect(await people()).toEqual([
      expect.objectContaining({ name: "Kaʻiulani", state: "placed", arrived: 1, checked_in_by: "List on paper" }),
      expect.objectContaining({ name: "Noa", state: "placed", arrived: 1 }),
      expect.objectContaining({ name: "Noa", arrived: null }),
      expect.objectContaining({ name: "Pua", state: "placed", arrived: 1, consent_version: "came-on-paper" }),
    ]);
    expect(await database.sql("select people, helper from public.walk_ins")).toEqual([
      { people: 1, helper: "List on paper" },
    ]);
    const kept = await database.sql<{ all: string }>(
      "select concat(r.cells, r.checked, r.email) as all from private.import_rows r union all select concat(w.*) from public.walk_ins w",
    );
    expect(
      kept.filter(({ all }) => all.includes("Lei")),
      "the name of a walk-in is stored nowhere",
    ).toEqual([]);
    expect(await mails()).toEqual([]);
    expect(await undo()).toBe("undone");
    const states = (rows: Row[]) => rows.map(({ name, state, arrived }) => [name, state, arrived]);
    expect(states(await people())).toEqual(states(before));
    expect(await database.sql("select from public.walk_ins")).toEqual([]);
  });

  it("counts all of a party, and of a known one at most as many as it had spots for", async () => {
    await database.sql("update public.reservations set party = 2 where line = 1");
    await stage("came", [
      { name: "Kaʻiulani", people: 3 },
      { name: "Pua", email: "pua@paper.example", people: 4 },
      { name: "Lei", people: 2 },
    ]);
    await apply();
    expect((await people()).map(({ name, arrived }) => [name, arrived])).toEqual([
      ...[
        ["Kaʻiulani", 2],
        ["Noa", null],
        ["Noa", null],
        ["Pua", 4],
      ],
    ]);
    expect(await database.sql("select people from public.walk_ins")).toEqual([{ people: 2 }]);
  });

  it("leaves who was checked in at the door as they are", async () => {
    await database.sql(
      "update public.reservations set arrived = 1, checked_in_at = now(), checked_in_by = 'Kimo' where line = 1",
    );
    await stage("came", [{ name: "Kaʻiulani" }, { name: "New", email: "new@paper.example" }]);
    expect(await verdicts()).toEqual(["there", "new"]);
    await apply();
    expect((await people())[0]).toMatchObject({ checked_in_by: "Kimo" });
  });

  it("gives who was added no email of any kind until they confirm on their own page, except the link they ask for", async () => {
    await stage("came", [{ name: "Pua", email: "pua@paper.example" }]);
    await apply();
    const [entry] = await database.sql<{ id: string }>("select id from public.waitlist_entries where name = 'Pua'");
    const content = async (purpose: string) =>
      (
        await database.sql<{ content: unknown }>(
          "select private.mail_content($1, $2, 1) as content",
          purpose,
          entry?.id,
        )
      )[0]?.content;
    expect(await content("reservation-ticket")).toBeNull();
    expect(await content("waitlist-receipt")).toMatchObject({ email: "pua@paper.example" });
    await database.sql("update public.waitlist_entries set confirmed_at = now() where id = $1", entry?.id);
    expect(await content("reservation-ticket")).toMatchObject({ email: "pua@paper.example" });
  });
});

describe("a list of who is coming", () => {
  const coming: Guest[] = [
    { name: "Pua", email: "pua@paper.example" },
    { name: "Lei", email: "lei@paper.example" },
    { name: "Kaʻiulani" },
    { name: "Without" },
  ];
  beforeEach(async () => {
    await database.sql("update public.events set attendee_limit = 4 where id = $1", event);
  });

  it("holds as many spots as a party has people", async () => {
    await stage("coming", [
      { name: "Pua", email: "pua@paper.example", people: 2 },
      { name: "Lei", email: "lei@paper.example" },
    ]);
    await apply();
    const parties = await database.sql<Row>(
      "select w.name, r.party, r.state from public.waitlist_entries w join public.reservations r using (id) order by r.line desc limit 2",
    );
    expect(parties).toEqual([
      { name: "Lei", party: 1, state: "placed" },
      { name: "Pua", party: 2, state: "waiting" },
    ]);
  });

  it("gives spots up to the limit, which wait for no email, and queues the letters of visitors' forms", async () => {
    await stage("coming", coming);
    expect(await verdicts()).toEqual(["new", "new", "there", "no-address"]);
    expect(await apply()).toBe("applied");
    const added = (await people()).slice(3);
    expect(added).toEqual([
      expect.objectContaining({ name: "Pua", state: "placed", is_kept: true, consent_version: "on-paper" }),
      expect.objectContaining({ name: "Lei", state: "waiting", consent_version: "on-paper" }),
    ]);
    expect(await mails()).toEqual([
      { purpose: "waitlist-receipt", queue: "strangers" },
      { purpose: "waitlist-receipt", queue: "strangers" },
    ]);
    expect(await database.sql("select distinct note from public.waitlist_entries where note is not null")).toEqual([
      { note: "Agreed on paper: Keep me a spot." },
    ]);
  });

  it("is undone except for people who have got their email", async () => {
    await stage("coming", coming.slice(0, 2));
    await apply();
    await database.sql(
      "update public.mails set attempts = 1 where person = (select id from public.waitlist_entries where name = 'Pua')",
    );
    expect(await undo()).toBe("undone");
    expect((await people()).map(({ name }) => name)).toEqual(["Kaʻiulani", "Noa", "Noa", "Pua"]);
    expect(await mails()).toHaveLength(1);
  });
});
