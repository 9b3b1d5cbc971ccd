import { beforeEach, describe, expect, it } from "vitest";
import { digestOfCode } from "../../../app/features/attendance/check-in/phone/code-digest.ts";
import { addEvent, denied, key, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();
const pass = "a".repeat(64);
const otherPass = "b".repeat(64);
let event: string;
/** codes by name */
let codes: Record<string, string>;

const ask = <Value>(text: string, ...parameters: unknown[]) =>
  database.call<Value>("worker", `public.${text}`, ...parameters);
const listOf = (digest = pass) => ask<Row>("phone_list($1)", digest);
const moveStart = (at: string) =>
  database.sql(
    `update public.events set starts_at = ${at}, ends_at = ${at} + interval '2 hours', date_precision = 'exact' where id = $1`,
    event,
  );

interface Sent {
  id: string;
  kind?: string;
  name?: string;
  people?: number;
  age?: number;
  of?: string;
  seen?: unknown;
}

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
/** Sends presses as a phone with the pass does. @returns the outcomes in their order */
async function send(presses: Sent[], { digest = pass, helper = "Leilani" } = {}) {
  const [row] = await database.sql<{ id: string }>("select id from public.door_passes where token_digest = $1", digest);
  const sent = presses.map(async ({ name, kind = "check-in", age = 0, ...press }) => ({
    ...{ kind, age, ...press },
    code: name ? await digestOfCode(row?.id ?? "", codes[name] ?? name) : undefined,
  }));
  const answers = await ask<Row[] | null>(
    "take_presses($1, $2, $3)",
    digest,
    helper,
    JSON.stringify(await Promise.all(sent)),
  );
  return answers;
}
const outcomes = async (...given: Parameters<typeof send>) => (await send(...given))?.map(({ outcome }) => outcome);
const standing = async (name: string) =>
  (await database.sql("select arrived, checked_in_by from public.reservations where code = $1", codes[name]))[0];
const out = { arrived: null, checked_in_by: null };

beforeEach(async () => {
  event = await addEvent(database, "luau");
  await moveStart("now() + interval '30 days'");
  await database.sql(
    "update public.events set attendee_limit = 4, party_limit = 3, takes_reservations = true where id = $1",
    event,
  );
  const guests: [string, number][] = [
    ["Kaʻiulani Kāne", 3],
    ["Noe", 1],
    ["Moana", 2],
  ];
  for (const [index, [name, party]] of guests.entries())
    await ask(
      "join_waitlist('luau', $1, $2, '1', false, false, $3, $4)",
      name,
      `door-${index}@example.test`,
      key(index),
      party,
    );
  const rows = await database.sql<{ name: string; code: string }>(
    "select w.name, r.code from public.reservations r join public.waitlist_entries w using (id)",
  );
  codes = Object.fromEntries(rows.map(({ name, code }) => [name, code]));
  for (const digest of [pass, otherPass])
    await database.sql(
      "insert into public.door_passes (event_id, name, token_digest) values ($1, 'Front', $2)",
      event,
      digest,
    );
  await moveStart("now() + interval '1 hour'");
});

describe("the list for a phone", () => {
  it("holds names, parties and who is in, with a digest for each code, and nothing else", async () => {
    await send([{ id: id(1), name: "Noe" }]);
    const list = await listOf();
    expect(Object.keys(list).sort()).toEqual(["closes_in", "guests", "key", "state", "title"]);
    expect(list.closes_in).toBeGreaterThan(6.9 * 3_600_000);
    expect(list.closes_in).toBeLessThanOrEqual(7 * 3_600_000);
    expect(list.guests).toEqual([
      {
        code: await digestOfCode(String(list.key), codes["Kaʻiulani Kāne"] ?? ""),
        ...{ name: "Kaʻiulani Kāne", party: 3, arrived: null, at: null, by: null },
      },
      {
        code: await digestOfCode(String(list.key), codes.Noe ?? ""),
        ...{ name: "Noe", party: 1, arrived: 1, at: expect.any(String), by: "Leilani" },
      },
    ]);
    expect(JSON.stringify(list)).not.toMatch(new RegExp(Object.values(codes).join("|")));
    const other = await listOf(otherPass);
    expect((other.guests as Row[])[0]?.code).not.toBe((list.guests as Row[])[0]?.code);
  });

  it.each([
    ["before its hours", () => moveStart("now() + interval '3 hours'")],
    ["after its hours", () => moveStart("now() - interval '7 hours'")],
    ["of a pass that was taken back", () => database.sql("update public.door_passes set ended_at = now()")],
    ["of a pass that never was", () => database.sql("delete from public.door_passes")],
    [
      "of an event that was canceled",
      () => database.sql("update public.events set status = 'cancelled' where id = $1", event),
    ],
  ])("is none %s", async (_when, change) => {
    await change();
    expect(await listOf()).toEqual({ state: "ended" });
  });
});

describe("presses of a phone", () => {
  it("count once for an id, however often and in whatever company they are sent", async () => {
    const presses: Sent[] = [
      { id: id(1), name: "Kaʻiulani Kāne", people: 9 },
      { id: id(2), kind: "walk-in", people: 4 },
    ];
    expect(await outcomes(presses)).toEqual(["in", "walked-in"]);
    expect(await outcomes([...presses, { id: id(3), name: "Noe" }, ...presses])).toEqual([
      "in",
      "walked-in",
      "in",
      "in",
      "walked-in",
    ]);
    expect(await standing("Kaʻiulani Kāne")).toEqual({ arrived: 3, checked_in_by: "Leilani" });
    expect(await database.sql("select people from public.walk_ins")).toEqual([{ people: 4 }]);
  });

  it("give the spot in time to who was first to send, and say to the other who that was", async () => {
    expect(await outcomes([{ id: id(1), name: "Kaʻiulani Kāne", people: 2, age: 60_000 }])).toEqual(["in"]);
    const [answer] =
      (await send([{ id: id(2), name: "Kaʻiulani Kāne", people: 1, age: 600_000 }], {
        helper: "Kimo",
        digest: otherPass,
      })) ?? [];
    expect(answer).toEqual({ id: id(2), outcome: "already-in", by: "Leilani", arrived: 2, at: expect.any(String) });
    expect(await standing("Kaʻiulani Kāne")).toEqual({ arrived: 2, checked_in_by: "Leilani" });
  });

  it("were made when the phone says how long ago, be it a day, and never in the future", async () => {
    await send([
      { id: id(1), name: "Noe", age: 20 * 60_000 },
      { id: id(2), kind: "walk-in", people: 1, age: -3 * 3_600_000 },
    ]);
    const ages = await database.sql(
      "select round(extract(epoch from now() - pressed_at))::int as seconds from public.door_presses order by id",
    );
    expect(ages).toEqual([{ seconds: 1200 }, { seconds: 0 }]);
    const [row] = await database.sql(
      "select checked_in_at = now() - interval '20 minutes' as exact from public.reservations where code = $1",
      codes.Noe,
    );
    expect(row).toEqual({ exact: true });
  });

  it("that undo take back what they name, and not what somebody else has done since", async () => {
    expect(
      await outcomes([
        { id: id(1), name: "Noe" },
        { id: id(2), kind: "undo", name: "Noe", of: id(1) },
      ]),
    ).toEqual(["in", "undone"]);
    expect(await standing("Noe")).toEqual(out);
    expect(await outcomes([{ id: id(3), name: "Noe" }], { helper: "Kimo", digest: otherPass })).toEqual(["in"]);
    // Leilani's phone had no answer, and its check-in comes after Kimo's.
    expect(
      await outcomes([
        { id: id(4), name: "Noe", age: 1000 },
        { id: id(5), kind: "undo", name: "Noe", of: id(4) },
        { id: id(6), kind: "undo", name: "Noe" },
        { id: id(7), kind: "undo", name: "Noe", seen: "2020-01-01T00:00:00Z" },
      ]),
    ).toEqual(["already-in", "not-in", "not-in", "not-in"]);
    expect(await standing("Noe")).toEqual({ arrived: 1, checked_in_by: "Kimo" });
    const seen = ((await listOf()).guests as Row[]).find(({ name }) => name === "Noe")?.at;
    expect(await outcomes([{ id: id(8), kind: "undo", name: "Noe", seen }])).toEqual(["undone"]);
  });

  it("take walk-ins back", async () => {
    const people = 2;
    expect(
      await outcomes([
        { id: id(1), kind: "walk-in", people },
        { id: id(2), kind: "undo-walk-in", of: id(1) },
      ]),
    ).toEqual([...["walked-in", "walk-in-undone"]]);
    expect(await database.sql("select from public.walk_ins")).toEqual([]);
  });

  it("need a spot and a code of this event", async () => {
    await database.sql(
      "update public.reservations set state = 'canceled', hold_until = null where code = $1",
      codes.Noe,
    );
    expect(
      await outcomes([
        { id: id(1), name: "Noe" },
        { id: id(2), name: "Moana" },
        { id: id(3), name: "ABCDEFGH" },
      ]),
    ).toEqual([...["no-spot", "no-spot", "not-found"]]);
    expect(await database.sql("select from public.reservations where checked_in_at is not null")).toEqual([]);
  });

  it.each([
    ["an hour after closing", "now() - interval '7 hours'", "in", true],
    ["a day after closing, but for a minute", "now() - interval '29 hours 59 minutes'", "in", true],
    ["a day after closing", "now() - interval '30 hours'", "too-late", true],
    ["before its hours", "now() + interval '3 hours'", "closed", false],
  ])("that come %s", async (_when, start, outcome, isLate) => {
    await moveStart(start);
    expect(await outcomes([{ id: id(1), name: "Noe", people: 1 }])).toEqual([outcome]);
    expect(await database.sql("select outcome, is_late from public.door_presses")).toEqual([
      { outcome, is_late: isLate },
    ]);
    expect(await standing("Noe")).toEqual(outcome === "in" ? { arrived: 1, checked_in_by: "Leilani" } : out);
  });

  it("of a pass that was taken back are listed and not counted, also when they are sent again", async () => {
    await database.sql("update public.door_passes set ended_at = now() where token_digest = $1", pass);
    const presses: Sent[] = [
      { id: id(1), name: "Noe" },
      { id: id(2), kind: "walk-in", people: 3 },
      { id: id(3), kind: "undo", name: "Noe", of: id(1) },
    ];
    for (let time = 0; time < 2; time += 1)
      expect(await outcomes(presses)).toEqual(["pass-ended", "pass-ended", "pass-ended"]);
    expect([await standing("Noe"), await database.sql("select from public.walk_ins")]).toEqual([out, []]);
    const rows = await database.as(
      "admin",
      "select kind, people, helper, outcome from public.door_presses order by id",
    );
    expect(rows[0]).toEqual({ kind: "check-in", people: 1, helper: "Leilani", outcome: "pass-ended" });
    expect(await database.as("member", "select from public.door_presses")).toEqual([]);
    await expect(database.as("admin", "delete from public.door_presses")).rejects.toMatchObject({ code: denied });
  });

  it("of a pass that was taken back tell nothing about a guest, and at most 200 are stored", async () => {
    expect(await outcomes([{ id: id(1), name: "Noe" }])).toEqual(["in"]);
    await database.sql("update public.door_passes set ended_at = now() where token_digest = $1", pass);
    const many = Array.from({ length: 201 }, (_, at): Sent => ({ id: id(at + 2), name: "Noe" }));
    const answers = await send(many);
    expect(answers?.filter(({ at, by, arrived }) => at || by || arrived)).toEqual([]);
    const [stored] = await database.sql(
      "select count(*)::int as count from public.door_presses where outcome = 'pass-ended'",
    );
    expect(stored).toEqual({ count: 200 - 1 });
  });

  it("of a pass that is gone are answered with nothing, and those of another pass's id count for neither", async () => {
    expect(await outcomes([{ id: id(1), name: "Noe" }])).toEqual(["in"]);
    expect(await outcomes([{ id: id(1), name: "Noe" }], { digest: otherPass })).toEqual(["not-found"]);
    expect(await send([], { digest: "c".repeat(64) })).toBeNull();
  });

  it("go with their reservation and with their pass", async () => {
    await send([
      { id: id(1), name: "Noe" },
      { id: id(2), kind: "walk-in", people: 1 },
    ]);
    await database.sql("delete from public.waitlist_entries where name = 'Noe'");
    expect(await database.sql("select kind from public.door_presses")).toEqual([{ kind: "walk-in" }]);
    await database.sql("delete from public.door_passes");
    expect(await database.sql("select from public.door_presses")).toEqual([]);
  });
});
