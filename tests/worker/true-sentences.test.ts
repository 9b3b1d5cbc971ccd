import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { madeAnew, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, placeOf, readAsAdmin, startAgain, withTables } from "./tables.ts";

/** The stack of a fresh clone: no newsletter provider, no waitlist endpoint, every event past. */
let stack: Stack;
let admin: Visitor;
beforeAll(async () => {
  stack = await startStack(databaseTemplate());
  admin = await signIn(new Visitor(stack.url));
});
afterAll(() => stack?.stop());

const get = (path: string) => new Visitor(stack.url).get(path, madeAnew);
const read = async (path: string) => new Page((await get(path)).body);
const post = (path: string, fields: Record<string, string>) => new Visitor(stack.url).post(path, fields);
const alerts = (body: string) => new Page(body).texts('[role="alert"]').join(" ");

test("the calendar feed is served inline, says how often to refresh, and is linked from /events", async () => {
  const feed = await get("/events.ics");
  expect(feed.headers["content-disposition"]).toBe('inline; filename="events.ics"');
  expect(feed.body).toContain("REFRESH-INTERVAL;VALUE=DURATION:PT6H\r\nX-PUBLISHED-TTL:PT6H\r\n");
  const page = await read("/events");
  expect(page.attributes('link[type="text/calendar"]', "href")).toEqual(["/events.ics"]);
  const links = page.attributes("main a", "href");
  expect(links).toContain("/events.ics");
  expect(links).toContain(`${stack.url.replace("http", "webcal")}/events.ics`);
});

test("structured data has Honolulu’s time with its offset, and no offer for a past event", async () => {
  const event = (await read("/events/bitcoin")).structured.find((each) => each["@type"] === "Event");
  expect(event).toMatchObject({ startDate: "2025-05-22T18:00:00-10:00", endDate: "2025-05-22T20:00:00-10:00" });
  expect(event).not.toHaveProperty("offers");
});

test("the waitlist of a past event asks consent for its next edition, and stores the version that was shown", async () => {
  await withTables(stack, (sql) =>
    sql(`insert into public.events (key, title, starts_at, date_precision, place, summary, ticket_url, is_published)
      values ('ahead', 'Ahead', '2097-05-20 18:00-10', 'exact', 'Hilo', 'To come.', 'https://tickets.example/1', true)`),
  );
  const shown: Record<string, string> = {};
  for (const [path, words] of [
    ["/events/ahead", "email updates about this event."],
    ["/events/bitcoin", "email updates about the next edition of this event."],
    ["/events", "email updates about the next edition of this event."],
    ["/events?event=bitcoin", "email updates about the next edition of this event."],
    ["/global-pizza-party", "email updates about the next edition of this event."],
  ] as const) {
    const page = await read(path);
    expect
      .soft(page.text("#waitlist form"), path)
      .toContain(`${words} Your information is never shared. Only the organizers see it. Who receives it`);
    expect.soft((await read("/privacy")).ids).toContain("who-receives-it");
    expect.soft(page.attributes("#waitlist form a", "href"), path).toEqual(["/privacy#who-receives-it"]);
    shown[path] = page.value("consent") ?? "";
  }
  expect(shown["/events/ahead"]).not.toBe(shown["/events/bitcoin"]);
  const kai = { name: "Kai", email: "kai@example.org" };
  for (const path of ["/events/ahead", "/events/bitcoin"])
    await post(path, { ...kai, event: path.slice(8), consent: shown[path] ?? "" });
  await post("/events/ethereum", { ...kai, event: "ethereum", consent: "made up" });
  const rows = await readAsAdmin(
    stack,
    "waitlist_entries?select=consent_version,events!waitlist_entries_event_id_fkey(key)&email=eq.kai@example.org",
  );
  const versions = Object.fromEntries(rows.map((row) => [(row.events as { key: string }).key, row.consent_version]));
  expect(versions).toEqual({
    ahead: shown["/events/ahead"],
    bitcoin: shown["/events/bitcoin"],
    ethereum: shown["/events/ahead"],
  });
  const refused = new Page(
    (await post("/events/bitcoin", { name: "K", consent: shown["/events/bitcoin"] ?? "" })).body,
  );
  expect(refused.text("#waitlist form")).toContain("the next edition of this event");
});

test("a rescheduled event says from when, and offers its tickets; one reused for the next edition does not", async () => {
  const move = (key: string) =>
    withTables(stack, (sql) =>
      sql("update public.events set starts_at = '2097-06-20 18:00-10', ends_at = null where key = $1", key),
    );
  const structure = async (key: string) =>
    (await read(`/events/${key}`)).structured.find((each) => each["@type"] === "Event");
  await move("ahead");
  expect(await structure("ahead")).toMatchObject({
    eventStatus: "https://schema.org/EventRescheduled",
    previousStartDate: "2097-05-20T18:00:00-10:00",
    offers: { "@type": "Offer", url: "https://tickets.example/1" },
  });
  await move("nft-art-showcase");
  const next = await structure("nft-art-showcase");
  expect(next).toMatchObject({ eventStatus: "https://schema.org/EventScheduled" });
  expect(next).not.toHaveProperty("previousStartDate");
});

