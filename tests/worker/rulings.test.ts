import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer, Fields } from "../../harness/serving/exchange.ts";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { madeAnew, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, startAgain, withTables } from "./tables.ts";

/** The stack of a fresh clone: no newsletter provider, no waitlist endpoint. */
let stack: Stack;
beforeAll(async () => {
  stack = await startStack(databaseTemplate());
});
afterAll(() => stack?.stop());

const visitor = (options: { address?: string; keepsCookies?: boolean } = {}) => new Visitor(stack.url, options);
const read = async (path: string, by = visitor()) =>
  new Page((await by.get(path, by.cookies.size > 0 ? {} : madeAnew)).body);
const resource = (number: number) => `00000000-0000-4000-8000-000000000${number}`;
const alerts = (page: Page) => page.texts('[role="alert"]').join(" ");

const isoDay = new Intl.DateTimeFormat("en-CA", { timeZone: "Pacific/Honolulu" });
const longDay = new Intl.DateTimeFormat("en-US", { timeZone: "Pacific/Honolulu", dateStyle: "long" });

describe("likes", () => {
  const like = (number: number, intent = "like") => ({ resource: resource(number), intent, tab: "resources" });
  const stateOf = (page: Page, number: number) => ({
    count: Number(page.text(`#resource-${resource(number)} [data-count]`)),
    pressed: page.attribute(`#resource-${resource(number)} button`, "aria-pressed"),
    offers: page.attribute(`#resource-${resource(number)} button`, "value"),
  });

  test("a browser that accepts cookies gets a random visitor id on /education, and has its own like", async () => {
    const [one, two] = [visitor({ address: "198.51.100.1" }), visitor({ address: "198.51.100.1" })];
    await Promise.all([one.get("/education"), two.get("/education")]);
    expect(one.cookies.get("visitor")).not.toBe(two.cookies.get("visitor"));
    const answer = await one.post("/education", like(101));
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe(`/education?tab=resources#resource-${resource(101)}`);
    expect(stateOf(await read("/education", one), 101)).toEqual({ count: 1, pressed: "true", offers: "unlike" });
    expect(stateOf(await read("/education", two), 101)).toEqual({ count: 1, pressed: "false", offers: "like" });
    await two.post("/education", like(101));
    expect(stateOf(await read("/education", two), 101)).toEqual({ count: 2, pressed: "true", offers: "unlike" });
  });

  test("a client that sends no cookie back is identified by its address: one like per address", async () => {
    const shared = { address: "198.51.100.2", keepsCookies: false };
    for (const _ of [1, 2, 3]) expect((await visitor(shared).post("/education", like(102))).status).toBe(303);
    expect(stateOf(await read("/education"), 102).count).toBe(1);
    await visitor({ address: "198.51.100.3", keepsCookies: false }).post("/education", like(102));
    expect(stateOf(await read("/education"), 102).count).toBe(2);
  });

  test("addresses in one IPv6 /64 network are one visitor, and ::ffff:a.b.c.d is the IPv4 address", async () => {
    for (const address of ["2001:db8::1", "2001:DB8:0:0:ffff::9", "2001:db8:0:0::"])
      await visitor({ address, keepsCookies: false }).post("/education", like(103));
    expect(stateOf(await read("/education"), 103).count).toBe(1);
    await visitor({ address: "2001:db8:0:1::1", keepsCookies: false }).post("/education", like(103));
    expect(stateOf(await read("/education"), 103).count).toBe(2);
    for (const address of ["198.51.100.4", "::ffff:198.51.100.4"])
      await visitor({ address, keepsCookies: false }).post("/education", like(103));
    expect(stateOf(await read("/education"), 103).count).toBe(3);
  });

  test("the 303 after a like without cookies carries mine=1, and so do the tab links of that page", async () => {
    const person = visitor({ address: "198.51.100.5", keepsCookies: false });
    const answer = await person.post("/education", like(104));
    expect(answer.headers.location).toBe(`/education?tab=resources&mine=1#resource-${resource(104)}`);
    const mine = await read("/education?tab=resources&mine=1", person);
    expect(stateOf(mine, 104)).toEqual({ count: 1, pressed: "true", offers: "unlike" });
    const tabs = mine.attributes('nav[aria-label="Library"] a', "href");
    expect(tabs).toHaveLength(4);
    for (const href of tabs) expect.soft(new URL(href, stack.url).searchParams.get("mine")).toBe("1");
    const plain = await read("/education", person);
    expect(stateOf(plain, 104)).toEqual({ count: 1, pressed: "false", offers: "like" });
    expect(plain.attributes('nav[aria-label="Library"] a', "href").join()).not.toContain("mine");
  });

  test("with mine=1 /education is rendered for that address only", async () => {
    const other = await read("/education?mine=1", visitor({ address: "198.51.100.6", keepsCookies: false }));
    expect(stateOf(other, 104)).toEqual({ count: 1, pressed: "false", offers: "like" });
    const withCookie = visitor({ address: "198.51.100.5" });
    await withCookie.get("/education");
    expect(stateOf(await read("/education?mine=1", withCookie), 104).pressed, "a cookie of one's own").toBe("false");
  });

  test("anonymous visitors can take a like back, with a cookie and without", async () => {
    const browser = visitor();
    await browser.get("/education");
    await browser.post("/education", like(105));
    expect(stateOf(await read("/education", browser), 105)).toMatchObject({ count: 1, pressed: "true" });
    await browser.post("/education", like(105, "unlike"));
    expect(stateOf(await read("/education", browser), 105)).toMatchObject({ count: 0, pressed: "false" });

    const text = visitor({ keepsCookies: false });
    await text.post("/education", like(105));
    await text.post("/education", like(105, "unlike"));
    expect(stateOf(await read("/education?mine=1", text), 105)).toMatchObject({ count: 0, pressed: "false" });
  });

  test("no one can take back the like of another person at the same address", async () => {
    const address = "198.51.100.7";
    const owner = visitor({ address });
    await owner.get("/education");
    await owner.post("/education", like(106));
    const other = visitor({ address });
    await other.get("/education");
    await other.post("/education", like(106, "unlike"));
    await visitor({ address, keepsCookies: false }).post("/education", like(106, "unlike"));
    expect(stateOf(await read("/education", owner), 106)).toMatchObject({ count: 1, pressed: "true" });
  });

  test("the form states its intent, so a double submit changes nothing", async () => {
    const person = visitor();
    await person.get("/education");
    const answers = await Promise.all(Array.from({ length: 5 }, () => person.post("/education", like(107))));
    expect(answers.map((answer) => answer.status)).toEqual([303, 303, 303, 303, 303]);
    expect(stateOf(await read("/education", person), 107)).toMatchObject({ count: 1, pressed: "true" });
    await Promise.all([1, 2, 3].map(() => person.post("/education", like(107, "unlike"))));
    expect(stateOf(await read("/education", person), 107)).toMatchObject({ count: 0, pressed: "false" });
  });

  test("20 clients at once make 20 likes; 20 requests at once from one address without cookies make one", async () => {
    const crowd = Array.from({ length: 20 }, () => visitor({ address: "198.51.100.8" }));
    await Promise.all(crowd.map((person) => person.get("/education")));
    const answers = await Promise.all(crowd.map((person) => person.post("/education", like(108))));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([303]));
    expect(stateOf(await read("/education"), 108).count).toBe(20);

    const same = { address: "198.51.100.9", keepsCookies: false };
    await Promise.all(Array.from({ length: 20 }, () => visitor(same).post("/education", like(109))));
    expect(stateOf(await read("/education"), 109).count).toBe(1);
  });

  test("a like leads back to its card on the tab and in the search that were open", async () => {
    const person = visitor();
    await person.get("/education");
    const media = await person.post("/education?tab=media", { ...like(201), tab: "media" });
    expect(media.headers.location).toBe(`/education?tab=media#resource-${resource(201)}`);
    const found = await person.post("/education?q=bitcoin", { ...like(101), tab: "resources" });
    expect(found.headers.location).toBe(`/education?tab=resources&q=bitcoin#resource-${resource(101)}`);
    const odd = await person.post("/education", { ...like(101), tab: "//evil.example" });
    expect(odd.headers.location).toBe(`/education?tab=resources#resource-${resource(101)}`);
  });

  test("the row holds a keyed digest of the address and of the cookie, and never the values themselves", async () => {
    const person = visitor({ address: "198.51.100.10" });
    await person.get("/education");
    await person.post("/education", like(110));
    await visitor({ address: "198.51.100.10", keepsCookies: false }).post("/education", like(110));
    const { rows, everything } = await withTables(stack, async (sql) => ({
      rows: await sql<{ ip_address: string; visitor_key: string | null; user_id: string | null }>(
        "select ip_address, visitor_key, user_id from public.resource_likes where resource_id = $1 order by id",
        resource(110),
      ),
      everything: JSON.stringify(await sql("select * from public.resource_likes")),
    }));
    expect(rows).toEqual([
      {
        ip_address: expect.stringMatching(/^[0-9a-f]{32}$/),
        visitor_key: expect.stringMatching(/^[0-9a-f]{32}$/),
        user_id: null,
      },
      { ip_address: rows[0]?.ip_address, visitor_key: null, user_id: null },
    ]);
    expect(everything).not.toContain("198.51.100");
    expect(everything).not.toContain(person.cookies.get("visitor"));
  });
});

