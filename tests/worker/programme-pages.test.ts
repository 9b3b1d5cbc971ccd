import { readFileSync } from "node:fs";
import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { brotliBytes } from "../../harness/building/weights.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { madeAnew, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { seasonTemplate, withTables } from "./tables.ts";

const validator = new HtmlValidate(new StaticConfigLoader(JSON.parse(readFileSync(".htmlvalidate.json", "utf8"))));
const path = "/events/ethereum/programme";

let stack: Stack;
let admin: Visitor;
beforeAll(async () => {
  stack = await startStack(await seasonTemplate());
  admin = await signIn(new Visitor(stack.url));
});
afterAll(async () => {
  await stack?.stop();
});

const visitor = () => new Visitor(stack.url);
const get = (address: string) => visitor().get(address, madeAnew);
const read = async (address: string) => new Page((await get(address)).body);
const sql = <Result>(text: string, ...parameters: unknown[]) =>
  withTables(stack, (run) => run<Result>(text, ...parameters));

async function expectValid(body: string) {
  const { results } = await validator.validateString(body);
  expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
}

/** A published event with 80 speakers, each in a talk; half of them have a picture. */
async function addSpeakers(key: string) {
  const [event] = await sql<{ id: string }>(
    `insert into public.events (key, title, place, summary, starts_at, date_precision, is_published)
     values ($1, 'A conference', 'Hilo', 'It is large.', '2094-05-20 00:00-10', 'day', true) returning id`,
    key,
  );
  await sql("insert into public.programmes (id, published_at) values ($1, now())", event?.id);
  await sql(
    `insert into public.speakers (event_id, name, organization, biography, picture_path, picture_alt, picture_width, picture_height)
     select $1, 'Speaker Kaʻōpūlani ' || n, 'Organization ' || n, 'Says **things**.', case when n % 2 = 0 then '/uploads/' || md5(n::text) || '-1200x1200_320_640.jpg' end,
       case when n % 2 = 0 then 'Speaker ' || n || ' in front of the sea' end, case when n % 2 = 0 then 1200 end, case when n % 2 = 0 then 1200 end
     from generate_series(1, 80) n`,
    event?.id,
  );
  await sql("insert into public.talks (event_id, title) values ($1, 'All of them')", event?.id);
  await sql(
    `insert into public.talk_speakers (talk_id, speaker_id, event_id, position)
     select t.id, s.id, t.event_id, row_number() over (order by s.number) from public.talks t join public.speakers s using (event_id) where event_id = $1`,
    event?.id,
  );
}

