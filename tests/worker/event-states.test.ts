import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { madeAnew, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, placeOf, withTables } from "./tables.ts";

const ticketPage = "https://tickets.example/called-off";

/** The year of every date that must no longer be shown, in words and for machines. */
const oldYear = "2097";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack(databaseTemplate());
  await withTables(stack, (sql) =>
    sql(
      `insert into public.events (key, title, starts_at, ends_at, date_precision, place, summary, ticket_url, status, is_published, tab_order, waitlist_closed, time_note)
       values
       ('called-off-tab', 'Called off tab', '2096-01-10 18:00-10', null, 'exact', 'Hilo', 'Not to come.', $1, 'cancelled', true, 9, false, null),
       ('called-off', 'Called off', '2096-01-11 18:00-10', null, 'exact', 'Hilo', 'Not to come.', $1, 'cancelled', true, null, false, null),
       ('was-called-off', 'Was called off', '2024-01-11 18:00-10', null, 'exact', 'Hilo', 'Never came.', $1, 'cancelled', true, null, false, null),
       ('was-called-off-tab', 'Was called off tab', '2024-01-12 18:00-10', null, 'exact', 'Hilo', 'Never came.', $1, 'cancelled', true, 10, false, null),
       ('moved', 'Moved', '2097-05-22 18:00-10', '2097-05-22 20:00-10', 'exact', 'Hilo', 'Later.', $1, 'postponed', true, null, false, 'doors at 5:30 PM'),
       ('moved-long-ago', 'Moved long ago', '2025-02-02 18:00-10', null, 'exact', 'Hilo', 'Later.', null, 'postponed', true, null, false, null),
       ('full', 'Full', '2096-03-01 18:00-10', null, 'exact', 'Hilo', 'To come.', $1, 'scheduled', true, null, true, null),
       ('open', 'Open', '2096-04-01 18:00-10', null, 'exact', 'Hilo', 'To come.', $1, 'scheduled', true, null, false, null),
       ('retreat', 'Retreat', '2096-06-01 00:00-10', '2096-06-04 00:00-10', 'day', 'Hilo', 'Three days.', null, 'scheduled', true, null, false, null)`,
      ticketPage,
    ),
  );
}, 90_000);
afterAll(() => stack?.stop());

const anyId = "00000000-0000-4000-8000-00000000ffff";
const visitor = () => new Visitor(stack.url);
const answerOf = (path: string) => visitor().get(path, madeAnew);
const read = async (path: string) => new Page((await answerOf(path)).body);
const eventOf = (page: Page) => page.structured.find((thing) => thing["@type"] === "Event");
const join = (path: string, fields: Record<string, string> = {}) =>
  visitor().post(path, { name: "Kaleo", email: "kaleo@example.org", ...fields });
/** The titles in the list below a heading of /events. */
const below = (page: Page, heading: string) => {
  const [, list = ""] = page.html.split(`>${heading}</h2>`);
  return new Page(list.split("<h2")[0] ?? "").texts(".card h3");
};
/** What calendars read about an event in a file, or undefined if it has no entry. */
const entryOf = (file: string, title: string) =>
  file.split("BEGIN:VEVENT").find((entry) => entry.includes(`SUMMARY:${title}\r\n`));

