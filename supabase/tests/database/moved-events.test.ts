import { describe, expect, it } from "vitest";
import { addEvent, checkViolation, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();

type Change = Partial<Record<"starts_at" | "date_precision" | "status" | "title", string | null>>;

/** Changes an event in steps, and returns the start that it was moved from, or null. */
async function previousAfter(first: Change & { is_published?: boolean }, ...changes: Change[]) {
  const id = await addEvent(database, "an-event");
  for (const change of [{ is_published: true, ...first }, ...changes]) {
    const columns = Object.keys(change);
    const set = columns.map((column, index) => `${column} = $${index + 2}`);
    await database.sql(`update public.events set ${set} where id = $1`, id, ...Object.values(change));
  }
  const [event] = await database.sql<{ previous: Date | null }>(
    "select previous_starts_at as previous from public.events where id = $1",
    id,
  );
  return event?.previous?.toISOString() ?? null;
}

const evening = { date_precision: "exact", starts_at: "2097-05-20 18:00-10" };
const day = { date_precision: "day", starts_at: "2097-05-20 00:00-10" };

describe("an upcoming event that is moved", () => {
  it.each<[string, Change[]]>([
    ["to another day", [{ starts_at: "2097-06-20 18:00-10" }]],
    ["to another hour", [{ starts_at: "2097-05-20 19:00-10" }]],
    [
      "to a month, and to a day of it later",
      [
        { date_precision: "month", starts_at: "2097-06-01 00:00-10" },
        { date_precision: "day", starts_at: "2097-06-03 00:00-10" },
      ],
    ],
    [
      "to nothing yet, and to a day later",
      [
        { date_precision: "tba", starts_at: null },
        { ...day, starts_at: "2097-07-01 00:00-10" },
      ],
    ],
    ["after it was postponed", [{ status: "postponed" }, { status: "scheduled", starts_at: "2097-08-01 18:00-10" }]],
  ])("keeps its previous start: %s", async (_, changes) => {
    expect(await previousAfter(evening, ...changes)).toBe("2097-05-21T04:00:00.000Z");
  });

  it("keeps the latest of several announced dates", async () => {
    const moves = [{ starts_at: "2097-06-20 18:00-10" }, { starts_at: "2097-07-20 18:00-10" }];
    expect(await previousAfter(evening, ...moves)).toBe("2097-06-21T04:00:00.000Z");
  });

  it("keeps its previous start even if it was postponed and that date has passed", async () => {
    const postponed = { ...evening, starts_at: "2025-05-22 18:00-10", status: "postponed" };
    expect(await previousAfter(postponed, { status: "scheduled", starts_at: "2097-05-20 18:00-10" })).toBe(
      "2025-05-23T04:00:00.000Z",
    );
  });
});

describe("an event does not count as moved", () => {
  it.each<[string, Change & { is_published?: boolean }, Change[]]>([
    ["by what is no date", evening, [{ title: "Another title" }]],
    ["when the hour of its day becomes known", day, [evening]],
    ["when the hour of its day is taken back", evening, [day]],
    ["when its month or quarter becomes a day", { date_precision: "month", starts_at: "2097-05-01 00:00-10" }, [day]],
    ["when nobody has seen its date", { ...evening, is_published: false }, [{ starts_at: "2097-06-20 18:00-10" }]],
    ["when its row is used for the next edition", { ...evening, starts_at: "2025-05-22 18:00-10" }, [evening]],
    [
      "any more with the next edition",
      evening,
      [
        { starts_at: "2025-05-22 18:00-10" },
        { date_precision: "tba", starts_at: null },
        { ...day, starts_at: "2097-07-01 00:00-10" },
      ],
    ],
  ])("%s", async (_, first, changes) => {
    expect(await previousAfter(first, ...changes)).toBeNull();
  });
});

describe("the recap of an event", () => {
  const set = (column: string, value: string) =>
    database.attempt(`update public.events set ${column} = $1 where key = 'an-event'`, value);

  it("has 1 to 2,000 characters, and a web link that does not disguise its host", async () => {
    await addEvent(database, "an-event");
    await set("recap", "ʻ".repeat(2000));
    await set("recap_url", "https://photos.example/a?b#c");
    for (const [column, value] of [
      ["recap", " "],
      ["recap", "a".repeat(2001)],
      ["recap_url", "photos.example"],
      ["recap_url", "javascript:alert(1)"],
      ["recap_url", "https://bank.example@evil.example/"],
    ] as const)
      await expect(set(column, value), value.slice(0, 40)).rejects.toMatchObject({ code: checkViolation });
  });

  it("can be written by admins and read by visitors", async () => {
    const id = await addEvent(database, "an-event");
    await database.sql("update public.events set is_published = true where id = $1", id);
    await database.as("admin", `update public.events set recap = 'Forty came.' where id = '${id}'`);
    const seen = await database.call("stranger", "public.read_events('an-event')");
    expect(seen).toMatchObject([{ recap: "Forty came.", recap_url: null, previous_starts_at: null }]);
  });
});