test("a recap is entered on the edit form, and shown on the page and among earlier events", async () => {
  const [event] = await readAsAdmin(stack, "events?select=id&key=eq.blockchain-basics-workshop");
  const path = `/admin/events/${event?.id}/details`;
  const form = new Page((await admin.get(path)).body);
  expect(form.text("main")).toContain("not before the event is over");
  const typed = Object.fromEntries(
    ["title", "version", "date", "start", "end", "place", "summary", "about"].map((name) => [
      name,
      form.value(name) ?? "",
    ]),
  );
  const fields = { ...typed, date_precision: "exact", status: "scheduled", is_published: "on" };
  const refused = await admin.post(path, { ...fields, recap: "Forty came.", recap_url: "photos" });
  expect([refused.status, alerts(refused.body)]).toEqual([422, expect.stringContaining("https://")]);
  const saved = await admin.post(path, { ...fields, recap: "Forty came.", recap_url: "https://photos.example/1" });
  expect(saved.status).toBe(303);
  const page = await read("/events/blockchain-basics-workshop");
  expect(page.texts("main h2")[0]).toBe("What happened");
  expect(page.text("main")).toContain("Forty came.");
  expect(page.attributes("main a", "href")).toContain("https://photos.example/1");
  expect((await read("/events")).text("main")).toContain("Forty came.");
});

test("how to get there, co-hosts and a series are entered on the edit form, and shown on the event's page", async () => {
  const series = "Basics, “hands on” (Hilo)";
  await withTables(stack, (sql) =>
    sql(
      `with series as (insert into public.series (key, name, about) values ('basics', $1, 'What a beginner asks.') returning id)
       insert into public.events (key, title, starts_at, date_precision, place, summary, is_published, series_id)
       select 'basics-again', 'Basics again', '2097-07-20 18:00-10', 'exact', 'Hilo', 'Once more.', true, id from series`,
      series,
    ),
  );
  const [event] = await readAsAdmin(stack, "events?select=id&key=eq.blockchain-basics-workshop");
  const path = `/admin/events/${event?.id}/details`;
  const form = new Page((await admin.get(path)).body);
  expect(form.texts('select[name="series_id"] option')).toEqual(["None", series]);
  const [, seriesId = ""] = form.attributes('select[name="series_id"] option', "value");
  const typed = Object.fromEntries(
    ["title", "version", "date", "start", "end", "place", "summary", "about", "recap", "recap_url"].map((name) => [
      name,
      form.value(name) ?? "",
    ]),
  );
  const said = { place_note: "In the garden", to_bring: "A laptop", series_id: seriesId };
  const fields = { ...typed, ...said, date_precision: "exact", status: "scheduled", is_published: "on" };
  const refused = await admin.post(path, { ...fields, co_hosts: "Kai\nMakers of Hilo http://makers.example" });
  expect([refused.status, alerts(refused.body)]).toEqual([422, expect.stringContaining("Line 2: Enter a link")]);
  const hosts = "Hālau ʻo Kekuhi\nMakers of Hilo https://makers.example/";
  expect((await admin.post(path, { ...fields, co_hosts: hosts })).status).toBe(303);
  expect(new Page((await admin.get(path)).body).value("co_hosts")).toBe(hosts);

  const page = await read("/events/blockchain-basics-workshop");
  expect(page.texts("main h2")).toContain("Getting there and getting in");
  expect(page.text("main")).toMatch(/Where ?Honolulu ?In the garden/);
  expect(page.text("main")).toMatch(/What to bring ?A laptop/);
  expect(page.text("main")).toMatch(/With ?Hālau ʻo Kekuhi and Makers of Hilo/);
  const links = page.attributes("main a", "href");
  expect(links).toContain("https://makers.example/");
  expect(links).toContain("/events/basics-again");
  expect((await read("/events/basics-again")).attributes("main a", "href")).toContain(
    "/events/blockchain-basics-workshop",
  );
  expect(page.structured.find((each) => each["@type"] === "Event")).toMatchObject({
    organizer: [{ "@type": "Organization" }, { name: "Hālau ʻo Kekuhi" }, { url: "https://makers.example/" }],
    superEvent: { "@type": "EventSeries", name: series, url: expect.stringMatching(/\/series\/basics$/) },
  });
  expect(links).toContain("/series/basics");
  const ofSeries = await read("/series/basics");
  expect(ofSeries.texts("main h1, main h2")).toEqual([series, "Next edition", "Earlier editions"]);
  expect(ofSeries.text("main")).toContain("What a beginner asks.");
  expect(ofSeries.attributes("main .card a", "href")).toEqual([
    "/events/basics-again",
    "/events/blockchain-basics-workshop",
  ]);
  const calendar = (await get("/series/basics.ics")).body;
  expect([calendar.match(/BEGIN:VEVENT/g)?.length, calendar.includes("CATEGORIES:Basics")]).toEqual([2, true]);
  expect((await get("/series/nowhere")).status).toBe(404);
  expect((await get("/series/nowhere.ics")).status).toBe(404);
  const upcoming = await read("/events");
  expect(upcoming.text("#others")).toContain(`All dates of ${series}`);
});