describe("a canceled event", () => {
  test("is never next: not on Home, not “Next meetup”, not under Upcoming Events, not the tab of /events", async () => {
    const home = await read("/");
    expect(home.html).not.toContain("Called off");
    expect([home.text("#news-event"), home.text("#news .card h3")]).toEqual(["Next event", "Full"]);
    const contact = await read("/contact");
    expect(contact.html).not.toContain("Called off");
    expect(contact.html).not.toContain("Was called off");
    expect(contact.texts("#information ~ ul a")).toContain("Full");
    expect(contact.texts(".card h3").slice(0, 3)).toEqual(["Full", "Open", "ETH Hawaii"]);
    await withTables(stack, (sql) => sql("update public.events set status = 'cancelled' where key = 'bitcoin'"));
    const events = await read("/events");
    expect(events.text("#next-event")).toBe("Next event: Full");
    expect(events.texts('nav[aria-label="Special events"] a[aria-current]')).toEqual(["ETH Hawaii"]);
    const sent = await join("/events");
    expect(sent.headers.location).toContain("event=ethereum");
    await withTables(stack, (sql) => sql("update public.events set status = 'scheduled' where key = 'bitcoin'"));
  });

  test("is listed on /events as Canceled until its day is over, and not after that", async () => {
    const page = await read("/events");
    const tabs = page.texts('nav[aria-label="Special events"] a');
    expect(tabs).toEqual(["Bitcoin Pizza Day", "ETH Hawaii", "Called off tab · Canceled"]);
    expect(below(page, "Canceled")[0]).toBe("Called off");
    expect(below(page, "Also coming up")[0]).toBe("Open");
    expect(page.html).not.toContain("Was called off");
    expect((await read("/events?event=called-off-tab")).text("#event .badge")).toBe("Canceled");
  });

  test.each([
    ["/events/called-off", "Canceled"],
    ["/events/was-called-off", "Was canceled (January 11, 2024)"],
    ["/events?event=called-off-tab", "Canceled"],
  ])("offers no tickets and has a closed waitlist: %s says “%s”", async (path, badge) => {
    const page = await read(path);
    expect(page.text("main .badge")).toBe(badge);
    expect(page.html).not.toContain(ticketPage);
    expect(page.text("main")).not.toMatch(/Get Tickets|RSVP|be notified when|Add to calendar/);
    expect(page.text("#waitlist")).toContain("The waitlist is closed");
    expect(page.text("#waitlist")).toContain("This event was canceled");
    expect(page.all("#waitlist form")).toEqual([]);
    expect(eventOf(page)).toMatchObject({ eventStatus: "https://schema.org/EventCancelled" });
    expect(eventOf(page)).not.toHaveProperty("offers");
  });

  test.each([
    ["/events/called-off", {}],
    ["/events", { event: "called-off-tab" }],
    ["/events", { event: "called-off" }],
    ["/events?event=called-off-tab", { event: "called-off-tab" }],
  ])("responds to a POST to its waitlist with 422 and an explanation, and adds no one: %s", async (path, fields) => {
    const answer = await join(path, fields);
    expect(answer.status).toBe(422);
    const page = new Page(answer.body);
    expect(page.text('#waitlist [role="alert"]')).toBe("You were not added: the waitlist for this event is closed.");
    expect(page.text("#waitlist")).toContain("This event was canceled");
  });

  test("has no tab once its day is over: its link leads to its page, and a POST to its waitlist on /events is 422", async () => {
    const link = await answerOf("/events?event=was-called-off-tab");
    expect([link.status, link.headers.location]).toEqual([302, "/events/was-called-off-tab"]);
    const answer = await join("/events", { event: "was-called-off-tab" });
    expect(answer.status).toBe(422);
    const page = new Page(answer.body);
    expect(page.text('#waitlist [role="alert"]')).toBe("You were not added: the waitlist for this event is closed.");
    expect(page.all("#waitlist form")).toEqual([]);
  });

  test("is canceled for calendars, in the feed and in its own file", async () => {
    for (const path of ["/events.ics", "/events/called-off.ics"]) {
      expect.soft(entryOf((await answerOf(path)).body, "Called off"), path).toContain("STATUS:CANCELLED");
    }
  });
});