describe("the speakers of a program", () => {
  test("are listed, each with a page that has their talks, which link back to it", async () => {
    const page = await read("/events/ethereum/speakers");
    expect(page.attributes("main a", "href")).toContain(path);
    const names = page.texts("main h2");
    expect(names).toEqual([...names].sort());
    const href = page.attributes("main h2 a", "href").find((each) => each.includes("keoni")) ?? "";
    expect(href).toMatch(/^\/events\/ethereum\/speakers\/\d+-keoni-makoa$/);
    const { body } = await get(href);
    await expectValid(body);
    const own = new Page(body);
    expect(own.text("h1")).toBe("Keoni Makoa");
    expect(own.text("main .talk-list")).toContain("Friday, September 18, 2026, 10:00 AM to 12:00 PM");
    const talk = own.attributes("main .talk-list a", "href")[0] ?? "";
    expect((await read(talk)).attributes("main h3 a", "href")).toContain(href);
    const person = own.structured.find((thing) => thing["@type"] === "Person");
    expect(person).toMatchObject({ name: "Keoni Makoa", url: stack.url + href });
    expect(person?.performerIn).toContainEqual(
      expect.objectContaining({ performer: [expect.objectContaining({ url: stack.url + href })] }),
    );
    expect(body).not.toMatch(/[a-z0-9]@[a-z0-9]/i);
    const [number] = /\d+/.exec(href) ?? [];
    const other = await visitor().get(`/events/ethereum/speakers/${number}-someone-else`);
    expect([other.status, other.headers.location]).toEqual([301, href]);
    for (const gone of [
      `/events/bitcoin/speakers/${number}`,
      "/events/bitcoin/speakers",
      "/events/ethereum/speakers/999999999",
      "/events/ethereum/speakers/x",
      "/events/nope/speakers",
    ])
      expect((await visitor().get(gone)).status, gone).toBe(404);
  });

  test("fit on one light page if there are 80, with the pictures that have descriptions", async () => {
    await addSpeakers("eighty");
    const { body } = await get("/events/eighty/speakers");
    await expectValid(body);
    const page = new Page(body);
    expect(page.texts("main h2")).toHaveLength(80);
    expect(page.attributes("main .speaker img", "alt").filter((alt) => /^Speaker \d+ in front/.test(alt))).toHaveLength(
      40,
    );
    expect(brotliBytes(body)).toBeLessThanOrEqual(14 * 1024);
  });

  test("are in the site map with the talks, and search finds talks by title and speaker", async () => {
    const { body } = await visitor().get("/sitemap.xml", madeAnew);
    for (const found of [
      /\/events\/ethereum\/programme</,
      /\/events\/ethereum\/speakers</,
      /\/speakers\/\d+-keoni-makoa</,
      /\/talks\/\d+-your-first-smart-contract</,
    ])
      expect(body).toMatch(found);
    const results = await read("/search?q=smart+contract+makoa&kind=talks");
    const [href] = results.attributes("#results ol a", "href");
    expect(href).toMatch(/^\/events\/ethereum\/talks\/\d+-your-first-smart-contract$/);
    expect((await visitor().get(href ?? "")).status).toBe(200);
    expect(results.text("#results ol .hint")).toBe(
      "Workshop · ETH Hawaii · Friday, September 18, 2026 · 10:00 AM to 12:00 PM HST",
    );
  });
});

describe("current talks and changes", () => {
  /** An event that is on: one talk now, two next, one tomorrow and one that is over. */
  async function addToday(key: string) {
    const [event] = await sql<{ id: string }>(
      `insert into public.events (key, title, place, summary, starts_at, date_precision, is_published)
       values ($1, 'Today', 'Hilo', 'It is on.', now() - interval '3 hours', 'exact', true) returning id`,
      key,
    );
    await sql(
      `insert into public.talks (event_id, title, starts_at, ends_at)
       select $1, title, now() + make_interval(mins => starts), now() + make_interval(mins => ends)
       from (values ('Over', -120, -60), ('On', -10, 30), ('Soon', 40, 90), ('Also soon', 40, 60), ('Tomorrow', 1500, 1560)) t (title, starts, ends)`,
      event?.id,
    );
    await sql("insert into public.programmes (id, published_at) values ($1, now())", event?.id);
    return event?.id;
  }

  test("are rendered by the server, and current talks are not cached past their next change", async () => {
    await addToday("today");
    const sections = async () => {
      const page = await read("/events/today/programme");
      return [page.texts("#now ~ ul .talk-entry > a"), page.texts("#next ~ ul .talk-entry > a")];
    };
    expect(await sections()).toEqual([["On"], ["Soon", "Also soon"]]);
    await sql("update public.talks set ends_at = now() + interval '4 seconds' where title = 'On'");
    const kept = () => visitor().get("/events/today/programme");
    expect(new Page((await get("/events/today/programme")).body).all("#now")).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 4500));
    expect(new Page((await kept()).body).all("#now")).toHaveLength(0);
    await sql("update public.talks set status = 'cancelled' where title = 'Soon'");
    expect(await sections()).toEqual([[], ["Also soon"]]);
    await sql(
      "delete from public.talks where title <> 'Over' and event_id = (select id from public.events where key = 'today')",
    );
    expect(await sections()).toEqual([[], []]);
  }, 30_000);

  test("list what differs from the published program, with the time of each change", async () => {
    const id = await addToday("changing");
    const [talk] = await sql<{ id: string; version: string }>(
      "select id, updated_at::text as version from public.talks where event_id = $1 and title = 'Tomorrow'",
      id,
    );
    expect((await read("/events/changing/programme")).all(".changes")).toHaveLength(0);
    const answer = await admin.post(`/admin/events/${id}/programme/${talk?.id}`, {
      ...{ title: "Tomorrow", kind: "talk", language: "en", day: "2094-05-20", start: "23:30", end: "00:30" },
      ...{ abstract: "", version: talk?.version ?? "" },
    });
    expect(answer.status).toBe(303);
    await sql("delete from public.talks where event_id = $1 and title = 'Over'", id);
    const { body } = await get("/events/changing/programme?day=all");
    await expectValid(body);
    const lines = new Page(body).texts(".changes li");
    expect(lines).toHaveLength(2);
    expect(lines.join("\n")).toMatch(
      /Moved: Tomorrow: now Thursday, May 20, 2094, 11:30 PM to 12:30 AM \(was .+ to .+\) ?Changed .+ HST/,
    );
    expect(lines.join("\n")).toMatch(/No longer in the program: Over ?Changed/);
  });
});