describe("the library", () => {
  test("the default tab is resources, and an unknown tab means the default", async () => {
    for (const path of ["/education", "/education?tab=none", "/education?tab=%00", "/education?tab=RESOURCES'--"]) {
      const page = await read(path);
      const marked = page.all('nav[aria-label="Library"] a[aria-current="page"]');
      expect.soft(marked.map((tab) => tab.textContent.trim())).toEqual(["Resources"]);
    }
  });

  test("an inactive tab and an unpublished resource are shown to no one, at no URL", async () => {
    const tabs = (await read("/education")).texts('nav[aria-label="Library"] a');
    expect(tabs).toEqual(["Resources", "Media", "Courses", "Glossary"]);
    const pages = [
      "/education",
      "/education?tab=archive",
      "/education?q=lightning",
      "/education?q=archive",
      "/sitemap.xml",
    ];
    for (const path of pages) {
      const { html } = await read(path);
      expect.soft(html, path).not.toContain("The Bitcoin Lightning Network");
      expect.soft(html, path).not.toMatch(/\bArchive\b/);
    }
  });

  test("if resources is not active, the default is the first active tab", async () => {
    const activate = (active: boolean) =>
      withTables(stack, (sql) =>
        sql("update public.education_tabs set is_active = $1 where tab_key = 'resources'", active),
      );
    await activate(false);
    const page = await read("/education");
    await activate(true);
    expect(page.texts('nav[aria-label="Library"] a')).toEqual(["Media", "Courses", "Glossary"]);
    expect(page.texts('nav[aria-label="Library"] a[aria-current="page"]')).toEqual(["Media"]);
    expect(page.text("article h2")).toBe("But how does bitcoin actually work?");
  });

  test("there are two kinds of resource cards: one with Visit Resource, and a compact one with Learn more", async () => {
    const page = await read("/education");
    expect(page.all("article")).toHaveLength(12);
    const links = page
      .all("article")
      .map((card) => card.querySelector('a[target="_blank"]')?.textContent.split(":")[0]);
    expect(links).toEqual([...Array(9).fill("Visit Resource"), ...Array(3).fill("Learn more")]);
    expect(page.all("article button.like")).toHaveLength(12);
  });

  test("search ignores ʻokina, kahakō and case, across all active tabs", async () => {
    for (const query of ["MIT", "mit", "blockchain money"]) {
      const titles = (await read(`/education?q=${encodeURIComponent(query)}`)).texts("article h2");
      expect.soft(titles, query).toContain("Blockchain and Money (MIT 15.S12)");
    }
    for (const query of ["Vitalik Buterins", "vitālik buterinʻs"]) {
      const titles = (await read(`/education?q=${encodeURIComponent(query)}`)).texts("article h2");
      expect.soft(titles, query).toContain("Vitalik Buterin’s website");
    }
    const none = await read(`/education?q=${encodeURIComponent("100% of _ \\ ' \"<b>")}`);
    expect(none.all("article")).toHaveLength(0);
    expect(none.text('main [role="status"]')).toContain("0 resources found for “100% of _ \\ ' \"<b>”");
    expect(none.value("q")).toBe("100% of _ \\ ' \"<b>");
  });

  test("Join Our Workshop and Subscribe to Newsletter link to /events and /insights#newsletter", async () => {
    const page = await read("/education");
    const link = (words: string) => page.all("main a").find((each) => each.textContent.trim() === words);
    expect(link("Join Our Workshop")?.getAttributeValue("href")).toBe("/events");
    expect(link("Subscribe to Newsletter")?.getAttributeValue("href")).toBe("/insights#newsletter");
  });
});