describe("a postponed event", () => {
  test("shows no old date, and has no calendar entry", async () => {
    for (const path of ["/events/moved", "/events", "/contact", "/", "/events.ics"]) {
      const { body } = await answerOf(path);
      // Search engines are given the date that it had.
      const shown = body.replace(/<script type="application\/ld\+json">[\s\S]*?<\/script>/g, "");
      expect.soft(shown, path).not.toMatch(new RegExp(`${oldYear}|doors at 5:30`));
    }
    expect((await answerOf("/events.ics")).body).not.toContain("SUMMARY:Moved");
    expect((await answerOf("/events/moved.ics")).status).toBe(404);
  });

  test("is listed last among coming events as “Date to be announced”, even when its old date has passed", async () => {
    expect(below(await read("/events"), "Also coming up")).toEqual(["Open", "Retreat", "Moved", "Moved long ago"]);
    const page = await read("/events/moved");
    expect(page.text("main .badge")).toBe("Postponed; a new date is not announced yet");
    expect(page.text("main .facts")).toContain("Date to be announced");
    expect((await read("/events/moved-long-ago")).text("main .badge")).toMatch(/^Postponed/);
  });

  test("offers no tickets, keeps an open waitlist, and is EventPostponed with the date that it had", async () => {
    const page = await read("/events/moved");
    expect(page.html).not.toContain(ticketPage);
    expect(page.text("#waitlist")).toContain("Join the list to be notified when a new date is announced");
    const event = eventOf(page);
    expect(event).toMatchObject({
      eventStatus: "https://schema.org/EventPostponed",
      startDate: "2097-05-22T18:00:00-10:00",
    });
    expect(event).not.toHaveProperty("offers");
    expect((await join("/events/moved")).status).toBe(303);
  });

  test("is not “Next meetup” and takes no RSVP, even if nothing else is coming", async () => {
    const others = "key in ('full', 'open', 'retreat')";
    await withTables(stack, (sql) => sql(`update public.events set is_published = false where ${others}`));
    const page = await read("/contact");
    await withTables(stack, (sql) => sql(`update public.events set is_published = true where ${others}`));
    expect(page.html).toContain("See the meetup calendar");
    expect(page.texts(".card h3").slice(0, 3)).toEqual(["Moved", "Moved long ago", "ETH Hawaii"]);
    expect(page.texts(".card .badge").slice(0, 2)).toEqual(Array(2).fill("Postponed; a new date is not announced yet"));
    expect(page.texts(".card a").join()).not.toContain("RSVP");
  });
});

describe("the waitlist", () => {
  test("of an event with open tickets does not promise to notify when tickets become available", async () => {
    const text = (await read("/events/open")).text("#waitlist");
    expect(text).toContain("Tickets are on sale. Join the list to get email updates about this event.");
    expect(text).not.toContain("be notified when");
    const joined = await visitor().postAndFollow("/events/open", { name: "Kaleo", email: "tickets@example.org" });
    const said = new Page(joined.body).text('#waitlist [role="status"]');
    expect(said).toContain("You'll get email updates about this event.");
    expect(said).not.toContain("when tickets become available");
  });

  test("closed by an admin says so in place of the form, takes no RSVP, and refuses a POST with 422", async () => {
    const page = await read("/events/full");
    expect(page.text("#waitlist")).toContain("The waitlist is closed");
    expect(page.text("#waitlist")).toContain("Nobody can join the waitlist for this event at the moment.");
    expect(page.all("#waitlist form")).toEqual([]);
    expect(page.text("main")).toContain("Get Tickets");
    const answer = await join("/events/full");
    expect(answer.status).toBe(422);
    expect(new Page(answer.body).text('#waitlist [role="alert"]')).toMatch(/^You were not added/);
    const links = (await read("/contact")).texts(".card a");
    expect(links.slice(0, 2)).toEqual(["See the event: Full", "RSVP: Open"]);
  });

  test("stores no entry that was refused", async () => {
    const rows = await withTables(stack, (sql) =>
      sql<{ key: string }>(
        "select distinct e.key from public.waitlist_entries w join public.events e on e.id = w.event_id order by e.key",
      ),
    );
    expect(rows.map(({ key }) => key)).toEqual(["ethereum", "moved", "open"]);
  });
});

describe("an event of whole days", () => {
  test("shows its days, and is an all-day calendar entry that ends on the next day", async () => {
    const page = await read("/events/retreat");
    expect(page.text("main .facts")).toContain("June 1 to June 3, 2096");
    expect(page.attributes("main a", "href")).toContain("/events/retreat.ics");
    expect(eventOf(page)).toMatchObject({ startDate: "2096-06-01", endDate: "2096-06-03" });
    const entry = entryOf((await answerOf("/events/retreat.ics")).body, "Retreat");
    expect(entry).toContain("DTSTART;VALUE=DATE:20960601");
    expect(entry).toContain("DTEND;VALUE=DATE:20960604");
  });
});

