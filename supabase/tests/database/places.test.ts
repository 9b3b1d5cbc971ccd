import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { addEvent, checkViolation, denied, prepareDatabase, uniqueViolation } from "./prepared-database.ts";

const foreignKeyViolation = "23503";

const database = prepareDatabase();
const { sql } = database;

let place: string;
let event: string;

const kept = async (key = "an-event") =>
  (
    await sql<{
      place: string;
      place_details: Record<string, unknown> | null;
      sequence: number;
      news_at: string | null;
    }>("select place, place_details, sequence, news_at from public.events where key = $1", key)
  )[0];
const set = (column: string, value: unknown) =>
  database.attempt(`update public.places set ${column} = $1 where key = 'library'`, value);
const addPlace = async (key: string, name: string, more = "") =>
  (
    await sql<{ id: string }>(
      `insert into public.places (key, name, street, city, island${more && ", bus"})
       values ($1, $2, '1041 Koko Head Avenue', 'Honolulu', 'oahu'${more && `, '${more}'`}) returning id`,
      key,
      name,
    )
  )[0]?.id ?? "";
const move = (startsAt: string, key = "an-event") =>
  sql(`update public.events set starts_at = ${startsAt}, date_precision = 'exact', ends_at = null where key = $1`, key);

beforeEach(async () => {
  place = await addPlace("library", "Kaimukī Library", "Line 1");
  event = await addEvent(database, "an-event");
  await move("now() + interval '7 days'");
  await sql("update public.events set place_id = $1 where id = $2", place, event);
});

describe("a place", () => {
  it.each([
    ["name", 80],
    ["street", 70],
    ["city", 40],
    ...(["way_in", "bus", "parking", "steps", "seating", "quiet_space", "restrooms"] as const).map(
      (column) => [column, 300] as const,
    ),
  ] as const)("has 1 to the most characters of its %s", async (column, most) => {
    await set(column, "ʻ".repeat(most));
    for (const value of ["", " ", "a".repeat(most + 1)])
      await expect(set(column, value), value.slice(0, 40)).rejects.toMatchObject({ code: checkViolation });
  });

  it.each([
    ["an island that is not ours", "island", "fiji"],
    ["a latitude without a longitude", "latitude", 21],
    ["room for nobody", "capacity", 0],
  ])("has not %s", async (_what, column, value) => {
    await expect(set(column, value)).rejects.toMatchObject({ code: checkViolation });
  });

  it("has no twin of the same name and address", async () => {
    const twin = database.attempt(
      `insert into public.places (key, name, street, city, island)
       select 'twin', name, street, city, island from public.places where key = 'library'`,
    );
    await expect(twin).rejects.toMatchObject({ code: uniqueViolation });
    await addPlace("annex", "Kaimukī Library, annex");
  });

  it("whose texts are as long as they may be fits an event", async () => {
    await set("name", "n".repeat(80));
    await set("street", "s".repeat(70));
    await set("city", "c".repeat(40));
    expect((await kept())?.place).toHaveLength(194);
  });

  it("is seen by visitors once it is that of a published event, without its capacity", async () => {
    await sql("update public.events set is_published = false where id = $1", event);
    const seen = () => database.as("stranger", "select name, bus from public.places where key = 'library'");
    expect(await seen()).toEqual([]);
    await sql("update public.events set is_published = true where id = $1", event);
    expect(await seen()).toEqual([{ name: "Kaimukī Library", bus: "Line 1" }]);
    await expect(database.as("stranger", "select capacity from public.places")).rejects.toMatchObject({ code: denied });
  });

  it("is deleted only when no event is there", async () => {
    const remove = () => database.attempt("delete from public.places where id = $1", place);
    await expect(remove()).rejects.toMatchObject({ code: foreignKeyViolation, constraint: "events_place_id_fkey" });
    await sql("update public.events set place_id = null where id = $1", event);
    await remove();
    expect((await kept())?.place, "the words stay").toBe("Kaimukī Library, 1041 Koko Head Avenue, Honolulu");
  });
});