describe("waitlists", () => {
  const join = (path: string, fields: Fields, by = visitor()) => by.postAndFollow(path, fields);
  const entries = (email: string) =>
    withTables(stack, (sql) =>
      sql(
        `select w.name, w.email, w.consent_version, w.suspected_spam, e.key as event, now() - w.created_at < interval '5 minutes' as fresh
         from public.waitlist_entries w join public.events e on e.id = w.event_id
         where lower(w.email) = lower($1) order by w.created_at, e.key`,
        email,
      ),
    );

  test.each([
    ["/events", "bitcoin", "Bitcoin Pizza Day"],
    ["/bitcoin-pizza-day", "bitcoin", "Bitcoin Pizza Day"],
    ["/events?event=ethereum", "ethereum", "ETH Hawaii"],
  ])(
    "%s: a sign-up redirects by 303 to a URL that shows success, as a toast and as lasting text",
    async (path, event, name) => {
      const sent = await visitor().post(path, { name: "Kaleo", email: "shown@example.org", event });
      expect(sent.status).toBe(303);
      expect(withoutSignature(sent.headers.location)).toBe(`/events?done=waitlist&event=${event}#waitlist`);
      const page = new Page((await join(path, { name: "Kaleo", email: "shown@example.org", event })).body);
      const words = `You've been added to the ${name} waitlist!`;
      expect(page.text('#waitlist [role="status"]')).toContain(words);
      expect(page.text('#waitlist [role="status"]')).toContain("We'll notify you when tickets become available.");
      expect(page.text(".toast")).toBe(`${words} We'll notify you when tickets become available.`);
      expect(page.text("#waitlist form button")).toBe(`Join the ${name} Waitlist`);
    },
  );

  test("the form of the pizza party is replaced by a thank-you", async () => {
    const answer = await join("/global-pizza-party", { name: "Kaleo", email: "pizza@example.org" });
    expect(withoutSignature(answer.path)).toBe("/global-pizza-party?done=waitlist#waitlist");
    const page = new Page(answer.body);
    expect(page.text('#waitlist [role="status"]')).toBe(
      "Thank you! You've been added. We'll notify you when tickets are available.",
    );
    expect(page.all("#waitlist form")).toHaveLength(0);
  });

  test("the same email address twice gets the same response, so no one learns who is on a list", async () => {
    const first = await visitor().post("/events", { name: "First Name", email: "twice@example.org", event: "bitcoin" });
    const second = await visitor().post("/events", {
      name: "Other Name",
      email: "Twice@Example.org",
      event: "bitcoin",
    });
    const comparable = ({ status, headers, body }: Answer) => ({
      status,
      location: withoutSignature(headers.location),
      body,
    });
    expect(comparable(second)).toEqual(comparable(first));
  });

  test("rows are stored before success is shown: the first name stays, with version and time of the consent", async () => {
    const twice = { email: "rows@example.org", event: "bitcoin" };
    await join("/events", { name: "Kaʻiulani", ...twice });
    await join("/events", { name: "Somebody else", ...twice, email: "ROWS@example.org" });
    await Promise.all(Array.from({ length: 8 }, () => join("/events/bitcoin", { name: "Again", ...twice })));
    await join("/events", { name: "Kaʻiulani", ...twice, event: "ethereum" });
    await join("/global-pizza-party", { name: "Kaʻiulani", ...twice, event: "" });
    await join("/events/nft-art-showcase", { name: "Kaʻiulani", ...twice, event: "nft-art-showcase" });
    await join("/events", { name: "Robot", ...twice, nickname2: "x" });
    const row = { name: "Kaʻiulani", email: "rows@example.org", suspected_spam: false, fresh: true };
    const consent_version = expect.stringMatching(/^\d{4}-\d{2}-\d+$/);
    expect(await entries("rows@example.org")).toEqual([
      { ...row, consent_version, event: "bitcoin" },
      { ...row, consent_version, event: "ethereum" },
      { ...row, consent_version, event: "global-pizza-party" },
      { ...row, consent_version, event: "nft-art-showcase" },
      { ...row, consent_version, event: "bitcoin", name: "Robot", suspected_spam: true },
    ]);
  });

  test("the outbox stays empty when no endpoint is configured", async () => {
    expect(await withTables(stack, (sql) => sql("select * from public.outbox"))).toEqual([]);
  });

  test.each([
    ["an unknown key", "none"],
    ["what is no key", "../bitcoin"],
    ["an unpublished key", "draft-of-a-gathering"],
  ])("%s gets a 404 page that links to /events, and joins no waitlist", async (_, event) => {
    await withTables(stack, (sql) =>
      sql(
        `insert into public.events (key, title, place, summary) values ('draft-of-a-gathering', 'A draft', 'Hilo', 'Soon')
        on conflict do nothing`,
      ),
    );
    for (const name of ["Kaleo", "K"]) {
      const answer = await visitor().post("/events", { name, email: "nowhere@example.org", event });
      expect.soft(answer.status, name).toBe(404);
      const page = new Page(answer.body);
      expect.soft(page.text("main h1")).toBe("Event not found");
      expect.soft(page.text("main .lead")).toContain("you were not added to a waitlist");
      expect.soft(page.attribute("main a.button", "href")).toBe("/events");
    }
    expect(await entries("nowhere@example.org")).toEqual([]);
  });

  test.each(["/events/nft-art-showcase", "/global-pizza-party"])(
    "the key of another event in the form of %s gets a 404 too, and joins neither waitlist",
    async (path) => {
      for (const event of ["bitcoin", "none"]) {
        const answer = await visitor().post(path, { name: "Kaleo", email: "other@example.org", event });
        expect.soft(answer.status, event).toBe(404);
        expect.soft(new Page(answer.body).text("main .lead")).toContain("you were not added to a waitlist");
      }
      expect(await entries("other@example.org")).toEqual([]);
    },
  );

  test.each<Fields>([{}, { event: "" }])("only a missing or empty key means the default event: %o", async (named) => {
    const answer = await visitor().post("/events", { name: "Kaleo", email: "default@example.org", ...named });
    expect(withoutSignature(answer.headers.location)).toBe("/events?done=waitlist&event=bitcoin#waitlist");
  });

  test("a sign-up for a published event without a tab joins its waitlist, and leads to its own page by name", async () => {
    for (const [event, path, words] of [
      [
        "nft-art-showcase",
        "/events/nft-art-showcase",
        "You've been added to the NFT Art & Collectibles Showcase waitlist!",
      ],
      ["global-pizza-party", "/global-pizza-party", "Thank you! You've been added."],
    ] as const) {
      const email = `${event}@example.org`;
      const answer = await join("/events", { name: "Kaleo", email, event });
      expect.soft(withoutSignature(answer.path)).toBe(`${path}?done=waitlist#waitlist`);
      expect.soft(new Page(answer.body).text('#waitlist [role="status"]')).toContain(words);
      expect.soft((await entries(email)).map((entry) => entry.event)).toEqual([event]);
    }
  });

  test("an invalid form for an event without a tab is returned with the name of that event", async () => {
    const answer = await visitor().post("/events", { name: "K", email: "k@example.org", event: "nft-art-showcase" });
    expect(answer.status).toBe(422);
    const page = new Page(answer.body);
    expect(page.text("#waitlist form button")).toBe("Join the NFT Art & Collectibles Showcase Waitlist");
    expect(page.value("event")).toBe("nft-art-showcase");
  });

  test("a link to an unknown event shows the default; one to an event without a tab leads to its own page", async () => {
    expect((await read("/events?event=none")).text("#waitlist form button")).toContain("Bitcoin Pizza Day");
    for (const [event, path] of [
      ["global-pizza-party", "/global-pizza-party"],
      ["nft-art-showcase", "/events/nft-art-showcase"],
    ])
      for (const headers of [{}, {}, madeAnew]) {
        const answer = await visitor().get(`/events?event=${event}`, headers);
        expect.soft([answer.status, answer.headers.location]).toEqual([302, path]);
      }
  });

  test("the events waitlist form has novalidate; the other forms use the browser's validation", async () => {
    const novalidate = async (path: string) => (await read(path)).all('form[method="post"][novalidate]').length;
    expect(await novalidate("/events")).toBe(1);
    for (const path of ["/global-pizza-party", "/events/bitcoin", "/contact", "/insights", "/newsletter/embed"])
      expect.soft(await novalidate(path), path).toBe(0);
    const page = await read("/global-pizza-party");
    for (const name of ["name", "email"])
      expect.soft(page.attribute(`#waitlist input[name="${name}"]`, "required")).toBeDefined();
    expect(page.attribute('#waitlist input[name="email"]', "type")).toBe("email");
  });

  test("every waitlist form has the consent sentence, and a submit button that is never disabled", async () => {
    for (const path of ["/events", "/global-pizza-party", "/events/ethereum"]) {
      const page = await read(path);
      expect.soft(page.text("#waitlist form")).toMatch(/agree to email updates.*never shared/);
      expect.soft(page.all("#waitlist button[disabled]")).toHaveLength(0);
    }
  });
});