describe("admins", () => {
  test("close a waitlist without unpublishing its event, and can undo it", async () => {
    const admin = await signIn(visitor());
    const path = await placeOf(stack, "open");
    const closed = new Page((await admin.postAndFollow(path, { intent: "close" })).body);
    expect(closed.text('[role="status"]')).toContain("Closed. Nobody can join");
    expect(closed.texts("main button")).toContain("Undo");
    expect((await join("/events/open")).status).toBe(422);
    expect((await answerOf("/events/open")).status).toBe(200);
    const opened = new Page((await admin.postAndFollow(path, { intent: "open" })).body);
    expect(opened.texts("main button")).toEqual(expect.arrayContaining(["Close the waitlist", "Undo"]));
    expect((await join("/events/open")).status).toBe(303);
    const log = new Page((await admin.get("/admin/log?table=events")).body).text("main");
    expect(log).toMatch(/Waitlist closed: Yes → No.*Waitlist closed: No → Yes/s);
  });

  test.each([
    [
      "called-off",
      "The event is canceled",
      "This event is canceled, and its waitlist is closed.",
      "Nobody has to be notified now.",
    ],
    [
      "bitcoin",
      "Email this waitlist",
      "This event is over. Its waitlist is for the next edition.",
      "People who join appear here.",
    ],
    ["full", "Tickets are on sale", "An admin has closed the waitlist.", "Nobody can join while it is closed."],
    ["moved-long-ago", "The event is postponed", "This event is postponed.", "Nobody has to be notified now."],
  ])("see on the pages of an empty waitlist why it is empty: %s", async (key, title, situation, nobody) => {
    const admin = await signIn(visitor());
    const place = await placeOf(stack, key);
    const tickets = new Page((await admin.get(`${place}/emails/by-hand`)).body);
    expect(tickets.text("h1")).toBe(title);
    expect(tickets.text("main")).toContain(situation);
    expect(tickets.text("main")).toContain(nobody);
    expect(tickets.text("main")).not.toContain("Everybody");
    const list = new Page((await admin.get(`${place}/people`)).body);
    expect(list.text(".nothing")).toContain("Nobody has signed up yet");
    expect(list.text(".nothing")).toContain(situation);
    const waiting = new Page((await admin.get(`${place}/people?state=unnotified`)).body);
    expect(waiting.text(".no-match")).toContain("Nobody has to be notified now.");
  });

  test.each([
    ["called-off", "Closed: the event is canceled"],
    ["full", "Closed by an admin"],
    ["nft-art-showcase", "Open for the next edition"],
  ])("see on the first page of %s whether people can sign up, and why not", async (key, state) => {
    const admin = await signIn(visitor());
    expect(new Page((await admin.get(await placeOf(stack, key))).body).text("main")).toContain(state);
  });

  test("are led from the former lists of people to the place of their event, with filters and files", async () => {
    const admin = await signIn(visitor());
    const place = await placeOf(stack, "open");
    for (const [former, now] of [
      ["/admin/waitlists", "/admin/events"],
      ["/admin/waitlists/open?state=waiting&q=kai", `${place}/people?state=unnotified&q=kai`],
      ["/admin/waitlists/open.csv?state=spam", `${place}/people.csv?state=spam`],
      ["/admin/waitlists/open/emails/new", `${place}/emails/new`],
      ["/admin/waitlists/open/tickets", `${place}/emails/by-hand`],
      [`/admin/waitlists/open/${anyId}`, `${place}/people/${anyId}`],
      [`${place}/reservations?state=out`, `${place}/people?state=out`],
      [`${place}/reservations/${anyId}`, `${place}/people/${anyId}`],
    ]) {
      const answer = await admin.get(former ?? "");
      expect.soft([former, answer.status, answer.headers.location]).toEqual([former, 301, now]);
    }
    for (const gone of ["/admin/waitlists/no-such-event", "/admin/waitlists/open/elsewhere"])
      expect.soft((await admin.get(gone)).status, gone).toBe(404);
    const sent = await admin.post(`/admin/waitlists/open/${anyId}`, { intent: "note", note: "Typed before" });
    expect([sent.status, sent.headers.location]).toEqual([307, `${place}/people/${anyId}`]);
    const closing = await admin.post("/admin/waitlists/open", { intent: "close" });
    expect([closing.status, closing.headers.location]).toEqual([307, place]);
    const saving = await admin.post(place, { title: "Typed before" });
    expect([saving.status, saving.headers.location]).toEqual([307, `${place}/details`]);
  });

  test("get a key from the date for a title without Latin letters", async () => {
    const admin = await signIn(visitor());
    const event = { place: "Hilo", summary: "Talk.", date_precision: "day", date: "2096-07-02" };
    for (const title of ["夜話", "밤 이야기"])
      expect((await admin.post("/admin/events/new", { ...event, title })).status, title).toBe(303);
    const rows = await withTables(stack, (sql) =>
      sql("select key from public.events where title in ('夜話', '밤 이야기') order by key"),
    );
    expect(rows).toEqual([{ key: "event-2096-07-02" }, { key: "event-2096-07-02-2" }]);
  });

  test("are told at the field that an event of whole days takes no time, and keep the days they enter", async () => {
    const admin = await signIn(visitor());
    const event = { title: "Camp", place: "Hilo", summary: "Outdoors.", date_precision: "day", date: "2096-07-01" };
    const refused = await admin.post("/admin/events/new", { ...event, start: "09:00" });
    expect(refused.status).toBe(422);
    expect(new Page(refused.body).text(".summary")).toContain("Leave the time empty, or choose “Day and time”");
    const made = await admin.postAndFollow("/admin/events/new", { ...event, end_date: "2096-07-03" });
    expect(new Page(made.body).text("main")).toContain("July 1 to July 3, 2096");
    const form = new Page((await admin.get(`${made.path.replace(/\?.*/, "")}/details`)).body);
    expect([form.value("date"), form.value("end_date")]).toEqual(["2096-07-01", "2096-07-03"]);
  });
});