describe("the words of an event at a place", () => {
  const words = "Kaimukī Library, 1041 Koko Head Avenue, Honolulu";

  it("are those of the place", async () => {
    expect(await kept()).toMatchObject({
      place: words,
      place_details: { key: "library", name: "Kaimukī Library", city: "Honolulu", island: "oahu", bus: "Line 1" },
    });
    await sql("update public.events set place = 'Elsewhere' where id = $1", event);
    expect((await kept())?.place).toBe(words);
  });

  it("are typed if it is somewhere else", async () => {
    await sql("update public.events set place_id = null, place = 'A beach' where id = $1", event);
    expect(await kept()).toMatchObject({ place: "A beach", place_details: null });
  });

  it("must be those of a place that exists", async () => {
    const none = database.attempt("update public.events set place_id = $1 where id = $1", event);
    await expect(none).rejects.toMatchObject({ constraint: "events_place_id_fkey" });
  });

  it("change with the place while it is coming: a corrected address is news, another bus is not", async () => {
    await sql("update public.events set news_at = null where id = $1", event);
    const before = await kept();
    await set("bus", "Line 9");
    expect(await kept()).toMatchObject({ place: words, place_details: { bus: "Line 9" }, news_at: null });
    await set("street", "1042 Koko Head Avenue");
    const after = await kept();
    expect(after?.place).toBe("Kaimukī Library, 1042 Koko Head Avenue, Honolulu");
    expect(after?.sequence).toBe((before?.sequence ?? 0) + 1);
    expect(after?.news_at).not.toBeNull();
  });

  it.each([
    ["is over", () => move("now() - interval '1 day'")],
    ["is canceled", () => sql("update public.events set status = 'cancelled' where id = $1", event)],
  ])("stay as they were once it %s, whatever else of it changes", async (_state, end) => {
    await end();
    await set("street", "1042 Koko Head Avenue");
    await set("bus", "Line 9");
    await sql("update public.events set summary = 'It was good.', place = '' where id = $1", event);
    expect(await kept()).toMatchObject({ place: words, place_details: { bus: "Line 1" } });
  });

  it("are those of the place again when it gets a new date", async () => {
    await move("now() - interval '1 day'");
    await set("street", "1042 Koko Head Avenue");
    await move("now() + interval '300 days'");
    expect((await kept())?.place).toContain("1042");
  });

  it("change for a postponed event, whose new date is still to come", async () => {
    await move("now() - interval '1 day'");
    await sql("update public.events set status = 'postponed' where id = $1", event);
    await set("street", "1042 Koko Head Avenue");
    expect((await kept())?.place).toContain("1042");
  });

  it("are logged where admins read them, and the copy of the access facts is not", async () => {
    await database.as("admin", "update public.places set bus = 'Line 9' where key = 'library'");
    const logged = () =>
      sql("select table_name, changes from public.audit_log where table_name in ('events', 'places') order by id");
    expect(await logged()).toEqual([{ table_name: "places", changes: { bus: { old: "Line 1", new: "Line 9" } } }]);
    await database.as("admin", "update public.places set street = null where key = 'library'");
    expect((await logged()).slice(1)).toMatchObject([
      { table_name: "events", changes: { place: { old: words, new: "Kaimukī Library, Honolulu" } } },
      { table_name: "places", changes: { street: { old: "1041 Koko Head Avenue", new: null } } },
    ]);
  });
});