describe("forms filled in by bots", () => {
  test("a filled honeypot gets the normal success page, and the entry is marked as suspected spam", async () => {
    const robot = { name: "Robot", email: "robot@example.org", message: "Buy now", nickname2: "Robot" };
    const person = { name: "Person", email: "person@example.org", message: "Aloha" };
    const forms: [string, string][] = [
      ["/events", '[role="status"]'],
      ["/global-pizza-party", '[role="status"]'],
      ["/insights", '[role="status"]'],
      ["/newsletter/embed", '[role="status"]'],
      ["/contact", '[role="status"]'],
    ];
    for (const [path, selector] of forms) {
      const caught = await visitor().postAndFollow(path, robot);
      const normal = await visitor().postAndFollow(path, person);
      const [next, usual] = [caught.path, normal.path].map(withoutSignature);
      expect.soft({ path, status: caught.status, next }).toEqual({ path, status: 200, next: usual });
      const said = ({ body }: typeof caught) =>
        new Page(body).texts(selector).map((text) => text.replace(/HB-[0-9A-Z]{4}/, "HB-0000"));
      expect.soft(said(caught)).toEqual(said(normal));
    }
    const rows = await withTables(stack, async (sql) => ({
      entries: await sql(`select suspected_spam, count(*)::int from public.waitlist_entries
        where email in ('robot@example.org', 'person@example.org') group by 1 order by 1`),
      messages: await sql(`select suspected_spam, count(*)::int from public.contact_messages
        where email in ('robot@example.org', 'person@example.org') group by 1 order by 1`),
      subscribers: await sql(`select suspected_spam, count(*)::int from public.newsletter_subscribers
        where email in ('robot@example.org', 'person@example.org') group by 1 order by 1`),
    }));
    expect(rows).toEqual({
      entries: [
        { suspected_spam: false, count: 2 },
        { suspected_spam: true, count: 2 },
      ],
      messages: [
        { suspected_spam: false, count: 1 },
        { suspected_spam: true, count: 1 },
      ],
      subscribers: [
        { suspected_spam: false, count: 1 },
        { suspected_spam: true, count: 1 },
      ],
    });
  });

  test("the honeypot has a label for text browsers, is out of the tab order, and is not filled in by browsers", async () => {
    for (const path of ["/events", "/global-pizza-party", "/insights", "/newsletter/embed", "/contact"]) {
      const page = await read(path);
      const honeypot = page.all('input[name="nickname2"]')[0];
      expect.soft(page.text(`label[for="${honeypot?.getAttributeValue("id")}"]`)).toBe("Leave this field empty");
      expect.soft(honeypot?.getAttributeValue("tabindex")).toBe("-1");
      expect.soft(honeypot?.getAttributeValue("autocomplete")).toBe("off");
      expect.soft(honeypot?.getAttributeValue("required")).toBeNull();
    }
  });
});

