import { beforeEach, describe, expect, it } from "vitest";
import { settingsOf } from "../../../app/features/site/site-words.ts";
import { defaultSite } from "../../../app/site.ts";
import { type Actor, addEvent, denied, prepareDatabase, type Row } from "./prepared-database.ts";

interface Told {
  answer: unknown;
  site: { settings: Row | null; version: string } | null;
}

const database = prepareDatabase();
const { sql } = database;
const read = (actor: Actor, call: string, ...values: unknown[]) =>
  database.call<Told>(actor, `public.read_${call}`, ...values);
const eventsOf = async (actor: Actor, key: string | null) => (await read(actor, "events($1)", key)).answer as Row[];

describe("what the site says of itself", () => {
  beforeEach(() => database.signIn());

  it("comes along with whatever is read, until its version is known", async () => {
    const reads: [actor: Actor, call: (version: string) => string][] = [
      ["stranger", (version) => `nothing(${version})`],
      ["stranger", (version) => `events(null, ${version})`],
      ["stranger", (version) => `events('none', ${version})`],
      ["stranger", (version) => `issues(null, ${version})`],
      ["stranger", (version) => `library('resources', '', 1, null, null, ${version})`],
      ["member", (version) => `library('resources', '', 1, null, null, ${version})`],
      ["worker", (version) => `articles('article', 1, 12, ${version})`],
      ["worker", (version) => `article('article', 'none', 'test', ${version})`],
      ["worker", (version) => `home(${version})`],
      ["worker", (version) => `sitemap(${version})`],
    ];
    const before = (await read("stranger", "nothing()")).site;
    expect(before).toEqual({ settings: null, version: expect.any(String) });
    const settings = { ...settingsOf(defaultSite), name: "Hui o Kai" };
    await database.as("admin", "update public.site_settings set settings = $1::jsonb", JSON.stringify(settings));
    for (const [actor, call] of reads) {
      const { site } = await read(actor, call(`'${before?.version}'`));
      expect
        .soft(site, call(""))
        .toEqual({ settings: JSON.parse(JSON.stringify(settings)), version: expect.any(String) });
      expect.soft((await read(actor, call("null"))).site, call("")).toEqual(site);
      expect.soft((await read(actor, call(`'${site?.version}'`))).site, call("")).toBeNull();
    }
  });
});

describe("what pages read", () => {
  it.each([
    ["articles", "articles('article', 1, 12)", "articles_page('article', 1, 12)"],
    [
      "an article",
      "article('article', 'reading-the-bitcoin-paper', 'test')",
      "article_page('article', 'reading-the-bitcoin-paper', 'test')",
    ],
    ["the sitemap", "sitemap()", "sitemap()"],
  ])("is for the secret key alone where it is without the words: %s", async (_, call, inner) => {
    expect((await read("worker", call)).answer).toEqual(await database.call("worker", `public.${inner}`));
    for (const actor of ["stranger", "member", "admin"] as const)
      await expect(read(actor, call)).rejects.toMatchObject({ code: denied });
  });

  it("is of events what visitors may read: published ones, or the one of a key with the editions of its series", async () => {
    for (const [key, isPublished] of [
      ["kai-1", true],
      ["kai-2", true],
      ["kai-3", false],
      ["alone", true],
    ] as const)
      await addEvent(database, key, isPublished);
    await sql("update public.events set series = 'Kai' where key like 'kai-%'");
    const keys = (await eventsOf("stranger", null)).map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(["kai-1", "kai-2", "alone"]));
    expect(keys).not.toContain("kai-3");
    const [event = {}] = await eventsOf("stranger", "kai-1");
    expect((event.editions as Row[]).map(({ key }) => key).sort()).toEqual(["kai-1", "kai-2"]);
    expect(await eventsOf("stranger", "alone")).toMatchObject([{ key: "alone", editions: [], event_places: null }]);
    expect(await eventsOf("stranger", "kai-3")).toEqual([]);
    for (const hidden of ["is_published", "search_text", "dated_at"]) expect(event).not.toHaveProperty(hidden);
  });

  it("is of an event's places how many are taken, and nobody's", async () => {
    await addEvent(database, "kai-places");
    await sql("update public.events set attendee_limit = 5, takes_reservations = true where key = 'kai-places'");
    const [event] = await eventsOf("stranger", "kai-places");
    expect(event?.event_places).toEqual({ taken: 0, waiting: 0, moved_up: 0 });
  });

  it("is for Home the next three events, the last one whose day is known, and the latest article", async () => {
    type Home = { events: Row[]; articles: { articles: Row[] } };
    const home = async () => (await read("worker", "home()")).answer as Home;
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
      // The later of two assignments would be an error.
      if (changes.startsWith("date_precision")) set.splice(1, 1);
      await sql(`update public.events set ${set.join(", ")} where key = $1`, key, days);
    }
    await addEvent(database, "some-day");
    expect(await shownKeys()).toEqual(["third", "second", "first", "last"]);
    const last = (await home()).events.at(-1);
    expect(last).toMatchObject({ event_places: { taken: 0, waiting: 0, moved_up: 0 }, recap: null });
    const { about, editions, ...listed } = (await eventsOf("stranger", null))[0] ?? {};
    expect(Object.keys(last ?? {}).sort(), "what every visitor may read").toEqual(Object.keys(listed).sort());
    await sql("delete from public.events where key in ('second', 'third', 'fourth')");
    expect(await shownKeys()).toEqual(["some-day", "first", "last"]);
    for (const actor of ["stranger", "member", "admin"] as const)
      await expect(read(actor, "home()")).rejects.toMatchObject({ code: denied });
  });

  it("is of the newsletter what was sent, with its HTML where one is asked for", async () => {
    await sql(
      `insert into public.newsletter_issues (slug, subject, markdown, html, renderer, scheduled_at, sent_at, recipients, letter)
       values ('draft', 'Draft', 'A', null, null, null, null, null, null),
         ('sent', 'Sent', 'B', '<p>B</p>', 'test', now(), now(), 0, '{}')`,
    );
    const listed = { slug: "sent", subject: "Sent", preview_text: "", sent_at: expect.any(String) };
    expect((await read("stranger", "issues()")).answer).toEqual([listed]);
    expect((await read("stranger", "issues('sent')")).answer).toEqual([{ ...listed, html: "<p>B</p>" }]);
    expect((await read("stranger", "issues('draft')")).answer).toEqual([]);
  });
});
