import { mkdirSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { defaults, seal, unseal } from "iron-webcrypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { publicRoutes } from "../../harness/public-pages.ts";
import type { Answer, Fields } from "../../harness/serving/exchange.ts";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack, testSettings } from "../../harness/serving/stack.ts";
import { startMailProvider } from "../../harness/serving/stand-in.ts";
import { type Fault, type FaultProxy, startFaultProxy } from "../support/fault-proxy.ts";
import { ask, eventually, madeAnew, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, withTables } from "./tables.ts";

const credentials = { email: testSettings.LOCAL_ADMIN_EMAIL ?? "", password: testSettings.LOCAL_ADMIN_PASSWORD ?? "" };
const entry = { name: "Kaʻiulani", email: "typed@example.org" };
const typed = { ...entry, message: "Typed text" };
const liked = "00000000-0000-4000-8000-000000000101";
const oldNews = "We can’t reach our records right now.";

let stack: Stack;
let proxy: FaultProxy;
let provider: Awaited<ReturnType<typeof startMailProvider>>;
/** An admin who signed in before the first fault and stays signed in. */
let admin: Visitor;
beforeAll(async () => {
  proxy = await startFaultProxy(() => `http://127.0.0.1:${stack.settings.SUPABASE_PORT}`);
  provider = await startMailProvider();
  stack = await startStack(databaseTemplate(), { ...provider.settings, SUPABASE_URL: proxy.url });
  admin = await signedIn();
});
afterEach(() => proxy.set("none"));
afterAll(() => Promise.all([stack?.stop(), proxy?.stop(), provider?.stop()]));

const visitor = () => new Visitor(stack.url);
const alerts = (page: Page) => page.texts('[role="alert"]').join(" ");
const clears = ({ headers }: Answer) => (headers["set-cookie"] ?? []).some((line) => /^session=;/.test(line));

const signedIn = () => signIn(visitor());

/** A session whose token must be refreshed on its next request. */
async function dueSession(): Promise<Visitor> {
  const secret = testSettings.SESSION_SECRET ?? "";
  const person = await signedIn();
  const session = (await unseal(person.cookies.get("session") ?? "", secret, defaults)) as object;
  person.cookies.set("session", await seal({ ...session, expiresAt: Date.now() }, secret, defaults));
  return person;
}

type Seen = (answer: Answer, page: Page) => void;

/** One page or form: how it is requested, and what it must return while the database works and while it fails. */
interface Column {
  group: string;
  /** only for a page or file that is read */
  path?: string;
  ask(): Promise<Answer>;
  works: Seen;
  fails: Seen;
}

const answers =
  (status: number): Seen =>
  (answer) =>
    expect.soft(answer.status).toBe(status);

const isUnavailable = ({ status, headers }: Answer) =>
  expect.soft([status, headers["retry-after"]]).toEqual([503, "60"]);

const read = (group: string, paths: string[], works: Seen, fails: Seen): Column[] =>
  paths.map((path) => ({ group, path, ask: () => visitor().get(path, madeAnew), works, fails }));

const form = (group: string, path: string, fields: Fields, message: string, works: Seen = answers(303)): Column => ({
  group,
  ask: () => visitor().post(path, fields),
  works,
  fails(answer, page) {
    isUnavailable(answer);
    expect.soft(alerts(page)).toContain(message);
    for (const name of ["name", "email", "message"])
      if (name in fields) expect.soft(page.value(name), name).toBe((fields as Record<string, string>)[name]);
  },
});

const staysSignedIn: Seen = (answer) => {
  isUnavailable(answer);
  expect.soft(clears(answer), "the session is kept").toBe(false);
};