describe("the newsletter without a provider", () => {
  test("an email address is stored in newsletter_subscribers once, and the visitor is thanked", async () => {
    for (const [path, email] of [
      ["/insights", "reader@example.org"],
      ["/insights", "READER@example.org"],
      ["/newsletter/embed", "reader@example.org"],
    ] as const) {
      const answer = await visitor().postAndFollow(path, { email });
      expect.soft(withoutSignature(answer.path)).toBe(`${path}?done=subscribed#newsletter`);
      expect.soft(new Page(answer.body).text('[role="status"]')).toBe("Thanks for subscribing!");
      expect.soft(answer.body).not.toContain("Check your email to confirm.");
    }
    const rows = await withTables(stack, (sql) =>
      sql("select email from public.newsletter_subscribers where lower(email) = 'reader@example.org'"),
    );
    expect(rows).toEqual([{ email: "reader@example.org" }]);
  });

  test("an unknown message key in the URL shows nothing", async () => {
    for (const path of ["/insights?done=hacked", "/events?done=<b>", "/global-pizza-party?done=1"])
      expect.soft((await read(path)).all('[role="status"]')).toHaveLength(0);
  });

  test("a submit button is never served disabled", async () => {
    for (const path of ["/insights", "/newsletter/embed", "/contact", "/education"])
      expect.soft((await read(path)).all("button[disabled]"), path).toHaveLength(0);
  });

  test("the frame on the home page shows the site's own form: 500 × 407, titled, loaded lazily", async () => {
    const frame = (await read("/")).all("iframe")[0];
    const attribute = (name: string) => frame?.getAttributeValue(name);
    expect(attribute("src")).toBe("/newsletter/embed");
    expect([attribute("width"), attribute("height"), attribute("loading")]).toEqual(["500", "407", "lazy"]);
    expect(attribute("title")).toBe("Newsletter sign-up");
  });
});

