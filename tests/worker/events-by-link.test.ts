// Over HTTP: no page, feed or file of the site shows an event by link to people without the link, or the form of one that nobody signs up for.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import siteMap from "../../app/routes.ts";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { madeAnew, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, isAwake, placeOf } from "./tables.ts";

const mark = "Kukuihoolua";
const key = "board-evening";

let stack: Stack;
let admin: Visitor;
let place: string;
const stranger = () => new Visitor(stack.url);
const addressNow = async () =>
  String((await stack.query("select address from public.events where key = $1", [key]))[0]?.address);

const form = {
  title: `${mark} board evening`,
  key,
  date_precision: "exact",
  date: "2030-05-20",
  start: "18:00",
  end: "20:00",
  meets: "room",
  place: `${mark} Hale, Hilo`,
  attendee_limit: "12",
  summary: `${mark}: the board meets.`,
  admission: "here",
  visibility: "link",
  is_published: "on",
  status: "scheduled",
};

beforeAll(async () => {
  stack = await startStack(databaseTemplate());
  await isAwake(stack);
  admin = await signIn(new Visitor(stack.url));
  const made = await admin.post("/admin/events/new", { new_id: crypto.randomUUID(), ...form });
  expect(made.status).toBe(303);
  place = await placeOf(stack, key);
  const id = place.split("/").at(-1);
  await stack.query("insert into public.series (key, name) values ('board', $1)", [mark]);
  await stack.query("insert into public.places (key, name, city, island) values ('hale', $1, 'Hilo', 'hawaii')", [
    mark,
  ]);
  await stack.query(
    `update public.events e set series_id = s.id, place_id = p.id, tab_order = 900
     from public.series s, public.places p where s.key = 'board' and p.key = 'hale' and e.id = $1`,
    [id],
  );
  await stack.query("insert into public.programmes (id, published_at) values ($1, now())", [id]);
  await stack.query("insert into public.rooms (event_id, name) values ($1, $2)", [id, mark]);
  await stack.query("insert into public.speakers (event_id, name) values ($1, $2)", [id, mark]);
  await stack.query(
    `insert into public.talks (event_id, title, is_announced, room_id, starts_at, ends_at)
     select $1, $2, true, r.id, '2030-05-21T04:00:00Z', '2030-05-21T05:00:00Z' from public.rooms r where r.event_id = $1`,
    [id, mark],
  );
  await stack.query(
    `insert into public.talk_speakers (talk_id, speaker_id, event_id, position)
     select t.id, s.id, t.event_id, 1 from public.talks t join public.speakers s using (event_id) where t.event_id = $1`,
    [id],
  );
});
afterAll(() => stack?.stop());

/** What stands in the URLs of pages that have parameters, for somebody who knows the keys and no secret. */
const known: Record<string, string[]> = {
  "events/:key": [key],
  "events/:key.ics": [key],
  "events/:key/programme": [key],
  "events/:key/call": [key],
  "events/:key/schedule.xml": [key],
  "events/:key/schedule.json": [key],
  "events/:key/agenda": [key],
  "events/:key/agenda.ics": [key],
  "events/:key/talks/:talk": [1, 2, 3, 4].map((number) => `${key}/talks/${number}`),
  "events/:key/speakers": [key],
  "events/:key/speakers/:speaker": [1, 2, 3, 4].map((number) => `${key}/speakers/${number}`),
  "places/:key": ["hale"],
  "series/:key": ["board"],
  "series/:key.ics": ["board"],
  "uploads/:name": ["a.png"],
  "resources/:guide": ["faqs"],
  "insights/:slug": ["reading-the-bitcoin-paper"],
  "newsletter/:slug": ["first"],
  "credentials/status/:list": ["1"],
};

/** Pages of one person, found by a token or a code; and posters, which are drawn from their path alone. */
const personal = /:(token|code)|^posters\//;

function pathsOf(pattern: string): string[] {
  if (!pattern.includes(":")) return [`/${pattern}`];
  const values = known[pattern];
  if (!values) throw new Error(`${pattern} is a new way in: say here what a stranger would enter`);
  return values.map((value) => (value.includes("/") ? `/events/${value}` : `/${pattern.replace(/:\w+/, value)}`));
}

const queries = [
  `/events?event=${key}`,
  "/events?page=1",
  "/events?meets=room",
  "/events?island=hawaii",
  `/search?q=${mark}`,
  `/search?q=${mark}&kind=event`,
  `/w?event=${key}`,
  "/contact?topic=events",
];

const publicPaths = () => [
  ...siteMap
    .map(({ path = "" }) => path)
    .filter((path) => !/^(admin|styleguide|\*)/.test(path) && !personal.test(path))
    .flatMap(pathsOf),
  ...queries,
];

