import { describe, expect, it } from "vitest";
import type { Event } from "../../../app/features/events/event/event.ts";
import { inOrder, shelvesOf, shownOf } from "../../../app/features/events/event/event-offer.ts";
import { settingsOf } from "../../../app/features/site/site-words.ts";
import { defaultSite } from "../../../app/site.ts";
import { type Actor, addEvent, denied, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();
const { sql } = database;
const read = <Answer = Row[]>(actor: Actor, call: string, ...values: unknown[]) =>
  database.call<Answer>(actor, `public.${call}`, ...values);
const eventsOf = (actor: Actor, key: string | null) => read(actor, "read_events($1)", key);

it("visitors read the site settings once an owner has saved them", async () => {
  await database.signIn();
  const read = () => database.as("stranger", "select settings from public.site_settings");
  expect(await read()).toEqual([]);
  const settings = JSON.parse(JSON.stringify({ ...settingsOf(defaultSite), name: "Hui o Kai" }));
  await database.as("admin", "update public.site_settings set settings = $1::jsonb", JSON.stringify(settings));
  expect(await read()).toEqual([{ settings }]);
});

describe("reads for pages", () => {
  it.each([
    ["articles", "articles_page('article', 1, 12)"],
    ["an article", "article_page('article', 'reading-the-bitcoin-paper', 'test')"],
    ["the sitemap", "sitemap()"],
  ])("are only for the secret key: %s", async (_, call) => {
    expect(await read("worker", call)).toEqual(expect.any(Object));
    for (const actor of ["stranger", "member", "admin"] as const)
      await expect(read(actor, call)).rejects.toMatchObject({ code: denied });
  });

  it("return published events, or the one with a key and the editions of its series", async () => {
    for (const [key, isPublished] of [
      ["kai-1", true],
      ["kai-2", true],
      ["kai-3", false],
      ["alone", true],
    ] as const)
      await addEvent(database, key, isPublished);
    await sql("insert into public.series (key, name, about) values ('evenings', 'Kai', 'By the sea.')");
    await sql(
      "update public.events e set series_id = s.id from public.series s where e.key like 'kai-%' and s.key = 'evenings'",
    );
    const keys = (await eventsOf("stranger", null)).map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(["kai-1", "kai-2", "alone"]));
    expect(keys).not.toContain("kai-3");
    const [event = {}] = await eventsOf("stranger", "kai-1");
    expect((event.editions as Row[]).map(({ key }) => key).sort()).toEqual(["kai-1", "kai-2"]);
    expect(await eventsOf("stranger", "alone")).toMatchObject([{ key: "alone", editions: [], event_spots: null }]);
    expect(event.series).toEqual({ key: "evenings", name: "Kai", about: null });
    expect(await eventsOf("stranger", "kai-3")).toEqual([]);
    const ofSeries = await read("stranger", "read_events(p_series => $1)", "evenings");
    expect(ofSeries.map(({ key }) => key).sort()).toEqual(["kai-1", "kai-2"]);
    expect(ofSeries[0]?.series).toEqual({ key: "evenings", name: "Kai", about: "By the sea." });
    expect(await read("stranger", "read_events(p_series => $1)", "nowhere")).toEqual([]);
    await sql(
      "update public.events set about = 'By the sea.', starts_at = '2020-01-01', date_precision = 'day' where key = 'kai-1'",
    );
    await sql(
      "update public.events set about = 'By the sea.', starts_at = now() + interval '1 day', date_precision = 'exact' where key = 'kai-2'",
    );
    for (const list of ["read_events()", "read_events(p_series => 'evenings')"]) {
      const texts = new Map((await read("stranger", list)).map((event) => [event.key, event.about]));
      expect([texts.get("kai-1"), texts.get("kai-2")], list).toEqual(["", "By the sea."]);
    }
    expect(await eventsOf("stranger", "kai-1")).toMatchObject([{ about: "By the sea." }]);
    for (const hidden of ["is_published", "search_text", "dated_at"]) expect(event).not.toHaveProperty(hidden);
  });

  it("return upcoming events, those with tabs, twelve past ones per page, and the keys of all", async () => {
    await sql("delete from public.events");
    for (let number = 1; number <= 30; number += 1) await addEvent(database, `kai-${number}`, number !== 30);
    await sql(
      `update public.events set starts_at = now() + (5 - substring(key from 5)::int) * interval '7 days', date_precision = 'exact',
         about = repeat('A sentence. ', 200)`,
    );
    await sql(
      "update public.events set tab_order = substring(key from 5)::int, tab_label = 'Kai' where key in ('kai-2', 'kai-9')",
    );
    await sql("update public.events set status = 'cancelled' where key in ('kai-3', 'kai-10')");
    await sql("update public.events set status = 'postponed' where key = 'kai-11'");
    type Page = { events: Event[]; page: number; pages: number; keys: string[] };
    const pageOf = (page: number) => read<Page>("stranger", "read_events(null, $1)", page);
    const all = (await eventsOf("stranger", null)) as unknown as Event[];
    const now = new Date();
    const expected = shelvesOf(inOrder(all, now), now);
    const keysOf = (events: Event[]) => events.map(({ key }) => key);
    for (const [asked, page] of [
      [1, 1],
      [2, 2],
      [99, 2],
    ] as const) {
      const found = await pageOf(asked);
      const shown = shelvesOf(inOrder(found.events, now), now);
      expect([found.page, found.pages]).toEqual([page, 2]);
      expect(keysOf(shown.past)).toEqual(keysOf(expected.past).slice((page - 1) * 12, page * 12));
      for (const shelf of ["special", "upcoming", "canceled"] as const)
        expect(keysOf(shown[shelf]), shelf).toEqual(keysOf(expected[shelf]));
      expect([...found.keys].sort()).toEqual(keysOf(all).sort());
      const next = shownOf(shown, "", now);
      for (const event of [...shown.special, next.next, next.event]) expect(event?.about ?? "A").not.toBe("");
      expect(JSON.stringify(found).length).toBeLessThan(25_000 + 5 * 2500);
    }
  });

  it("return only the next event and the next canceled event of each series for the events page", async () => {
    await sql("delete from public.events");
    await sql("insert into public.series (key, name) values ('evenings', 'Evenings'), ('mornings', 'Mornings')");
    for (let number = 1; number <= 250; number += 1) await addEvent(database, `kai-${number}`);
    await sql(
      "update public.events set starts_at = now() + substring(key from 5)::int * interval '1 day', date_precision = 'exact'",
    );
    await sql(
      "update public.events e set series_id = s.id from public.series s where s.key = 'evenings' and e.key not in ('kai-5', 'kai-249', 'kai-250')",
    );
    await sql(
      "update public.events e set series_id = s.id from public.series s where s.key = 'mornings' and e.key in ('kai-249', 'kai-250')",
    );
    await sql("update public.events set status = 'cancelled' where key in ('kai-1', 'kai-3')");
    const { events } = await read<{ events: Event[] }>("stranger", "read_events(null, 1)");
    const now = new Date();
    const { upcoming, canceled } = shelvesOf(inOrder(events, now), now);
    expect(upcoming.map(({ key }) => key)).toEqual(["kai-2", "kai-5", "kai-249"]);
    expect(canceled.map(({ key }) => key)).toEqual(["kai-1"]);
  });

  it("filter the events page by room or online, with the next matching event of a series", async () => {
    await sql("delete from public.events");
    await sql("insert into public.series (key, name) values ('evenings', 'Evenings')");
    for (let number = 1; number <= 40; number += 1) await addEvent(database, `kai-${number}`);
    await sql(
      "update public.events set starts_at = now() + (substring(key from 5)::int - 30.5) * interval '1 day', date_precision = 'exact'",
    );
    const pageOf = (meets: string | null, page = 1) =>
      read<{ events: Event[]; pages: number; keys: string[]; meets: string[] }>(
        "stranger",
        "read_events(p_page => $1, p_meets => $2)",
        page,
        meets,
      );
    expect((await pageOf("online")).events).toEqual([]);
    expect((await pageOf(null)).meets).toEqual(["room"]);
    await sql("update public.events set meets = 'online' where key in ('kai-1', 'kai-34', 'kai-36')");
    await sql("update public.events e set series_id = s.id from public.series s where e.starts_at > now()");
    await sql("update public.events set tab_order = 1 where key = 'kai-2'");
    const shown = async (meets: string | null, page?: number) =>
      (await pageOf(meets, page)).events.map(({ key }) => key);
    expect(await shown("online"), "beside the event with a tab").toEqual(["kai-34", "kai-2", "kai-1"]);
    expect((await shown("room"))[0]).toBe("kai-31");
    expect(await shown("room")).toContain("kai-2");
    expect(await shown("room", 3)).not.toContain("kai-1");
    const { pages, keys, meets } = await pageOf("online");
    expect([pages, (await pageOf("room")).pages, keys.length, meets]).toEqual([1, 3, 40, ["online", "room"]]);
  });

  it("filter by the island of the place, on the events page and for calendars, but not an event that is online only", async () => {
    await sql("delete from public.events");
    await sql(
      `insert into public.places (key, name, city, island) values
         ('hall', 'Hall', 'Hilo', 'hawaii'), ('garden', 'Garden', 'Hāna', 'maui')`,
    );
    for (const key of ["kai-hilo", "kai-hana", "kai-both", "kai-online", "kai-beach"]) await addEvent(database, key);
    await sql(
      `update public.events e set place_id = p.id from public.places p
       where p.key = case when e.key in ('kai-hana', 'kai-online') then 'garden' when e.key <> 'kai-beach' then 'hall' end`,
    );
    await sql("update public.events set meets = 'online' where key = 'kai-online'");
    await sql("update public.events set meets = 'both' where key = 'kai-both'");
    const feed = async (island: string | null) =>
      (await read<Event[]>("stranger", "read_events(p_island => $1)", island)).map(({ key }) => key).sort();
    expect(await feed("hawaii")).toEqual(["kai-both", "kai-hilo"]);
    expect(await feed("maui")).toEqual(["kai-hana"]);
    expect(await feed("lanai")).toEqual([]);
    expect(await feed(null)).toHaveLength(5);
    const page = await read<{ events: Event[]; islands: string[] }>(
      "stranger",
      "read_events(p_page => 1, p_island => 'hawaii')",
    );
    expect(page.events.map(({ key }) => key).sort()).toEqual(["kai-both", "kai-hilo"]);
    expect(page.islands.sort()).toEqual(["hawaii", "maui"]);
    const place = await read<{ place: { name: string } | null; events: Event[] }>("stranger", "place_page('hall')");
    expect([place.place?.name, place.events.map(({ key }) => key).sort()]).toEqual(["Hall", ["kai-both", "kai-hilo"]]);
    await sql("update public.events set is_published = false where place_id is not null");
    expect(await read("stranger", "place_page('hall')")).toEqual({ place: null, events: [] });
  });

  it("return only the numbers of an event's spots", async () => {
    await addEvent(database, "kai-places");
    await sql("update public.events set attendee_limit = 5, takes_reservations = true where key = 'kai-places'");
    const [event] = await eventsOf("stranger", "kai-places");
    expect(event?.event_spots).toEqual([{ attends: "room", taken: 0, waiting: 0, moved_up: 0 }]);
  });

  it("return for Home the next three events, the last one whose day is known, and the latest article", async () => {
    type Home = { events: Row[]; articles: { articles: Row[] } };
    const home = () => read<Home>("worker", "read_home()");
    const shownKeys = async () => (await home()).events.map(({ key }) => key);
    await sql("delete from public.events");
    expect(await home()).toMatchObject({ events: [], articles: { articles: [{ slug: expect.any(String) }] } });
    for (const [key, days, changes] of [
      ["hidden", 1, "is_published = false"],
      ["canceled", 2, "status = 'cancelled'"],
      ["postponed", 3, "status = 'postponed'"],
      ["first", 4, ""],
      ["second", 5, ""],
      ["third", 6, ""],
      ["fourth", 7, ""],
      ["some-month", -40, "date_precision = 'month'"],
      ["last", -50, "takes_reservations = true, attendee_limit = 5"],
      ["earlier", -60, ""],
    ] as const) {
      await addEvent(database, key);
      const set = ["starts_at = now() + $2 * interval '1 day'", "date_precision = 'exact'", changes].filter(Boolean);
      // Assigning a column twice would be an error.
      if (changes.startsWith("date_precision")) set.splice(1, 1);
      await sql(`update public.events set ${set.join(", ")} where key = $1`, key, days);
    }
    await addEvent(database, "some-day");
    expect(await shownKeys()).toEqual(["third", "second", "first", "last"]);
    const last = (await home()).events.at(-1);
    expect(last).toMatchObject({ event_spots: [{ attends: "room", taken: 0, waiting: 0, moved_up: 0 }], recap: null });
    const { about, editions, has_programme, call_deadline, questions, series, ...listed } =
      (await eventsOf("stranger", null))[0] ?? {};
    expect(Object.keys(last ?? {}).sort(), "columns of read_home, which are those of read_events").toEqual(
      Object.keys(listed).sort(),
    );
    await sql("delete from public.events where key in ('second', 'third', 'fourth')");
    expect(await shownKeys()).toEqual(["some-day", "first", "last"]);
    for (const actor of ["stranger", "member", "admin"] as const)
      await expect(read(actor, "read_home()")).rejects.toMatchObject({ code: denied });
  });

  it("return only sent issues of the newsletter, with the HTML if one is requested", async () => {
    await sql(
      `insert into public.newsletter_issues (slug, subject, markdown, html, renderer, scheduled_at, sent_at, recipients, letter)
       values ('draft', 'Draft', 'A', null, null, null, null, null, null),
         ('sent', 'Sent', 'B', '<p>B</p>', 'test', now(), now(), 0, '{}')`,
    );
    const listed = { slug: "sent", subject: "Sent", preview_text: "", sent_at: expect.any(String) };
    expect(await read("stranger", "read_issues()")).toEqual([listed]);
    expect(await read("stranger", "read_issues('sent')")).toEqual([{ ...listed, html: "<p>B</p>" }]);
    expect(await read("stranger", "read_issues('draft')")).toEqual([]);
  });
});