describe("an organizer", () => {
  const base = async () => {
    const [event] = await sql<{ id: string }>("select id from public.events where key = 'ethereum'");
    return `/admin/events/${event?.id}/programme`;
  };

  test("exports the program as a file in which no spreadsheet computes a formula", async () => {
    const address = `${await base()}.csv`;
    await sql("update public.talks set title = '=1+1' where title = 'Paying fees only once'");
    const answer = await admin.get(address);
    expect(answer.headers["content-type"]).toContain("text/csv");
    expect(answer.headers["content-disposition"]).toMatch(/program-ethereum-\d{4}-\d\d-\d\d\.csv/);
    const lines = answer.body.split("\r\n");
    expect(lines[0]).toContain('"Day","Start (HST)","End (HST)","Room","Kind","Title","Speakers"');
    expect(answer.body).toContain(
      '"2026-09-18","10:00","12:00","Workshop room","Workshop","Your first smart contract","Keoni Makoa"',
    );
    expect(answer.body).toContain(`"'=1+1"`);
    expect((await visitor().get(address)).status).toBe(302);
    expect((await admin.get("/admin/events/00000000-0000-4000-8000-000000000000/programme.csv")).status).toBe(404);
    await sql("update public.talks set title = 'Paying fees only once' where title = '=1+1'");
  });

  test("shows a draft by a link that is not cached or indexed, and can be ended", async () => {
    const programme = await base();
    await sql("update public.programmes set published_at = null");
    const token = new Page((await admin.get(`${programme}/preview`)).body).value("token") ?? "";
    const made = await admin.post(`${programme}/preview`, { intent: "link", token });
    const shown = new Page((await admin.get(made.headers.location ?? "")).body);
    const address = `/preview/${token}`;
    expect(shown.attributes("#link ~ p a", "href")).toEqual([stack.url + address]);
    expect((await get(path)).status).toBe(404);
    const { status, headers, body } = await get(address);
    expect([status, headers["cache-control"], headers["x-robots-tag"]]).toEqual([
      200,
      "private, no-store",
      expect.stringContaining("noindex"),
    ]);
    await expectValid(body);
    const page = new Page(body);
    expect(page.text("main .notice")).toContain("This is a preview.");
    expect(page.texts("main h2")).toHaveLength(3);
    expect(page.text("main")).toContain("Your first smart contract");
    const recorded = /^https:\/\/example\.org\/(slides|recordings)\/\w/;
    expect(page.attributes("main a", "href").filter((href) => !recorded.test(href))).toEqual([]);
    expect(page.all('main input[type="checkbox"]')).toHaveLength(0);
    expect((await admin.post(`${programme}/preview`, { intent: "end" })).status).toBe(303);
    for (const none of [address, "/preview/x", `/preview/${"a".repeat(32)}`]) {
      const gone = await get(none);
      expect([gone.status, new Page(gone.body).text("h1")]).toEqual([404, "This link no longer works"]);
    }
    await sql("update public.programmes set published_at = now()");
  });

  test("keeps the first publication time, and so the list of changes, when publishing twice", async () => {
    const programme = await base();
    const at = () =>
      sql<{ at: string }>(
        "select published_at::text as at from public.programmes p join public.events e on e.id = p.id and e.key = 'ethereum'",
      );
    const before = await at();
    expect((await admin.post(programme, { intent: "publish" })).status).toBe(303);
    expect(await at()).toEqual(before);
  });
});