/** The words of a page, without what the visitor has asked for. */
const traces = (body: string) =>
  [mark, `${key}-`].filter((trace) => body.replaceAll(`value="${mark}"`, "").includes(trace));

describe("without its link", () => {
  test("an event by link is on no page, feed, file or site map", async () => {
    const paths = publicPaths();
    expect(paths.length).toBeGreaterThan(55);
    for (const path of paths) {
      const answer = await stranger().get(path, madeAnew);
      const isSearch = path.startsWith("/search?");
      const body = isSearch ? new Page(answer.body).all("main ol, main .results").join() : answer.body;
      expect([path, traces(body)]).toEqual([path, []]);
      if (isSearch) expect(answer.body).not.toContain("board evening");
      if (path.startsWith(`/events/${key}`) || path === `/w?event=${key}`)
        expect([path, answer.status]).toEqual([path, 404]);
    }
  });

  test("its forms lead nowhere", async () => {
    const fields = { name: "Kai", email: "kai@example.org", event: key };
    expect((await stranger().post(`/events/${key}`, fields)).status).toBe(404);
    expect((await stranger().post("/events", fields)).status).toBe(404);
    expect((await stranger().post(`/w?event=${key}`, fields)).status).toBe(404);
    expect(await stack.query("select * from public.waitlist_entries where email = 'kai@example.org'", [])).toEqual([]);
  });

  test("the data API has nothing of it for the publishable key", async () => {
    const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY: apikey = "" } = stack.settings;
    const read = async (path: string) =>
      (await fetch(`${SUPABASE_URL}/rest/v1/${path}`, { headers: { apikey } })).text();
    for (const path of [
      "events?select=id,key,title",
      "series?select=key,name",
      "places?select=key,name",
      "event_spots",
      "programmes?select=id",
    ])
      expect([path, traces(await read(path)), (await read(path)).includes(place.slice(-36))]).toEqual([
        path,
        [],
        false,
      ]);
    // the embedded Supabase grants every column, so the rows are what it hides
    expect(JSON.parse(await read("events?select=id,key,title"))).not.toEqual([]);
    expect(await read(`rpc/read_events?p_key=${key}`)).toBe("[]");
  });
});

describe("with its link", () => {
  test("its pages are there, for nobody to index, keep or pass on", async () => {
    const address = await addressNow();
    for (const [path, type] of [
      ["", "text/html"],
      ["/programme", "text/html"],
      ["/agenda", "text/html"],
      ["/speakers", "text/html"],
      [".ics", "text/calendar"],
      ["/schedule.json", "application/json"],
      ["/agenda.ics", "text/calendar"],
    ] as const) {
      const { status, headers, body } = await stranger().get(`/events/${address}${path}`);
      expect([path, status, headers["content-type"]?.split(";")[0]]).toEqual([path, 200, type]);
      expect(headers).toMatchObject({
        "x-robots-tag": "noindex",
        "referrer-policy": "same-origin",
        "cache-control": "private, no-store",
      });
      // an empty agenda has no words of the event but its title
      expect([path, body.includes(mark) || path === "/agenda.ics"]).toEqual([path, true]);
      if (type !== "text/html") continue;
      expect(body).toContain('<meta name="robots" content="noindex"');
      for (const trace of ["og:title", "application/ld+json", 'rel="canonical"'])
        expect([path, body.includes(trace)]).toEqual([path, false]);
      const inner = new Page(body).attributes("main a", "href").filter((href) => href.startsWith("/events/"));
      expect(inner.filter((href) => !href.startsWith(`/events/${address}`))).toEqual([]);
    }
    const page = new Page((await stranger().get(`/events/${address}`)).body);
    expect(page.text("main")).toContain("Only people who have the link to this page see this event.");
    expect(page.texts("main a")).not.toContain("Series");
  });

  test("people sign up, and have the link sent again", async () => {
    const address = await addressNow();
    const answer = await stranger().post(`/events/${address}`, {
      name: "Kai",
      email: "kai@example.org",
      event: address,
      party: "1",
    });
    expect([answer.status, withoutSignature(answer.headers.location ?? "")]).toEqual([
      303,
      `/events/${address}?done=placed#waitlist`,
    ]);
    expect((await stranger().get(`/w?event=${address}`)).status).not.toBe(500);
  });

  test("an admin finds the link, and makes a new one: the former leads nowhere", async () => {
    const address = await addressNow();
    const overview = new Page((await admin.get(place)).body);
    expect(overview.text("dl.facts code")).toBe(`${stack.settings.SITE_ORIGIN}/events/${address}`);
    expect(overview.texts("main a")).not.toContain("Post to a channel");
    const question = new Page((await admin.get(`${place}?confirm=link`)).body);
    expect(question.text(".danger-zone")).toContain("The present link stops working at once");
    const fields = { intent: "new-link", version: question.value("version") ?? "" };
    expect((await admin.post(place, { intent: "new-link", version: "2020-01-01" })).status).toBe(409);
    const answer = await admin.post(place, fields);
    expect(withoutSignature(answer.headers.location ?? "")).toBe(`${place}?done=link-renewed`);
    const now = await addressNow();
    expect(now).not.toBe(address);
    expect((await stranger().get(`/events/${address}`)).status).toBe(404);
    expect((await stranger().get(`/events/${now}`)).status).toBe(200);
    const log = (await admin.get("/admin/log")).body;
    expect(log).toContain("Link (the former one leads nowhere)");
    for (const secret of [address, now]) expect(log).not.toContain(secret.slice(key.length + 1));
  });
});