describe("the events of the seed and the samples", () => {
  it("have the words and access facts of their places", async () => {
    await sql(readFileSync("supabase/samples.sql", "utf8"));
    const events = await sql(
      `select e.key, e.place = p.in_words and e.place_details = private.place_details(p) as is_whole
       from public.events e join public.places p on p.id = e.place_id where e.id <> $1`,
      event,
    );
    expect(events.filter(({ is_whole }) => !is_whole)).toEqual([]);
    expect(events.map(({ key }) => key)).toEqual(expect.arrayContaining(["bitcoin", "first-wallet-workshop"]));
    // What the columns of events said before there were places; the tables are in seating and in a note of the event.
    expect((await kept("first-wallet-workshop"))?.place_details).toMatchObject({
      steps: "No steps from the parking lot; the door is 36 inches wide.",
      seating: expect.stringMatching(
        /^Chairs with backs, at tables or in rows, with room for a wheelchair at every table/,
      ),
      quiet_space: "The small meeting room by the entrance is open all evening.",
      parking: "Free in the lot behind the building after 5:00 PM.",
      bus: "Line 1, stop at Kahala Mall, five minutes on foot.",
    });
  });
});

describe("a series at a place", () => {
  it("makes later editions there with its corrected words, and does not take them for edited by hand", async () => {
    const [series] = await sql<{ id: string }>(
      `insert into public.series (key, name, template_id, frequency, weekday, every_weeks, first_day, editions_ahead)
       values ('evenings', 'Evenings', $1, 'weeks', 4, 1, now() + interval '20 days', 2) returning id`,
      event,
    );
    await sql("update public.events set series_id = $1 where id = $2", series?.id, event);
    await database.call("worker", "public.make_editions()");
    await set("street", "1042 Koko Head Avenue");
    await sql("update public.series set editions_ahead = 3 where id = $1", series?.id);
    await database.call("worker", "public.make_editions()");
    expect(
      await sql("select distinct place, count(*)::int from public.events where series_id = $1 group by 1", series?.id),
    ).toEqual([{ place: "Kaimukī Library, 1042 Koko Head Avenue, Honolulu", count: 4 }]);
    const edited = await sql(
      `select l.is_edited from public.events e cross join lateral private.template_of(e.series_id) t
       cross join lateral private.later_editions(e, t) l where e.id = $1`,
      event,
    );
    expect(edited).toEqual(Array(3).fill({ is_edited: false }));
  });
});

describe("the notes of organizers on a place", () => {
  const write = (actor: "admin" | "editor" | "member" | "stranger", notes: string) =>
    database.as(actor, "insert into public.place_notes (id, notes) values ($1, $2) returning id", place, notes);

  it("are read and written by admins alone", async () => {
    await database.addEditor();
    for (const actor of ["stranger", "member"] as const)
      await expect(write(actor, "The key is with Kai.")).rejects.toMatchObject({ code: denied });
    expect(await write("editor", "The key is with Kai.")).toHaveLength(1);
    expect(await database.as("admin", "select notes from public.place_notes")).toEqual([
      { notes: "The key is with Kai." },
    ]);
    expect(await database.as("member", "select notes from public.place_notes")).toEqual([]);
    await expect(database.as("stranger", "select notes from public.place_notes")).rejects.toMatchObject({
      code: denied,
    });
  });

  it("stand in no event, search or log, and go with their place", async () => {
    await write("admin", "Wi-Fi: hihimanu-2027");
    await database.as("admin", "update public.place_notes set notes = 'Wi-Fi: hihimanu-2028' where id = $1", place);
    const everywhere = await sql(
      `select 1 from public.audit_log where changes::text ~* 'hihimanu'
       union all select 1 from public.events e where to_jsonb(e)::text ~* 'hihimanu'
       union all select 1 from private.search_items s where to_jsonb(s)::text ~* 'hihimanu'`,
    );
    expect(everywhere).toEqual([]);
    expect(await sql("select verb from public.audit_log where table_name = 'place_notes' order by id")).toEqual([
      { verb: "insert" },
      { verb: "update" },
    ]);
    await sql("update public.events set place_id = null");
    await sql("delete from public.places where id = $1", place);
    expect(await sql("select 1 from public.place_notes")).toEqual([]);
  });
});