test("the contact page promises waitlists only if it lists some, and its receipt promises what the terms do", async () => {
  const receipt = new Page((await post("/contact", { name: "Kai", email: "k@example.org", message: "Aloha" })).body);
  expect(receipt.text("#message")).toContain("cannot promise to answer each one");
  expect(receipt.text("#message")).not.toContain("few days");
  expect((await read("/terms")).text("main")).toContain("cannot promise to answer each one");
  await withTables(stack, (sql) => sql("update public.events set is_published = false"));
  const empty = (await read("/contact")).text("#upcoming ~ p") ?? (await read("/contact")).text(".quiet .lead");
  expect(empty).toBe("Nothing is on the calendar at the moment.");
  await withTables(stack, (sql) => sql("update public.events set is_published = true where over_at < now()"));
  expect((await read("/contact")).text("main")).toContain(
    "Join the waitlist of a past event to be notified of a new date.",
  );
  const closed = await admin.post(await placeOf(stack, "blockchain-basics-workshop"), { intent: "close" });
  expect(closed.status).toBe(303);
  expect((await read("/contact")).text("main")).not.toContain("the waitlist of a past event");
});

test("a guide states its reading time in minutes, and its text claims no other", async () => {
  const guide = (await read("/resources/blockchain-basics")).text("main") ?? "";
  expect(guide).toMatch(/Education · 4 min read/);
  expect(guide).not.toContain("ten minutes");
});

test("texts about likes, cookies and searches are true: who is counted, what needs cookies, which words to try", async () => {
  expect((await read("/terms")).text("main")).not.toContain("One person counts once");
  for (const path of ["/cookies", "/privacy"])
    expect
      .soft((await read(path)).text("main"), path)
      .toMatch(
        /all but (the list of what you liked|your list of likes), the admin area and (the )?check-in( at events)? works without them/i,
      );
  expect((await read("/education?q=xylophone")).text("#library")).toContain("Try another word.");
  expect((await read("/education?q=xylophone+zither")).text("#library")).toContain("Try fewer or other words.");
});

test("the form for the newsletter says who sees an address", async () => {
  for (const path of ["/insights", "/newsletter/embed"])
    expect
      .soft((await read(path)).text("#newsletter"), path)
      .toContain("used only for this newsletter, and only the organizers see it.");
});

test("without a provider or endpoint the pages say “No tracking”", async () => {
  for (const path of ["/", "/insights"]) expect.soft((await read(path)).text("main"), path).toContain("No tracking");
});

test("no page has text in a template element, because text browsers print it", async () => {
  const { body } = await get("/education");
  const [template = ""] = /<template.*<\/template>/s.exec(body) ?? [];
  expect(template).toContain('aria-label="Loading"');
  expect(template.replace(/<[^>]*>/g, "").trim()).toBe("");
});

test("a page that does not exist suggests the intended one, and a search for its words, without the database", async () => {
  const waysFrom = async (path: string) => {
    const { status, body } = await get(path);
    const page = new Page(body);
    return [status, page.attribute('main input[name="q"]', "value"), ...page.attributes("main li a", "href")];
  };
  expect(await waysFrom("/evnts")).toEqual([404, "evnts", "/events"]);
  expect(await waysFrom("/smart-contracts")).toEqual([404, "smart contracts"]);
  expect(await waysFrom("/wp-login.php")).toEqual([404, ""]);
  expect(await waysFrom("/resources/blockchain-basic")).toContain("/resources/blockchain-basics");
  await stack.stopSupabase();
  expect(await waysFrom("/resource/blockchain-basic")).toContain("/resources/blockchain-basics");
  // Only the database can tell whether there is such a guide.
  expect((await get("/resources/blockchain-bas")).status).toBe(503);
  await startAgain(stack);
});