const unaffected = answers(200);
const age =
  /We can’t reach our records right now\. ?(This is the (event|article|guide|news)|These are the (events|articles)) as (it was|they were) at \d?\d:\d\d [AP]M HST.* \((less than a|\d+) minutes?( ago)/;
const saysSo: Seen = (answer, page) => {
  isUnavailable(answer);
  expect.soft(page.text("main")).toContain("cannot be shown right now");
  expect.soft(page.all('nav[aria-label="Main"] a').length, "the rest of the page").toBeGreaterThan(5);
};
/** A stale copy: with its age in seconds for programs, and not cacheable. */
const aged: Seen = (answer) => {
  expect.soft([answer.status, answer.headers["cache-control"]]).toEqual([200, "private, no-store"]);
  expect.soft(answer.headers.age).toMatch(/^\d{1,3}$/);
};
const lastGood: Seen = (answer, page) => {
  aged(answer, page);
  expect.soft(page.text("#library .notice")).toContain(oldNews);
  expect.soft(page.all(".card").length, "the works").toBeGreaterThan(3);
};
const lastGoodPage: Seen = (answer, page) => {
  aged(answer, page);
  expect.soft(page.text("main")).toMatch(age);
  expect.soft(page.text("main")).not.toContain("cannot be shown right now");
};
const lastGoodList: Seen = (answer, page) => {
  lastGoodPage(answer, page);
  expect.soft(page.text("#waitlist")).toContain("You cannot sign up at the moment. What you type stays");
  expect.soft(page.text("#waitlist button")).toMatch(/^Join the .+ Waitlist$/);
};
const lastGoodFile: Seen = (answer, page) => {
  aged(answer, page);
  expect
    .soft(answer.body)
    .toMatch(/BEGIN:VEVENT|<title>How to read the Bitcoin paper|<loc>[^<]*\/events\/bitcoin<|"@type":"Event"/);
};
const todays: Seen = (answer, page) => {
  expect.soft([answer.status, answer.headers.age]).toEqual([200, undefined]);
  expect.soft(page.html).not.toContain(oldNews);
};

const articlePages = ["/insights", "/insights/reading-the-bitcoin-paper", "/resources/faqs"];
const articleFeeds = ["/insights/rss.xml", "/insights/atom.xml"];
const eventPages = ["/events", "/events?event=ethereum", "/events/bitcoin", "/bitcoin-pizza-day"].concat(
  "/global-pizza-party",
);
const placePages = ["/places/co-working-space-in-kahala"];
const eventFiles = ["/events.ics", "/events/bitcoin.ics", "/events.json", "/sitemap.xml"];
const fromRecords = [
  "/",
  ...articlePages,
  ...articleFeeds,
  ...eventPages,
  ...placePages,
  ...eventFiles,
  "/education",
  "/education?tab=media",
  "/contact",
];
let saves = 0;

const readers: Column[] = [
  ...read("Home", ["/"], todays, lastGoodPage),
  ...read("articles", articlePages, todays, lastGoodPage),
  ...read("feeds", articleFeeds, todays, lastGoodFile),
  ...read("events", eventPages, todays, lastGoodList),
  ...read("places", placePages, todays, lastGoodPage),
  ...read("calendar files, sitemap", eventFiles, todays, lastGoodFile),
  ...read("/education", ["/education", "/education?tab=media"], todays, lastGood),
  ...read("/contact", ["/contact"], todays, lastGoodPage),
  ...read("search", ["/search?q=pizza"], todays, (answer, page) => {
    isUnavailable(answer);
    expect.soft(page.text("main")).toContain("The search is not available right now.");
    expect.soft(page.attribute('main input[name="q"]', "value")).toBe("pizza");
  }),
  ...read("lost link", ["/w?event=ethereum"], unaffected, unaffected),
  form("lost link", "/w?event=ethereum", { email: entry.email }, "There was an error. Please try again."),
  form("like", "/education", { resource: liked, intent: "like", tab: "resources" }, "Failed to update like"),
  ...["/events", "/events?event=ethereum", "/bitcoin-pizza-day"].map((path) =>
    form("waitlist", path, { ...entry, event: "ethereum" }, "There was an error. Please try again."),
  ),
  form(
    "waitlist",
    "/events/nft-art-showcase",
    { ...entry, event: "nft-art-showcase" },
    "There was an error. Please try again.",
  ),
  form(
    "party",
    "/global-pizza-party",
    { ...entry, event: "global-pizza-party" },
    "There was an error. Please try again.",
  ),
  ...["/insights", "/newsletter/embed"].map((path) =>
    form("newsletter", path, { email: typed.email }, "Something went wrong. Please try again."),
  ),
  form("contact", "/contact", typed, "Your message could not be sent. Please try again.", unaffected),
  form("sign-in", "/admin/login", credentials, "Failed to sign in"),
  { group: "admin page", ask: () => admin.get("/admin"), works: unaffected, fails: staysSignedIn },
  { group: "admin file", ask: () => admin.get("/admin/subscribers.csv"), works: unaffected, fails: staysSignedIn },
  {
    group: "admin save",
    ask: () => admin.post("/admin/tabs", { intent: "create", label: "A tab", tab_key: `tab-${++saves}` }),
    works: answers(303),
    fails: staysSignedIn,
  },
];

/** Every other page of the site map needs no database. */
const staticPages = publicRoutes
  .filter(({ paths }) => !paths.some((path) => readers.some((reader) => reader.path === path)))
  .flatMap(({ paths }) => paths)
  .concat(["/robots.txt", "/favicon.svg", "/admin/login", "/healthz"]);
const columns = [...read("static pages", staticPages, unaffected, unaffected), ...readers];

const groups = [...new Set(columns.map(({ group }) => group))];
/** What was seen: fault → group → statuses and the time of the slowest response in milliseconds. */
const table = new Map<string, Map<string, { statuses: Set<number>; slowest: number }>>();

/** Requests every page and form at short intervals, and checks each response. */
async function askAll(fault: string, verdictOf: (column: Column) => Seen, isSlow = true): Promise<void> {
  const row = new Map<string, { statuses: Set<number>; slowest: number }>();
  table.set(fault, row);
  const look = async (column: Column, index: number) => {
    await pause(index * (isSlow ? 50 : 5));
    const before = performance.now();
    const answer = await column.ask();
    const took = performance.now() - before;
    const cell = row.get(column.group) ?? { statuses: new Set(), slowest: 0 };
    row.set(column.group, cell);
    cell.statuses.add(answer.status);
    cell.slowest = Math.max(cell.slowest, took);
    return { column, answer, took };
  };
  for (const { column, answer, took } of await Promise.all(columns.map(look))) {
    const verdict = verdictOf(column);
    // A file download that has begun may take longer.
    const limit = column.group === "admin file" && verdict === column.works ? 15_000 : 5000;
    expect.soft(took, `${column.group}: milliseconds`).toBeLessThan(limit);
    const works = verdict === column.works && verdict !== column.fails;
    const seen = works && isLate(column, answer) ? await working(column) : answer;
    verdict(seen, new Page(seen.body));
  }
}

/** Whether the database took too long for a form, or for a page that has to be of today. */
const isLate = ({ works }: Column, { status, headers }: Answer) =>
  status === 503 || (works === todays && Boolean(headers.age));

/**
 * Requests a page or form until its database is in time. Forty columns that ask every 50 ms would keep a busy one too
 * late to be waited for, and use up the sign-ins.
 */
function working(column: Column): Promise<Answer> {
  const answered = async () => [await column.ask()].find((answer) => !isLate(column, answer));
  return eventually(answered, `${column.group} working`, 60, 1000);
}

/** After any fault: everything works without a restart of the Worker, and no one was signed out. */
async function isBack(due: Visitor): Promise<void> {
  await eventually(
    async () => (await visitor().get("/education", madeAnew)).headers.age === undefined,
    "the library coming back",
    20,
  );
  const whose = async () => [await due.get("/admin")].find(({ status }) => status !== 503);
  expect((await eventually(whose, "an admin page", 20)).status, "a session whose token was due").toBe(200);
  const look = async (column: Column) => {
    const answer = await working(column);
    column.works(answer, new Page(answer.body));
  };
  await Promise.all(columns.map(look));
}

afterAll(() => {
  const cell = (fault: string, group: string) => {
    const seen = table.get(fault)?.get(group);
    return seen ? `${[...seen.statuses].sort().join(", ")} in ${(seen.slowest / 1000).toFixed(1)} s` : "";
  };
  const line = (cells: string[]) => `| ${cells.join(" | ")} |\n`;
  const head = line(["", ...groups]) + line(["---", ...groups.map(() => "---")]);
  const rows = [...table.keys()].map((fault) => line([fault, ...groups.map((group) => cell(fault, group))]));
  if (table.size === 0) return;
  mkdirSync("test-results", { recursive: true });
  writeFileSync("test-results/faults.md", head + rows.join(""));
});

describe("before any copy was kept", () => {
  test("event and article pages say that they cannot be shown, files respond 503, and /contact keeps its form", async () => {
    proxy.set("reset");
    const answersOf = (paths: string[]) => Promise.all(paths.map((path) => visitor().get(path, madeAnew)));
    const [pages, files] = [
      await answersOf([...eventPages, "/insights"]),
      await answersOf([...eventFiles, ...articleFeeds, ...articlePages.slice(1)]),
    ];
    const [contact] = await answersOf(["/contact"]);
    proxy.set("none");
    for (const answer of pages) saysSo(answer, new Page(answer.body));
    expect(files.map(({ status }) => status)).toEqual(files.map(() => 503));
    expect(contact?.status).toBe(200);
    expect(new Page(contact?.body ?? "").text("main")).toContain("The events cannot be shown right now.");
  });

  test("an event page waits for a database that takes 2 s, and shows current data", async () => {
    proxy.set({ delay: 2000 });
    const answer = await visitor().get("/events", madeAnew);
    proxy.set("none");
    todays(answer, new Page(answer.body));
  });

  test("Home shows everything except what it reads from the database, and does not wait for that", async () => {
    const seen: { answer: Answer; took: number }[] = [];
    for (const fault of ["reset", "hang"] as const) {
      proxy.set(fault);
      const before = performance.now();
      const answer = await visitor().get("/");
      seen.push({ answer, took: performance.now() - before });
    }
    proxy.set("none");
    for (const { answer, took } of seen) {
      const page = new Page(answer.body);
      expect.soft([answer.status, page.all("#news").length]).toEqual([200, 0]);
      expect.soft(page.texts("main h2")).toEqual([expect.any(String), "Join Our Community"]);
      expect.soft(took).toBeLessThan(2000);
    }
    const back = async () => new Page((await visitor().get("/")).body).texts("#news h2").length === 2;
    await eventually(back, "the event and the article", 10);
  });
});

describe("the last good library", () => {
  test("does not exist before anything was kept: /education says it cannot be shown, with 503 and no-store", async () => {
    proxy.set("reset");
    const answer = await visitor().get("/education");
    proxy.set("none");
    expect([answer.status, answer.headers["cache-control"]]).toEqual([503, "private, no-store"]);
    expect(alerts(new Page(answer.body))).toContain("The library cannot be shown right now");
  });

  test("is shown with its age and everyone's likes, but without the visitor's own", async () => {
    const reader = visitor();
    const { path } = await reader.postAndFollow("/education", { resource: liked, intent: "like", tab: "resources" });
    await Promise.all([reader.get("/education"), reader.get("/education?tab=media")]);
    proxy.set("reset");
    const answer = await reader.get(path.replace(/#.*/, ""));
    proxy.set("none");
    const page = new Page(answer.body);
    expect(page.text("#library .notice")).toMatch(
      /^We can’t reach our records right now\. ?This is the library as it was at \d?\d:\d\d [AP]M HST.* \(less than a minute ago\); likes cannot be counted at the moment\.$/,
    );
    expect(Date.now() - Date.parse(page.attribute("#library .notice time", "datetime") ?? "")).toBeLessThan(60_000);
    expect(page.text(`#resource-${liked} [data-count]`)).toBe("1");
    expect(page.attribute(`#resource-${liked} button`, "aria-pressed")).toBe("false");
  });

  test("is that of the requested tab if it was kept; otherwise the page says that the tab cannot be shown", async () => {
    proxy.set("reset");
    const [media, other, unknown] = await Promise.all(
      ["media", "courses", "no-such-tab"].map(
        async (tab) => new Page((await visitor().get(`/education?tab=${tab}`)).body),
      ),
    );
    proxy.set("none");
    expect(media?.text('#library [aria-current="page"]')).toBe("Media");
    expect(other?.text("#library .notice")).toContain("cannot be shown right now");
    expect(unknown?.text("#library .notice")).not.toContain("cannot be shown");
  });

  test("cannot be searched, and says so", async () => {
    proxy.set("reset");
    const page = new Page((await visitor().get("/education?q=bitcoin")).body);
    proxy.set("none");
    expect(page.text("#library .notice")).toContain("The search does not work right now.");
    expect(page.html).not.toContain("found for");
    expect(page.value("q")).toBe("bitcoin");
  });

  test("is not served at its internal path", async () => {
    for (const path of ["/.last-good/library/1", "/.last-good/library/1/media/1"])
      expect((await visitor().get(path)).status).toBe(404);
  });
});

describe("the last good copy of a page", () => {
  test("is shown within 1.3 s to everyone who asks while the database hangs, and sooner to later visitors", async () => {
    for (const path of fromRecords) todays(await visitor().get(path, madeAnew), new Page(""));
    const times = async () => {
      const before = performance.now();
      const seen = fromRecords.map(async (path) => {
        const answer = await visitor().get(path, madeAnew);
        return { path, answer, took: performance.now() - before };
      });
      return Promise.all(seen);
    };
    await pause(200); // copies are written after the response
    proxy.set("hang");
    const [first, next] = [await times(), await times()];
    await pause(3000);
    const later = await times();
    proxy.set("none");
    for (const { path, answer, took } of [...first, ...next, ...later]) {
      aged(answer, new Page(answer.body));
      expect.soft(took, path).toBeLessThan(1300);
    }
    expect.soft(Math.max(...next.map(({ took }) => took)), "nobody waits again").toBeLessThan(800);
    await eventually(
      async () => (await visitor().get("/events", madeAnew)).headers.age === undefined,
      "its return",
      20,
    );
  });

  test("is never stored as the cached page that other visitors share", async () => {
    await visitor().get("/sitemap.xml");
    proxy.set("reset");
    const drawnAnew = await visitor().get("/sitemap.xml", madeAnew);
    const kept = await visitor().get("/sitemap.xml");
    proxy.set("none");
    expect([drawnAnew.headers.age, kept.headers.age]).toEqual([expect.any(String), undefined]);
    todays(await visitor().get("/sitemap.xml"), new Page(""));
  });

  test("is not shown once the event has been unpublished", async () => {
    const key = "blockchain-basics-workshop";
    const path = `/events/${key}`;
    const publish = (isPublished: boolean) =>
      withTables(stack, (sql) => sql("update public.events set is_published = $2 where key = $1", key, isPublished));
    todays(await visitor().get(path, madeAnew), new Page(""));
    await publish(false);
    expect((await visitor().get(path, madeAnew)).status).toBe(404);
    proxy.set("reset");
    const { status } = await visitor().get(path, madeAnew);
    proxy.set("none");
    await publish(true);
    expect(status).toBe(503);
  });

  test("keeps what was typed in a form, which can be sent once the database is back", async () => {
    proxy.set("reset");
    const answer = await visitor().post("/events?event=ethereum", { ...entry, event: "ethereum" });
    proxy.set("none");
    const page = new Page(answer.body);
    expect([answer.status, page.value("name"), page.value("email")]).toEqual([503, entry.name, entry.email]);
    expect(alerts(page)).toContain("There was an error. Please try again.");
    expect(page.text('#event [aria-current="page"]')).toBe("ETH Hawaii");
    expect((await visitor().post("/events?event=ethereum", { ...entry, event: "ethereum" })).status).toBe(303);
  });
});

describe("/healthz", () => {
  test("responds 200 to ?deep while the database does, and queries it at most once a second", async () => {
    const questions = () => proxy.asked.filter((line) => line.includes("/rest/v1/heartbeats?")).length;
    const before = questions();
    const started = performance.now();
    const all = await Promise.all(Array.from({ length: 60 }, () => ask(stack.url, "/healthz?deep")));
    const seconds = (performance.now() - started) / 1000;
    for (const { status, body } of all) {
      expect(status).toBe(200);
      expect(body).toMatch(/^ok\nversion [\d.]+\n(\w+ job: .+\n)*$/);
    }
    expect(questions() - before).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
    expect(all[0]?.headers["cache-control"]).toBe("no-store");
  });

  test("responds 503 to ?deep within 1 s when the database hangs, and 200 without it", async () => {
    await pause(1000);
    proxy.set("hang");
    const times: number[] = [];
    for (let tries = 0; tries < 3; tries += 1) {
      const before = performance.now();
      const answer = await ask(stack.url, "/healthz?deep");
      times.push(performance.now() - before);
      expect([answer.status, answer.body]).toEqual([503, "database: no answer\n"]);
      await pause(1000);
    }
    expect((await ask(stack.url, "/healthz")).status).toBe(200);
    proxy.set("none");
    expect(Math.min(...times)).toBeLessThan(1000);
    expect(Math.max(...times), "each try asks anew").toBeGreaterThan(500);
    await eventually(async () => (await ask(stack.url, "/healthz?deep")).status === 200, "its return");
  });
});

describe("every page and form responds correctly within 5 s, and works again without a restart, when the database", () => {
  const html = "<!DOCTYPE html><title>Gateway</title><h1>Something is being mended</h1>";
  const proxied: [string, Fault, RegExp?][] = [
    ["answers after 10 s", { delay: 10_000 }],
    ["answers one byte at a time", "trickle"],
    ["answers 500", { status: 500, type: "application/json", body: '{"message":"internal error"}' }],
    ["answers HTML with 200", { status: 200, type: "text/html", body: html }],
    ["answers HTML with 502", { status: 502, type: "text/html", body: html }],
    ["answers HTML with 403", { status: 403, type: "text/html", body: html }],
    ["resets connections", "reset"],
    ["breaks off in the middle of its answers", "cut"],
  ];

  test.each(proxied)(
    "%s",
    async (name, fault) => {
      const due = await dueSession();
      proxy.set(fault);
      await askAll(name, ({ fails }) => fails, fault === "trickle" || (typeof fault === "object" && "delay" in fault));
      const answer = await due.get("/admin");
      staysSignedIn(answer, new Page(answer.body));
      proxy.set("none");
      await isBack(due);
    },
    60_000,
  );

  test("is stopped", async () => {
    const due = await dueSession();
    await stack.killSupabase();
    await askAll("is stopped", ({ fails }) => fails, false);
    await stack.startSupabase();
    await isBack(due);
  }, 60_000);

  test("is paused", async () => {
    const due = await dueSession();
    stack.pauseSupabase();
    try {
      await askAll("is paused", ({ fails }) => fails);
    } finally {
      stack.resumeSupabase();
    }
    await isBack(due);
  }, 60_000);

  test("answers after 2 s: pages show their copies, sign-in and admin pages fail, and public forms succeed", async () => {
    const due = await dueSession();
    proxy.set({ delay: 2000 });
    // A reader does not wait that long for a page of which there is a copy.
    const fail = [
      "sign-in",
      "admin page",
      "admin save",
      "articles",
      "feeds",
      "events",
      "places",
      "calendar files, sitemap",
    ].concat(["/education", "/contact", "Home"]);
    await askAll("answers after 2 s", ({ group, works, fails }) => (fail.includes(group) ? fails : works));
    proxy.set("none");
    await isBack(due);
  }, 180_000);

  test("answers, but the auth server does not: only sign-in and the admin area are unavailable", async () => {
    const due = await dueSession();
    proxy.set({ status: 503, type: "application/json", body: "{}" }, /^\/auth\//);
    const shut = ["sign-in", "admin page", "admin file", "admin save"];
    await askAll("auth server gone", ({ group, works, fails }) => (shut.includes(group) ? fails : works));
    proxy.set("none");
    await isBack(due);
  }, 180_000);
});

describe("when the database is read-only by default, as Supabase makes a full one", () => {
  const locked = "the database is read-only, as Supabase makes it when it is full";
  const json = "application/json";

  // What PostgREST returns: begin_sign_in has noticed it, or an insert was refused because a role may only read.
  test.each([
    ["seen beforehand", { status: 200, type: json, body: "-1" }],
    ["seen at an insert", { status: 405, type: json, body: '{"code":"25006","message":"cannot execute INSERT"}' }],
  ])("the sign-in says so whatever the password is: %s", async (_, answer) => {
    proxy.set(answer, /rpc\/begin_sign_in/);
    for (const password of [credentials.password, "another password"]) {
      const refused = await visitor().post("/admin/login", { ...credentials, password });
      isUnavailable(refused);
      const page = new Page(refused.body);
      expect(alerts(page)).toContain(locked);
      expect(page.value("email")).toBe(credentials.email);
    }
  });

  test("a signed-in admin reads and exports until the session needs a new token, and is not signed out then", async () => {
    const due = await dueSession();
    // The auth server's own insert fails, and it does not say why.
    proxy.set(
      { status: 500, type: json, body: '{"code":500,"error_code":"unexpected_failure"}' },
      /^\/auth\/v1\/token/,
    );
    for (const path of ["/admin/subscribers", "/admin/subscribers.csv"])
      expect((await admin.get(path)).status, path).toBe(200);
    const later = await due.get("/admin/subscribers");
    isUnavailable(later);
    expect(clears(later)).toBe(false);
  });
});

describe("when the database fails while an article is edited", () => {
  const text = "## Kāneʻohe\n\nAloha & “mahalo” </textarea><b>\n\tʻō 🌺";
  const typedArticle = (fields: Record<string, string>) => ({
    intent: "draft",
    kind: "article",
    title: "Kāhea “&” <b>",
    excerpt: "What it is about.",
    markdown: text,
    slug: `text-${saves}`,
    ...fields,
  });
  const later = { date: "2099-01-01", time: "00:00" };
  let writer: Visitor;
  let path: string;
  let version: string;

  beforeEach(async () => {
    writer = await signedIn();
    // The fault that was before may have left connections that break only now.
    const made = await eventually(async () => {
      const answer = await writer.post(
        "/admin/articles/new",
        typedArticle({ slug: `text-${++saves}`, markdown: "Before." }),
      );
      return answer.status === 303 && answer;
    }, "an article");
    path = made.headers.location?.replace(/[?].*/, "") ?? "";
    version = new Page((await writer.get(path)).body).value("version") ?? "";
  });

  /** Every form of the editor: its path and the fields that it sends. */
  const steps = (): [name: string, path: string, fields: Record<string, string>][] => [
    ["save a new one", "/admin/articles/new", typedArticle({ new_id: crypto.randomUUID(), slug: `text-new-${saves}` })],
    ["save", path, typedArticle({ version })],
    ["preview", path, typedArticle({ version, intent: "preview" })],
    ["publish", path, typedArticle({ version, intent: "publish" })],
    ["schedule", path, typedArticle({ version, intent: "schedule", ...later })],
    ["restore a version", `${path}/revisions/1`, { version }],
    ["make a preview link", `${path}/preview`, { intent: "link", token: "a".repeat(32) }],
    ["move to the trash", path, { version, intent: "trash" }],
  ];
  /** Everything that saving an article can change. */
  const stored = () =>
    withTables(stack, (sql) =>
      sql(
        `select (select jsonb_agg(to_jsonb(a) order by a.id) from public.articles a) as articles,
           (select jsonb_agg(jsonb_build_array(r.article_id, r.number, r.markdown) order by r.id) from public.article_revisions r) as revisions,
           (select count(*) from private.previews) as previews,
           (select count(*) from private.article_old_slugs) as slugs`,
      ),
    );
  /** What a page would send when its only button is pressed. */
  const formOf = (page: Page) =>
    Object.fromEntries(
      page.all("main form [name]").map((field) => {
        const name = field.getAttributeValue("name") ?? "";
        return [name, page.value(name) ?? ""];
      }),
    );

  test.each([
    ["before", /^/],
    ["when it is to be saved", /rpc\/(save_article|change_article|make_preview)/],
  ])(
    "%s: responds 503 with everything that was sent, saves nothing by halves, and the page can send it again",
    async (_when, calls) => {
      const before = await stored();
      for (const [name, to, fields] of steps()) {
        proxy.set("reset", calls);
        const answer = await writer.post(to, fields);
        proxy.set("none");
        const page = new Page(answer.body);
        staysSignedIn(answer, page);
        expect.soft(page.text("main h1"), name).toBe("Temporarily unavailable");
        expect.soft(formOf(page), name).toEqual(fields);
      }
      expect(await stored()).toEqual(before);
      const [, [, to, fields] = ["", "", {}]] = steps();
      proxy.set("reset", calls);
      const refused = await writer.post(to, fields);
      proxy.set("none");
      expect((await writer.post(to, formOf(new Page(refused.body)))).status).toBe(303);
      expect(new Page((await writer.get(path)).body).value("markdown")).toBe(text);
    },
  );

  test("after it was saved: sending it again from the error page saves it only once", async () => {
    const [[, , made] = ["", "", {}], , , [, to, published] = ["", "", {}]] = steps();
    for (const [address, fields] of [
      ["/admin/articles/new", made],
      [to, published],
    ] as const) {
      proxy.set("cut", /rpc\/save_article/);
      const lost = await writer.post(address, fields);
      proxy.set("none");
      expect(lost.status).toBe(503);
      const after = await stored();
      expect((await writer.post(address, formOf(new Page(lost.body)))).status).toBe(303);
      const [again, once] = [await stored(), after].map((rows) => (rows[0] as { revisions: unknown[] }).revisions);
      expect(again).toEqual(once);
    }
  });

  test("while its pages are opened: they respond 503, and the session is kept", async () => {
    const pages = ["/admin/articles", "/admin/articles/new", path, `${path}/preview`, `${path}/revisions/1`];
    proxy.set("reset");
    const answers = await Promise.all(pages.map((each) => writer.get(each)));
    proxy.set("none");
    for (const answer of answers) staysSignedIn(answer, new Page(answer.body));
    for (const each of pages) expect((await writer.get(each)).status, each).toBe(200);
  });

  test("a form with a secret is not shown again", async () => {
    proxy.set("reset");
    const secret = await writer.post("/admin/account", {
      intent: "password",
      current: "secret-one",
      next: "secret-two",
    });
    proxy.set("none");
    staysSignedIn(secret, new Page(secret.body));
    expect(secret.body).not.toMatch(/secret-(one|two)|Send again/);
  });
});

test("a sign-up is added to the right event's waitlist even if the events cannot be read", async () => {
  proxy.set("reset", /^\/rest\/v1\/rpc\/read_events$/);
  const answer = await visitor().post("/events?event=ethereum", { ...entry, event: "ethereum" });
  proxy.set("none");
  expect(answer.status).toBe(303);
  expect(withoutSignature(answer.headers.location)).toBe("/events?done=waitlist&event=ethereum#waitlist");
});

test("a signal to the recorded process of the Worker reaches the one that serves", async () => {
  process.kill(stack.workerPid, "SIGSTOP");
  const answer = ask(stack.url, "/healthz").then(({ status }) => status);
  const early = await Promise.race([answer, pause(1500, "nothing yet")]);
  process.kill(stack.workerPid, "SIGCONT");
  expect([early, await answer]).toEqual(["nothing yet", 200]);
});