describe("contact", () => {
  const message = {
    name: "Kaʻiulani & Søn",
    email: "ka.iulani+hi@example.org",
    message: "Aloha!\r\nLine two: 100 % & more?",
  };
  const draftOf = (page: Page) => page.attribute("a[data-open-draft]", "href") ?? "";

  test("the POST itself responds 200, private, no-store, with the receipt in place of the form", async () => {
    const answer = await visitor().post("/contact", message);
    const page = new Page(answer.body);
    expect(answer.status).toBe(200);
    expect(answer.headers["cache-control"]).toBe("private, no-store");
    expect(page.text('#message [role="status"]')).toContain("Thank you! We have your message.");
    expect(page.all("#message form")).toHaveLength(0);
    expect(page.all("main h1")).toHaveLength(1);
  });

  test("the receipt offers a mailto: draft with exactly the specified subject and body", async () => {
    const draft = new URL(draftOf(new Page((await visitor().post("/contact", message)).body)));
    expect(draft.protocol).toBe("mailto:");
    expect(draft.pathname).toBe("aloha@example.org");
    expect([...draft.searchParams.keys()]).toEqual(["subject", "body"]);
    expect(draft.searchParams.get("subject")).toBe("New Contact Form Message from Kaʻiulani & Søn");
    const body = draft.searchParams.get("body") ?? "";
    for (const part of [message.name, message.email, "Aloha!\r\nLine two: 100 % & more?"])
      expect.soft(body).toContain(part);
  });

  test("no field can add a header to the draft, and a long one is shortened to 1,800 characters with a notice", async () => {
    const attack = { ...message, message: "x?cc=a@example.org&bcc=b@example.org\n\nBcc: c@example.org" };
    const draft = new URL(draftOf(new Page((await visitor().post("/contact", attack)).body)));
    expect([...draft.searchParams.keys()]).toEqual(["subject", "body"]);
    const long = new Page((await visitor().post("/contact", { ...message, message: "ʻāina ".repeat(800) })).body);
    expect(draftOf(long).length).toBeLessThanOrEqual(1800);
    expect(draftOf(long)).not.toMatch(/[\s<>"]/);
    expect(long.text("#message")).toContain("shortened");
  });

  test("the same email address and text within 24 hours is stored once, with the same response", async () => {
    const again = { name: "Kaleo", email: "once@example.org", message: "Only once" };
    const answers = await Promise.all(
      ["once@example.org", "Once@Example.org", "once@example.org"].map((email) =>
        visitor().post("/contact", { ...again, email }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    await visitor().post("/contact", { ...again, message: "Another text" });
    const rows = await withTables(stack, (sql) =>
      sql(
        "select message, status from public.contact_messages where lower(email) = 'once@example.org' order by message",
      ),
    );
    expect(rows).toEqual([
      { message: "Another text", status: "new" },
      { message: "Only once", status: "new" },
    ]);
  });

  test("without an upcoming event the block says so, lists past ones, and links to the meetup calendar", async () => {
    const page = await read("/contact");
    expect(page.texts("main section p").join(" ")).toContain("Nothing is on the calendar at the moment");
    const listed = page.texts("#upcoming ~ ul h3").concat(page.texts(".card h3"));
    expect(listed).toContain("Blockchain Basics Workshop");
    expect(listed).toContain("NFT Art & Collectibles Showcase");
    const links = page.attributes(".card a", "href");
    expect(links).toContain("/events/blockchain-basics-workshop");
    for (const href of links) expect.soft((await visitor().get(href)).status).toBe(200);
    expect(page.text("main")).not.toContain("RSVP");
    expect(page.texts(".card a").every((text) => text.startsWith("See the event"))).toBe(true);
    expect(page.html).toContain("See the meetup calendar");
  });
});

describe("events and dates", () => {
  test("the two tabs of /events are Bitcoin Pizza Day, the default, and ETH Hawaii", async () => {
    for (const path of ["/events", "/bitcoin-pizza-day", "/events?event=none"]) {
      const page = await read(path);
      expect.soft(page.texts('nav[aria-label="Special events"] a')).toEqual(["Bitcoin Pizza Day", "ETH Hawaii"]);
      expect.soft(page.texts('nav[aria-label="Special events"] a[aria-current]'), path).toEqual(["Bitcoin Pizza Day"]);
    }
    const page = await read("/events?event=ethereum");
    expect(page.texts('nav[aria-label="Special events"] a[aria-current]')).toEqual(["ETH Hawaii"]);
  });

  test("a past event shows “Took place May 22, 2025”, and keeps its details and its form for the next edition", async () => {
    for (const [path, time, place, limit] of [
      ["/events", "6:00 PM to 8:00 PM HST", "Co-working space in Kahala", 50],
      ["/events/bitcoin", "6:00 PM to 8:00 PM HST", "Co-working space in Kahala", 50],
      ["/global-pizza-party", "6:00 PM to 9:00 PM HST", "Co-working hub in Honolulu", 100],
    ] as const) {
      const text = (await read(path)).text("main") ?? "";
      for (const part of [
        "Took place May 22, 2025",
        "Thursday, May 22, 2025",
        time,
        place,
        `Limited to ${limit} attendees`,
      ])
        expect.soft(text).toContain(part);
      expect.soft(text).toMatch(/This edition is over\. The list is for the next one/);
      expect.soft(text).toContain("Join the Waitlist");
    }
  });

  test("ETH Hawaii shows Q3 2026, multiple sessions and three days as text, without an end time", async () => {
    const page = await read("/events/ethereum");
    const text = page.text("main") ?? "";
    for (const part of [
      "Q3 2026",
      "Multiple sessions throughout the day",
      "three days",
      "Honolulu",
      "Limited to 200 attendees",
    ])
      expect.soft(text).toContain(part);
    expect(text).not.toMatch(/\d{1,2}:\d{2} [AP]M/);
    expect(page.attributes("main time", "datetime").join()).not.toContain("T");
    if (isoDay.format(new Date()) >= "2026-10-01") expect(text).toContain("Q3 2026 has passed");
  });

  test("an exact time is written in UTC for machines", async () => {
    expect((await read("/events/bitcoin")).attributes("main time", "datetime")).toContain("2025-05-23T04:00:00.000Z");
  });

  test("states are computed per request: announced, tickets open, on now, past, canceled, postponed", async () => {
    await withTables(stack, (sql) =>
      sql(`insert into public.events (key, title, starts_at, ends_at, date_precision, place, summary, ticket_url, status, is_published)
        values
        ('ahead', 'Ahead', now() + interval '20 days', null, 'exact', 'Hilo', 'To come.', null, 'scheduled', true),
        ('selling', 'Selling', now() + interval '30 days', null, 'exact', 'Hilo', 'To come.', 'https://tickets.example/', 'scheduled', true),
        ('running', 'Running', now() - interval '1 hour', now() + interval '1 hour', 'exact', 'Hilo', 'Now.', null, 'scheduled', true),
        ('just-over', 'Just over', now() - interval '3 hours', now() - interval '1 minute', 'exact', 'Hilo', 'Over.', null, 'scheduled', true),
        ('this-month', 'This month', date_trunc('month', now() at time zone 'Pacific/Honolulu') at time zone 'Pacific/Honolulu', null, 'month', 'Hilo', 'Some day.', null, 'scheduled', true),
        ('some-day', 'Some day', null, null, 'tba', 'Hilo', 'Some day.', 'https://tickets.example/', 'scheduled', true),
        ('called-off', 'Called off', now() + interval '40 days', null, 'exact', 'Hilo', 'Not to come.', 'https://tickets.example/', 'cancelled', true),
        ('moved', 'Moved', now() + interval '50 days', null, 'exact', 'Hilo', 'Later.', null, 'postponed', true),
        ('hidden', 'Hidden', now() + interval '10 days', null, 'exact', 'Hilo', 'Not yet.', null, 'scheduled', false)`),
    );
    const badge = async (key: string) => (await read(`/events/${key}`)).text("main .badge");
    expect({
      ahead: await badge("ahead"),
      selling: await badge("selling"),
      running: await badge("running"),
      "this-month": await badge("this-month"),
      "some-day": await badge("some-day"),
      "called-off": await badge("called-off"),
      moved: await badge("moved"),
    }).toEqual({
      ahead: "Announced",
      selling: "Tickets are on sale",
      running: "On now",
      "this-month": "Announced",
      "some-day": "Date to be announced",
      "called-off": "Canceled",
      moved: "Postponed; a new date is not announced yet",
    });
    expect(await badge("just-over")).toMatch(/^Took place /);
    await withTables(stack, (sql) => sql("delete from public.events where key = 'this-month'"));
    // Nobody has asked for this variant of the page before, so it is not a kept one.
    expect((await read("/events?meets=room")).texts("#others .card h3")).toContain("Running");
  });

  test("a three-day event for one attendee says both, and calendar links have its end and its URL", async () => {
    await withTables(stack, (sql) =>
      sql(`insert into public.events (key, title, starts_at, ends_at, date_precision, place, summary, attendee_limit, tab_order, is_published)
        values ('conference', 'Conference', '2097-05-20 09:00-10', '2097-05-22 17:00-10', 'exact', 'Hilo', 'To come.', 1, 9, true)`),
    );
    for (const path of ["/events/conference", "/events?event=conference"]) {
      const page = await read(path);
      expect.soft(page.text("main .facts"), path).toContain("May 20, 9:00 AM to May 22, 2097, 5:00 PM HST");
      expect.soft(page.text("main .facts"), path).toContain("Limited to 1 attendee");
      expect.soft(page.text("main .facts"), path).not.toContain("attendees");
      const google = page.attributes("main a", "href").find((href) => href.includes("calendar.google.com"));
      const { searchParams } = new URL(google ?? "about:blank");
      expect.soft(searchParams.get("dates"), path).toBe("20970520T190000Z/20970523T030000Z");
      expect.soft(searchParams.get("details"), path).toContain(`${stack.url}/events/conference`);
    }
    await withTables(stack, (sql) => sql("delete from public.events where key = 'conference'"));
  });

  test("a past event has no calendar links, and one without an end has its start twice", async () => {
    const links = async (path: string) => (await read(path)).attributes("main a", "href");
    expect(await links("/events/bitcoin")).not.toContain("/events/bitcoin.ics");
    expect((await links("/events/bitcoin")).join()).not.toContain("calendar.google.com");
    expect(await links("/events/ahead")).toContain("/events/ahead.ics");
    const google = (await links("/events/ahead")).find((href) => href.includes("calendar.google.com"));
    const [start, end] = new URL(google ?? "about:blank").searchParams.get("dates")?.split("/") ?? [];
    expect(start).toMatch(/^\d{8}(?:T\d{6}Z)?$/);
    expect(end).toBe(start);
  });

  test("an unpublished event is shown to no one", async () => {
    expect((await visitor().get("/events/hidden")).status).toBe(404);
    expect((await visitor().get("/events/hidden.ics")).status).toBe(404);
    expect((await visitor().post("/events/hidden", { name: "Kaleo", email: "hidden@example.org" })).status).toBe(404);
    for (const path of ["/events", "/contact", "/sitemap.xml", "/events.ics"])
      expect.soft((await visitor().get(path)).body, path).not.toContain("Hidden");
  });

  test("the contact page shows the next two events with RSVP links in place of the meetup calendar, then past ones", async () => {
    const page = await read("/contact");
    const [upcoming = "", past = ""] = (page.text(".quiet") ?? "").split("Past events");
    expect(upcoming.match(/RSVP/g)).toHaveLength(2);
    expect(upcoming).toMatch(/Running|This month/);
    expect(past).not.toContain("RSVP");
    expect(past).toMatch(/NFT Art & Collectibles Showcase.*Blockchain Basics Workshop/s);
    for (const href of page.attributes(".card a", "href").filter((each) => each.includes("#"))) {
      const [path = "", fragment = ""] = href.split("#");
      expect.soft((await read(path)).ids).toContain(fragment);
    }
    expect(page.html).not.toContain("See the meetup calendar");
  });

  test("/events/global-pizza-party redirects to /global-pizza-party, and /resources/events to /events, by 301", async () => {
    const lead = async (path: string) => {
      const { status, headers } = await visitor().get(path);
      return [status, headers.location];
    };
    expect(await lead("/events/global-pizza-party")).toEqual([301, "/global-pizza-party"]);
    expect(await lead("/resources/events")).toEqual([301, "/events"]);
  });

  test("View All Events links to the meetup calendar", async () => {
    const page = await read("/events");
    const link = page.all("main a").find((each) => each.textContent.includes("View All Events"));
    expect(link?.getAttributeValue("href")).toMatch(/^https:\/\/www\.meetup\.com\//);
  });

  test("the year in the footer is the current one in Honolulu", async () => {
    expect((await read("/about")).text("footer")).toContain(`© ${isoDay.format(new Date()).slice(0, 4)} Hawaiʻi`);
  });
});

describe("legal pages", () => {
  test("the tab is chosen by path: privacy when it contains privacy, otherwise terms", async () => {
    for (const [path, title, sections] of [
      ["/terms", "Terms of Service", 9],
      ["/privacy", "Privacy Policy", 11],
      ["/privacy-policy", "Privacy Policy", 11],
    ] as const) {
      const page = await read(path);
      expect.soft(page.text("h1")).toBe(title);
      expect.soft(page.texts('nav[aria-label="Legal documents"] a')).toEqual(["Terms of Service", "Privacy Policy"]);
      expect.soft(page.texts('nav[aria-label="Legal documents"] a[aria-current="page"]')).toEqual([title]);
      const headings = page.texts(".prose h2");
      expect.soft(headings).toHaveLength(sections);
      for (const [index, heading] of headings.entries()) expect.soft(heading).toMatch(new RegExp(`^${index + 1}\\. `));
    }
  });

  test("both tabs say that they were last updated today, and when the wording was last revised", async () => {
    const before = longDay.format(new Date());
    for (const path of ["/terms", "/privacy"]) {
      const text = (await read(path)).text("main") ?? "";
      const [, today, revised = ""] =
        /Last updated: (\w+ \d+, \d{4})\. This page describes the site as it works today; its words last changed on (\w+ \d+, \d{4})\./.exec(
          text,
        ) ?? [];
      expect.soft([before, longDay.format(new Date())]).toContain(today);
      expect.soft(Date.parse(revised)).toBeLessThanOrEqual(Date.now());
    }
  });

  test("the privacy page names only what the operator has configured", async () => {
    const text = (await read("/privacy")).text("main") ?? "";
    expect(text).toContain("Cloudflare");
    expect(text).not.toMatch(/\(newsletter\)|\(waitlists\)|\(newsletter form\)/);
    expect(text).toContain("13");
  });
});

describe("when Supabase is down", () => {
  const typed = { name: "Kaʻiulani", email: "typed@example.org", message: "Typed text" };
  beforeAll(() => stack.stopSupabase());

  test("/education says so in words, on a whole page", async () => {
    const page = new Page((await visitor().get("/education", madeAnew)).body);
    expect(page.text("#library .notice")).toContain("We can’t reach our records right now.");
    expect(page.text("h1")).toBe("Education");
    expect(page.all("footer")).toHaveLength(1);
  });

  test("a like gets “Failed to update like” with 503", async () => {
    const answer = await visitor().post("/education", { resource: resource(101), intent: "like", tab: "resources" });
    expect(answer.status).toBe(503);
    expect(alerts(new Page(answer.body))).toContain("Failed to update like");
  });

  test.each([
    ["/events", "bitcoin"],
    ["/events?event=ethereum", "ethereum"],
    ["/bitcoin-pizza-day", "bitcoin"],
    ["/global-pizza-party", "global-pizza-party"],
    ["/events/nft-art-showcase", "nft-art-showcase"],
  ])("%s: an entry that is not stored gets the exact error text, and keeps the typed values", async (path, event) => {
    const answer = await visitor().post(path, { ...typed, event });
    const page = new Page(answer.body);
    expect(answer.status).toBe(503);
    expect(alerts(page)).toContain("There was an error. Please try again.");
    expect(page.value("name")).toBe(typed.name);
    expect(page.value("email")).toBe(typed.email);
    if (path.startsWith("/events?") || path === "/events") expect(page.value("event")).toBe(event);
    expect(answer.body).not.toContain("You've been added");
  });

  test("a message that is not stored gets an error text, and keeps the typed values", async () => {
    const answer = await visitor().post("/contact", typed);
    const page = new Page(answer.body);
    expect(answer.status).toBe(503);
    expect(alerts(page)).toContain("Your message could not be sent. Please try again.");
    expect([page.value("name"), page.value("email"), page.value("message")]).toEqual([
      typed.name,
      typed.email,
      typed.message,
    ]);
    expect(page.all("a[data-open-draft]")).toHaveLength(0);
  });

  test("a subscription that is not stored says that something went wrong, and keeps the typed value", async () => {
    for (const path of ["/insights", "/newsletter/embed"]) {
      const answer = await visitor().post(path, { email: typed.email });
      const page = new Page(answer.body);
      expect.soft(answer.status).toBe(503);
      expect.soft(alerts(page)).toContain("Something went wrong. Please try again.");
      expect.soft(page.value("email")).toBe(typed.email);
    }
  });

  test("a visitor's mistake is still reported as such: 422", async () => {
    const answer = await visitor().post("/events", { name: "K", email: "k", event: "bitcoin" });
    expect(answer.status).toBe(422);
    expect(new Page(answer.body).texts(".summary a")).toEqual([
      "Name must be at least 2 characters",
      "Please enter a valid email address",
    ]);
  });

  test("once it is back, everything works again without a restart, and nothing sent before was stored", async () => {
    await startAgain(stack);
    expect((await visitor().postAndFollow("/events", { ...typed, event: "bitcoin" })).path).toContain("done=waitlist");
    const rows = await withTables(stack, (sql) =>
      sql(
        `select 'entry' as kind from public.waitlist_entries where email = $1
        union all select 'message' from public.contact_messages where email = $1
        union all select 'subscriber' from public.newsletter_subscribers where email = $1`,
        typed.email,
      ),
    );
    expect(rows).toEqual([{ kind: "entry" }]);
  });
});
