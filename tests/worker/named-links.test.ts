import { afterAll, beforeAll, expect, test } from "vitest";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { madeAnew, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, placeOf } from "./tables.ts";

let stack: Stack;
let admin: Visitor;
let event: string;
beforeAll(async () => {
  stack = await startStack(databaseTemplate());
  admin = await signIn(new Visitor(stack.url));
  event = await placeOf(stack, "bitcoin");
});
afterAll(() => stack?.stop());

const look = async (path: string) => new Page((await admin.get(path)).body);
const numbers = async () => (await look(`${event}/links`)).texts("td.number");
const join = (query: string, name: string, path = "/events/bitcoin") =>
  new Visitor(stack.url).post(`${path}${query}`, {
    name,
    email: `${name.toLowerCase()}@example.org`,
    event: "bitcoin",
  });

test("an organizer names links, and sign-ups by them are counted", async () => {
  expect((await look(event)).texts("main a")).toContain("Links and flyers");
  expect((await look(`${event}/links`)).text("main")).toContain("No link has a name yet");
  for (const [name, status, error] of [
    ["Library flyer", 303],
    ["library  FLYER!", 422, "There is a link with this name already"],
    ["", 422, "Enter a name"],
    ["図書館", 422, "Use at least one letter or digit from A to Z and 0 to 9"],
    ["Kaʻahumanu radio", 303],
  ] as const) {
    const answer = await admin.post(`${event}/links`, { name });
    expect([name, answer.status]).toEqual([name, status]);
    if (error) expect(new Page(answer.body).texts(".field .error")).toEqual([error]);
    else expect(withoutSignature(answer.headers.location ?? "")).toBe(`${event}/links?done=added`);
  }
  const page = await look(`${event}/links`);
  expect(page.texts("tbody th a")).toEqual(
    ["library-flyer", "kaahumanu-radio"].map((slug) => `${stack.settings.SITE_ORIGIN}/events/bitcoin?from=${slug}`),
  );
  expect(page.attribute("tbody svg", "aria-label")).toBe("QR code of the link “Library flyer”");
  expect(await numbers()).toEqual(["0", "0"]);

  for (const [query, name, path] of [
    ["?from=library-flyer", "Kai"],
    ["?from=library-flyer", "Kai"],
    ["?from=kaahumanu-radio", "Noe"],
    ["?from=unknown", "Lani"],
    ["?from=Library%20flyer%00", "Malu"],
    ["", "Pua"],
    ["?event=bitcoin&from=library-flyer", "Hoku", "/events"],
  ])
    expect((await join(query ?? "", name ?? "", path)).status, name).toBe(303);
  expect(await numbers()).toEqual(["2", "1"]);
  expect((await look(`${event}/links`)).text("main")).toContain(
    "3 of the 6 people on the list now came by these links.",
  );
});

test("the page of the form is the same by every link, and its form has no action but the page's own URL", async () => {
  const visitor = new Visitor(stack.url);
  const [plain, named] = await Promise.all(
    ["", "?from=library-flyer"].map(async (query) => (await visitor.get(`/events/bitcoin${query}`, madeAnew)).body),
  );
  expect(named).toBe(plain);
  expect(new Page(plain ?? "").attribute("#waitlist form", "action")).toBeUndefined();
  expect(plain).not.toContain("library-flyer");
});

test("a refused form keeps the link, and what was agreed to does not name it", async () => {
  const refused = await join("?from=library-flyer", "");
  expect(refused.status).toBe(422);
  expect(new Page(refused.body).attribute("#waitlist form", "action")).toBeUndefined();
  const rows = await stack.query(
    "select distinct consent_version from public.waitlist_entries where email ~ '^(kai|pua)@example.org$'",
    [],
  );
  expect(rows).toHaveLength(1);
});

test("the file of people says by which link each came, and so does a person's page", async () => {
  const rows = JSON.parse((await admin.get(`${event}/people.json`)).body);
  expect(rows.map((row: Record<string, unknown>) => [row.name, row.came_by]).sort()).toEqual([
    ["Hoku", "library-flyer"],
    ["Kai", "library-flyer"],
    ["Lani", null],
    ["Malu", null],
    ["Noe", "kaahumanu-radio"],
    ["Pua", null],
  ]);
  const [kai] = await stack.query("select id from public.waitlist_entries where name = 'Kai'", []);
  expect((await look(`${event}/people/${kai?.id}`)).text(".facts")).toContain("The link “library-flyer”");
});

test("after a sign-up, the name stays for the next person from the same page", async () => {
  const answer = await join("?from=library-flyer", "Nalu");
  const receipt = answer.headers.location ?? "";
  expect(withoutSignature(receipt)).toBe("/events/bitcoin?done=waitlist&from=library-flyer#waitlist");
  const form = { name: "Malia", email: "malia@example.org", event: "bitcoin" };
  expect((await new Visitor(stack.url).post(receipt.split("#")[0] ?? "", form)).status).toBe(303);
  const rows = await stack.query(
    "select name, came_by, consent_page from public.waitlist_entries where name in ('Malia', 'Nalu') order by name",
    [],
  );
  const kept = { came_by: "library-flyer", consent_page: "/events/bitcoin" };
  expect(rows).toEqual([
    { name: "Malia", ...kept },
    { name: "Nalu", ...kept },
  ]);
});

test("a link is deleted, and leads on", async () => {
  const [link] = await stack.query("select id from public.named_links where slug = 'kaahumanu-radio'", []);
  const answer = await admin.post(`${event}/links`, { intent: "delete", id: String(link?.id) });
  expect(withoutSignature(answer.headers.location ?? "")).toBe(`${event}/links?done=deleted`);
  expect(await numbers()).toEqual(["4"]);
  expect((await join("?from=kaahumanu-radio", "Ikaika")).status).toBe(303);
  expect((await look("/admin/log")).texts("main table").join()).toContain(
    "Deleted: Link with a name “Kaʻahumanu radio”",
  );
});

test("the newsletter and a series have links of their own, on flyers too", async () => {
  const [series] = await stack.query(
    "insert into public.series (key, name) values ('evenings', 'Evenings') returning id",
    [],
  );
  await stack.query("update public.events set series_id = $1 where key = 'bitcoin'", [String(series?.id)]);
  for (const [place, flyer, address, form] of [
    ["/admin/issues/links", "/admin/issues/flyer", "/insights?from=library-flyer#newsletter", "/insights"],
    [
      `/admin/series/${series?.id}/links`,
      `/admin/series/${series?.id}/flyer`,
      "/series/evenings?from=library-flyer",
      "",
    ],
  ]) {
    expect((await admin.post(place ?? "", { name: "Library flyer" })).status).toBe(303);
    const page = await look(place ?? "");
    expect(page.texts("tbody th a")).toEqual([stack.settings.SITE_ORIGIN + (address ?? "")]);
    const sheet = await look(`${flyer}?from=library-flyer`);
    expect(sheet.html).toContain(`QR code of ${stack.settings.SITE_ORIGIN}${address}`);
    if (!form) continue;
    const sent = await new Visitor(stack.url).post(`${form}?from=library-flyer`, { email: "reader@example.org" });
    expect(sent.status).toBe(303);
    expect((await look(place ?? "")).texts("td.number")).toEqual(["1"]);
  }
});