test("an event that nobody signs up for says that nobody needs to sign up, and takes no sign-up", async () => {
  const fields = {
    ...form,
    key: "beach-day",
    title: "Beach day",
    admission: "none",
    visibility: "public",
    attendee_limit: "",
  };
  expect((await admin.post("/admin/events/new", { new_id: crypto.randomUUID(), ...fields })).status).toBe(303);
  const page = new Page((await stranger().get("/events/beach-day", madeAnew)).body);
  expect(page.text("#waitlist")).toContain("No sign-up needed: just come.");
  expect(page.all("main form")).toEqual([]);
  const refused = await stranger().post("/events/beach-day", {
    name: "Kai",
    email: "kai@example.org",
    event: "beach-day",
  });
  expect([refused.status, new Page(refused.body).text("#waitlist")]).toEqual([
    422,
    expect.stringContaining("No sign-up needed"),
  ]);
  const here = await placeOf(stack, "beach-day");
  const overview = new Page((await admin.get(here)).body);
  expect(overview.text("dl.facts")).toContain("Nobody signs up");
  expect(overview.texts("main button")).not.toContain("Close the waitlist");
  expect(new Page((await admin.get(`${here}/people`)).body).text("main")).toContain("Nobody signs up for it.");
  expect(new Page((await admin.get(`${here}/emails`)).body).text("main")).toContain("nobody to email");

  // An event for which people have signed up stays one that people sign up for.
  const details = new Page((await admin.get(`${place}/details`)).body);
  const { key: _key, ...kept } = form;
  const answer = await admin.post(`${place}/details`, {
    ...kept,
    admission: "none",
    version: details.value("version") ?? "",
  });
  expect([answer.status, new Page(answer.body).texts(".field .error")]).toEqual([
    422,
    ["1 person is signed up. Keep a way to sign up, or close sign-up and take them off the list first."],
  ]);
});

test("a draft is shown to partners by a link that signs nobody up, is not indexed, and can be ended", async () => {
  const fields = { ...form, key: "draft-evening", title: "Draft evening", visibility: "public", is_published: "" };
  expect((await admin.post("/admin/events/new", { new_id: crypto.randomUUID(), ...fields })).status).toBe(303);
  const here = await placeOf(stack, "draft-evening");
  expect(new Page((await admin.get(here)).body).attributes("main a", "href")).toContain(`${here}/preview`);
  const token = new Page((await admin.get(`${here}/preview`)).body).value("token") ?? "";
  const made = await admin.post(`${here}/preview`, { intent: "link", token });
  const shown = new Page((await admin.get(made.headers.location?.replace(/#.*/, "") ?? "")).body);
  const address = `/preview/${token}`;
  expect(shown.attributes("#link ~ p a", "href")).toEqual([stack.settings.SITE_ORIGIN + address]);
  expect(new Page((await admin.get(`${here}/preview`)).body).text("main")).not.toContain(token);
  const { status, headers, body } = await stranger().get(address);
  expect([status, headers["cache-control"], headers["x-robots-tag"]]).toEqual([200, "private, no-store", "noindex"]);
  const page = new Page(body);
  expect(page.text("h1")).toBe("Draft evening");
  expect(page.text("main .notice")).toContain("The event may not be published yet");
  expect(page.text("main")).toContain("Sign-up opens when this event is published.");
  expect(page.all("main form")).toEqual([]);
  for (const trace of ["og:title", "application/ld+json"]) expect(body).not.toContain(trace);
  expect((await stranger().get("/events/draft-evening")).status).toBe(404);
  expect((await admin.post(`${here}/preview`, { intent: "end" })).status).toBe(303);
  expect((await stranger().get(address)).status).toBe(404);
});