describe("an event that takes reservations, on a site without email", () => {
  beforeAll(() =>
    withTables(stack, async (sql) => {
      const add = (key: string, title: string, more: string) =>
        sql(`insert into public.events (key, title, starts_at, date_precision, place, summary, is_published, takes_reservations, attendee_limit, party_limit, sign_up_opens_at, sign_up_closes_at, tab_order)
          values ('${key}', '${title}', '2098-05-01 18:00-10', 'exact', 'Hilo', 'To come.', true, true, ${more})`);
      await add("places", "Places", "3, 2, null, null, 11");
      await sql(`insert into public.event_questions (id, event_id, position, kind, text)
        select '${questionId}', id, 1, 'short', 'Do you eat fish?' from public.events where key = 'places'`);
      await add("not-yet", "Not yet", "3, 1, '2098-01-01 09:00-10', null, null");
      await add("too-late", "Too late", "3, 1, null, '2025-01-01 09:00-10', null");
    }),
  );
  const at = "/events/places";
  const questionId = "5e0d8f7e-3a70-4c52-8a0c-7a2c5a3f1b02";
  const field = `q-${questionId}`;
  const reserve = (email: string, fields: Record<string, string> = {}) =>
    visitor().post(at, { name: "Kaleo", email: `reserve-${email}@example.org`, ...fields });
  const reserved = () =>
    stack.query(
      `select w.email, r.state, r.party, a.value as answer, r.hold_until from public.reservations r join public.waitlist_entries w on w.id = r.id
       left join public.entry_answers a on a.entry_id = w.id where w.email like 'reserve-%' order by r.line`,
      [],
    );

  test("shows on its page and its tab how many spots are left, as of when, and offers them free of charge", async () => {
    for (const path of [at, "/events?event=places"]) {
      const page = await read(path);
      expect(page.text("main .badge")).toBe("Sign-up is open");
      expect(page.text("#waitlist")).toMatch(
        /^Reserve a spotSpots are free of charge\.3 of 3 spots left, as of \d+:\d\d [AP]M HST\./,
      );
      expect(page.texts('#waitlist select[name="party"] option')).toEqual(["1 person", "2 people"]);
      expect(page.text("#waitlist")).not.toContain("Lost your link?");
      expect(eventOf(page)).toMatchObject({
        offers: { "@type": "Offer", price: 0, priceCurrency: "USD", availability: "https://schema.org/InStock" },
      });
    }
    const file = JSON.parse((await answerOf("/events.json")).body);
    expect(JSON.stringify(file)).toContain("/events/places#waitlist");
  });

  test("returns what was typed with its errors, and reserves nothing", async () => {
    const refused = await reserve("nobody", { name: "K", party: "2", [field]: "Only ʻahi" });
    expect(refused.status).toBe(422);
    const page = new Page(refused.body);
    expect(page.text("#waitlist .summary")).toContain("Name must be at least 2 characters");
    expect(page.value(field)).toBe("Only ʻahi");
    expect(page.text("#waitlist option[selected]")).toBe("2 people");
    const many = await reserve("nobody", { party: "3" });
    expect([many.status, new Page(many.body).text("#waitlist .error")]).toEqual([
      422,
      "Choose fewer people: this is more than one person can sign up for this event.",
    ]);
    expect(await reserved()).toEqual([]);
  });

  test("gives confirmed spots, then positions on the waitlist, to no one twice and to no bot", async () => {
    const first = await visitor().postAndFollow(at, {
      ...{ name: "Kaleo", email: "reserve-a@example.org", party: "2", [field]: "Only ʻahi" },
    });
    expect(first.path).toContain("done=placed");
    expect(new Page(first.body).text('#waitlist [role="status"]')).toMatch(
      /^The reservation for Places is confirmed\. Say your name/,
    );
    expect((await reserve("A")).headers.location, "again").toContain("done=placed");
    expect((await reserve("robot", { nickname2: "x" })).headers.location).toContain("done=placed");
    expect(
      (await visitor().post("/events", { name: "Kaleo", email: "reserve-b@example.org", event: "places" })).headers
        .location,
    ).toMatch(/^\/events\?done=placed&event=places/);
    const full = await read(at);
    expect(full.text("main .badge")).toBe("Full, with a waitlist");
    expect(full.text("#waitlist button")).toBe("Join the waitlist");
    expect(full.text("#waitlist")).toContain("0 of 3 spots left");
    expect(eventOf(full)).toMatchObject({ offers: { availability: "https://schema.org/SoldOut" } });
    const waiting = new Page(
      (await visitor().postAndFollow(at, { name: "Kaleo", email: "reserve-c@example.org" })).body,
    );
    expect(waiting.text('#waitlist [role="status"]')).toMatch(
      /^The sign-up is on the waitlist for Places\. The organizers give free spots in the order of the waitlist/,
    );
    expect(waiting.text("#waitlist")).toContain("A party that does not fit is passed over");
    expect(waiting.text("#waitlist"), "without a sender nothing is offered").not.toMatch(/answer in time|our email/);
    expect(waiting.text("#waitlist")).toContain("Can’t make it? Write to");
    expect(await reserved()).toMatchObject([
      { email: "reserve-a@example.org", state: "placed", party: 2, answer: ["Only ʻahi"], hold_until: null },
      { email: "reserve-robot@example.org", state: "set-aside" },
      { email: "reserve-b@example.org", state: "placed", party: 1 },
      { email: "reserve-c@example.org", state: "waiting" },
    ]);
  });

  test.each([
    ["not-yet", "Sign-up is not open yet", "Sign-up opens on January 1, 2098, 9:00 AM HST.", "is not open yet."],
    ["too-late", "Sign-up is over", "The time to sign up for this event is over.", "is over."],
  ])(
    "has no form outside of the sign-up period, and keeps what was typed in a late one: %s",
    async (key, heading, sentence, refusal) => {
      const page = await read(`/events/${key}`);
      expect(page.text("#waitlist h2")).toBe(heading);
      expect(page.text("#waitlist")).toContain(sentence);
      expect(page.all("#waitlist form")).toEqual([]);
      const refused = await join(`/events/${key}`);
      expect(refused.status).toBe(422);
      const form = new Page(refused.body);
      expect(form.text("#waitlist .summary")).toBe(`You were not signed up: sign-up for this event ${refusal}`);
      expect(form.value("email")).toBe("kaleo@example.org");
    },
  );
});