test("the legal pages list their changes by date, and their revision date is that of the latest one", async () => {
  for (const path of ["/terms", "/privacy"]) {
    const page = await read(path);
    const changes = page.texts('[aria-label="Changes to the wording"] li');
    expect.soft(changes.at(-1), path).toBe("November 25, 2026: First version.");
    expect.soft(page.text("main"), path).toContain(`its words last changed on ${changes[0]?.split(":")[0]}.`);
  }
});

test("admins correct an entry's name and address; the log records it without either, and duplicates are refused", async () => {
  for (const name of ["Malia", "Noelani"]) {
    const answer = await post("/events/bitcoin", { name, email: `${name}@example.org`, event: "bitcoin" });
    expect(answer.status).toBe(303);
  }
  const list = `${await placeOf(stack, "bitcoin")}/people`;
  const entry = new Page((await admin.get(`${list}?q=Malia`)).body).attribute("tbody th a", "href") ?? "";
  const version = async () => new Page((await admin.get(entry)).body).value("version") ?? "";
  const correction = { intent: "correct", name: "Mālia", email: "malia@kai.example" };
  const taken = await admin.post(entry, { ...correction, email: "noelani@EXAMPLE.org", version: await version() });
  expect([taken.status, alerts(taken.body)]).toEqual([
    422,
    expect.stringContaining("This address is already on the list"),
  ]);
  expect(new Page(taken.body).value("name")).toBe("Mālia");
  const wrong = await admin.post(entry, { ...correction, name: "", email: "no", version: await version() });
  expect([wrong.status, alerts(wrong.body)]).toEqual([422, expect.stringContaining("Enter a name")]);
  const late = await admin.post(entry, { ...correction, version: "2020-01-01T00:00:00Z" });
  expect([late.status, alerts(late.body)]).toEqual([409, expect.stringContaining("was changed since you opened it")]);
  const done = await admin.postAndFollow(entry, { ...correction, version: await version() });
  expect(new Page(done.body).text('[role="status"]')).toContain("Corrected.");
  expect(new Page(done.body).text("main")).toContain("malia@kai.example");
  const [logged] = await readAsAdmin(stack, "audit_log?table_name=eq.waitlist_entries&order=id.desc&limit=1");
  expect(logged?.changes).toEqual({ columns: expect.toSatisfy((names) => names.sort().join() === "email,name") });
  const log = (await admin.get("/admin/log")).body;
  expect(new Page(log).text("tbody")).toContain("Corrected: Waitlist entry");
  expect(log).not.toMatch(/Mālia|malia/i);
});

test("admins correct a subscriber's address with the same refusals, and the log does not contain it", async () => {
  for (const email of ["lani@example.org", "other@example.org"])
    expect((await post("/insights", { email })).status).toBe(303);
  const list = "/admin/subscribers";
  const href = new Page((await admin.get(`${list}?q=lani`)).body)
    .attributes("tbody a", "href")
    .find((each) => each.includes("correct="));
  const form = new Page((await admin.get(href ?? list)).body);
  const fields = { intent: "correct", id: form.value("id") ?? "", version: form.value("version") ?? "" };
  const taken = await admin.post(href ?? list, { ...fields, email: "OTHER@example.org" });
  expect([taken.status, alerts(taken.body)]).toEqual([
    422,
    expect.stringContaining("This address is already on the list"),
  ]);
  const done = await admin.postAndFollow(href ?? list, { ...fields, email: "leilani@example.org" });
  expect(done.path).toBe(`${list}?done=corrected`);
  expect(new Page(done.body).text("table")).toContain("leilani@example.org");
  const log = (await admin.get("/admin/log")).body;
  expect(new Page(log).text("tbody")).toContain("Corrected: Subscriber");
  expect(log).not.toMatch(/lani@|leilani/);
});

test("First steps names a published event with a sample ticket link", async () => {
  const dashboard = new Page((await admin.get("/admin")).body);
  expect(dashboard.text('[aria-labelledby="first-steps"]')).toContain(
    "Published with a link to a sample ticket page: Bitcoin Pizza Day 2025.",
  );
});

test("without email, admins answer a message with their own mail program, and are offered no other way", async () => {
  const message = { name: "Noa", email: "noa@example.org", message: "Is there a room?" };
  await new Visitor(stack.url).post("/contact", message);
  const [row] = await readAsAdmin(stack, "contact_messages?select=id&email=eq.noa@example.org");
  const page = new Page((await admin.get(`/admin/messages/${row?.id}`)).body);
  expect(page.attributes("main a", "href").filter((href) => href.startsWith("mailto:"))[0]).toMatch(
    /^mailto:noa@example\.org\?subject=Re%3A%20your%20message%20to%20Hawai%CA%BBi%20Blockchain%20Community&/,
  );
  expect(page.text("main")).not.toMatch(/Answer by email|Send answer/);
});
