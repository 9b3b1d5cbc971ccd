import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "../../harness/serving/exchange.ts";
import { signedAddress } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack, testSettings } from "../../harness/serving/stack.ts";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy.ts";
import { eventually, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate } from "./tables.ts";

const liked = "00000000-0000-4000-8000-000000000101";
const credentials = { email: testSettings.LOCAL_ADMIN_EMAIL ?? "", password: testSettings.LOCAL_ADMIN_PASSWORD ?? "" };

let stack: Stack;
let proxy: FaultProxy;
let admin: Visitor;
beforeAll(async () => {
  proxy = await startFaultProxy(() => `http://127.0.0.1:${stack.settings.SUPABASE_PORT}`);
  // With somebody to tell, an outbox that was asked for nothing shows among the calls.
  stack = await startStack(databaseTemplate(), { SUPABASE_URL: proxy.url, NOTIFY_URL: `${proxy.url}/notice` });
  admin = visitor();
  // The embedded auth server is slow at its first sign-in.
  await eventually(async () => (await admin.post("/admin/login", credentials)).status === 303, "signing in", 40);
});
afterAll(() => Promise.all([stack?.stop(), proxy?.stop()]));

const visitor = (options = {}) => new Visitor(stack.url, options);
const stranger = () => visitor({ keepsCookies: false });
const get = (path: string, headers: Record<string, string> = {}) => stranger().get(path, headers);
const session = { Cookie: "session=of-nobody" };

/** What the database was asked while something was done. */
async function callsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const before = proxy.asked.length;
  await work();
  return proxy.asked.slice(before).filter((question) => question.includes("/rest/v1/"));
}

/** Empties the memory, as every save of an admin does. */
async function forget(): Promise<void> {
  const label = `Tab ${Math.random().toString(36).slice(2)}`;
  const fields = { intent: "create", label, tab_key: label.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-") };
  expect((await admin.post("/admin/tabs", fields)).status).toBe(303);
}

const logLines = () =>
  readFileSync(stack.workerLog, "utf8")
    .split("\n")
    .filter((line) => line.startsWith('{"time"'));

const keptPages = ["/", "/about", "/events", "/bitcoin-pizza-day", "/global-pizza-party", "/events/bitcoin"].concat(
  ["/education", "/education?tab=media", "/resources/faqs", "/insights", "/insights/reading-the-bitcoin-paper"],
  ["/contact", "/terms", "/privacy", "/privacy-policy", "/cookies", "/newsletter/embed"],
  ["/sitemap.xml", "/robots.txt", "/events.ics", "/insights/rss.xml", "/insights/atom.xml"],
);
const withRecords = /^\/(events|bitcoin|global|education|contact|sitemap|insights|resources)/;
const shown = ({ status, headers, body }: Answer) => {
  const { date, "set-cookie": cookies, ...rest } = headers;
  return { status, rest, body, cookies: cookies?.length };
};

describe("a visitor without a session", () => {
  test.each(keptPages)(
    "%s: one database call at most on a miss, none when it is kept, and the same answer",
    async (path) => {
      await forget();
      let first: Answer | undefined;
      let second: Answer | undefined;
      const missed = await callsDuring(async () => {
        first = await get(path);
      });
      const kept = await callsDuring(async () => {
        second = await get(path);
      });
      expect(first?.status).toBe(200);
      expect(missed).toHaveLength(withRecords.test(path) ? 1 : 0);
      expect(kept).toEqual([]);
      expect(second && shown(second)).toEqual(first && shown(first));
      expect(second?.headers["cache-control"]).toBe("private, no-cache");
      expect(second?.headers["strict-transport-security"]).toBeDefined();
      expect(second?.headers["content-security-policy"]).toBeDefined();
    },
  );

  test.each(keptPages)("%s: a repeat view is a 304 without a body, with the headers of every answer", async (path) => {
    const { headers } = await get(path);
    const again = await get(path, { "If-None-Match": headers.etag ?? "" });
    expect(headers.etag).toMatch(/^(W\/)?"[0-9a-f]{24}"$/);
    expect(again.status).toBe(304);
    expect(again.body).toBe("");
    expect(again.headers["x-content-type-options"]).toBe("nosniff");
  });

  test("a HEAD is the head of the kept page, without a database call", async () => {
    const { headers } = await get("/education");
    const calls = await callsDuring(async () => {
      const head = await stranger().send("/education", { method: "HEAD" });
      expect(head.status).toBe(200);
      expect(head.body).toBe("");
      expect(head.headers.etag).toBe(headers.etag);
    });
    expect(calls).toEqual([]);
  });

  test("what is kept is not logged, and what is rendered is", async () => {
    await forget();
    await get("/terms");
    await pause(300);
    const before = logLines();
    expect(before.at(-1)).toContain('"/terms"');
    const { headers } = await get("/terms");
    expect((await get("/terms", { "If-None-Match": headers.etag ?? "" })).status).toBe(304);
    await pause(300);
    expect(logLines()).toHaveLength(before.length);
  });

  test("fifty at once on a page that is not kept are one rendering and one database call", async () => {
    await forget();
    const answers: Answer[] = [];
    const calls = await callsDuring(async () => {
      answers.push(...(await Promise.all(Array.from({ length: 50 }, () => get("/education")))));
    });
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(calls).toHaveLength(1);
  });

  test("a visitor who leaves while the page is made does not take it from those who wait", async () => {
    await forget();
    proxy.set({ delay: 500 });
    const leaving = new AbortController();
    const first = fetch(`${stack.url}/events`, { signal: leaving.signal }).catch(() => null);
    await pause(100);
    const second = get("/events");
    await pause(100);
    leaving.abort();
    expect(await first).toBeNull();
    expect((await second).status).toBe(200);
    proxy.set("none");
  });
});

describe("queries", () => {
  test("a thousand made-up ones cost at most one database call each for the library and the events", async () => {
    await forget();
    const made = (index: number) =>
      [`/education?utm_source=${index}`, `/education?tab=t${index}`, `/education?page=${index + 2}`].concat([
        `/events?event=e${index}`,
        `/events?ref=${index}&page=99`,
      ]);
    const started = Date.now();
    const calls = await callsDuring(async () => {
      for (let round = 0; round < 20; round += 1) {
        const paths = Array.from({ length: 10 }, (_, index) => made(round * 10 + index)).flat();
        for (const answer of await Promise.all(paths.map((path) => get(path)))) expect.soft(answer.status).toBe(200);
      }
    });
    // A busy machine takes longer than a page is fresh.
    const periods = 1 + Math.floor((Date.now() - started) / 20_000);
    expect(calls.filter((call) => call.includes("education_page")).length).toBeLessThanOrEqual(periods);
    expect(calls.filter((call) => call.includes("/events")).length).toBeLessThanOrEqual(periods);
    expect(calls).not.toEqual([]);
  });

  test("unknown ones are not in the page: it is the one of the bare address", async () => {
    const [bare, decorated] = [await get("/insights"), await get("/insights?utm_source=%22%3E%3Cscript%3E&_data=root")];
    expect(decorated.body).toBe(bare.body);
    expect(decorated.headers.etag).toBe(bare.headers.etag);
  });

  test("a tab and an event that exist are pages of their own", async () => {
    const current = async (path: string) => new Page((await get(path)).body).texts('[aria-current="page"]');
    expect(await current("/education?tab=media")).toContain("Media");
    expect(await current("/education?tab=courses&utm=1")).toContain("Courses");
    const events = await Promise.all(["bitcoin", "ethereum"].map((key) => get(`/events?event=${key}`)));
    expect(new Set(events.map(({ body }) => body)).size).toBe(2);
  });

  test.each([
    ["/insights?done=subscribed", "/insights"],
    ["/newsletter/embed?done=pending", "/newsletter/embed"],
    ["/events?done=waitlist&event=bitcoin", "/events?event=bitcoin"],
    ["/events/bitcoin?done=waitlist", "/events/bitcoin"],
    ["/global-pizza-party?done=waitlist", "/global-pizza-party"],
  ])("a notice is for one visitor, and never in what others get: %s", async (noticed, bare) => {
    const before = await get(bare);
    const notice = await get(await signedAddress(noticed));
    expect(notice.headers.etag).toBeUndefined();
    expect(new Page(notice.body).texts('[role="status"]').join()).not.toBe("");
    expect(new Page((await get(bare)).body).texts('[role="status"]').join()).toBe(
      new Page(before.body).texts('[role="status"]').join(),
    );
  });

  test("other spellings of a path lead to the one that is kept", async () => {
    for (const path of ["/About", "/about/", "//about"]) expect((await get(path)).status, path).toBe(301);
  });
});

describe("one's own", () => {
  const pressed = (html: string) => new Page(html).attribute(`#resource-${liked} button.like`, "aria-pressed");
  const like = (intent: string) => ({ resource: liked, intent, tab: "resources" });

  test("likes are in the answer to them, and in nobody else's page", async () => {
    const someone = visitor();
    await someone.get("/education");
    expect(pressed((await someone.postAndFollow("/education", like("like"))).body)).toBe("true");
    expect(pressed((await someone.get("/education")).body)).toBe("true");
    expect(pressed((await get("/education")).body)).toBe("false");
    await forget();
    expect(pressed((await someone.get("/education")).body)).toBe("true");
    expect(pressed((await get("/education")).body)).toBe("false");
    expect(pressed((await someone.postAndFollow("/education", like("unlike"))).body)).toBe("false");
  });

  test("likes of somebody who refuses cookies are shown at mine=1, for that address alone", async () => {
    const someone = stranger();
    const answer = await someone.postAndFollow("/education", like("like"));
    expect(answer.path).toContain("mine=1");
    expect(pressed(answer.body)).toBe("true");
    expect(answer.headers.etag).toBeUndefined();
    expect(pressed((await get("/education?tab=resources&mine=1")).body)).toBe("false");
    expect(pressed((await get("/education")).body)).toBe("false");
  });

  test("a returning visitor's library is one database call, and a like's POST one", async () => {
    const someone = visitor();
    await someone.get("/education");
    expect(await callsDuring(() => someone.get("/education"))).toHaveLength(1);
    expect(await callsDuring(() => someone.get("/events/bitcoin"))).toEqual(expect.any(Array));
    expect(await callsDuring(() => someone.get("/events/bitcoin"))).toEqual([]);
    const calls = await callsDuring(async () => {
      await someone.post("/education", like("like"));
      await pause(300);
    });
    expect(calls, "the outbox owes nothing for a like").toEqual([expect.stringContaining("set_like")]);
  });

  test("every new visitor of the library gets a cookie of their own, from the memory too", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => get("/education")));
    const cookies = answers.flatMap(({ headers }) => headers["set-cookie"] ?? []);
    expect(new Set(cookies).size).toBe(20);
    for (const cookie of cookies)
      expect.soft(cookie).toMatch(/^visitor=[0-9a-f]{32}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    expect((await get("/about")).headers["set-cookie"]).toBeUndefined();
  });

  test("sessions are never answered from the memory, even with the proof of a kept page", async () => {
    const { headers } = await get("/events");
    let answer: Answer | undefined;
    const calls = await callsDuring(async () => {
      answer = await get("/events", { ...session, "If-None-Match": headers.etag ?? "" });
    });
    expect(answer?.status).toBe(200);
    expect(answer?.headers.etag).toBeUndefined();
    expect(calls).toHaveLength(1);
  });
});

describe("a change by an admin", () => {
  test("is seen at once by the admin, and here by everybody", async () => {
    const label = `Fresh ${Math.random().toString(36).slice(2)}`;
    expect((await get("/education")).body).not.toContain(label);
    const fields = { intent: "create", label, tab_key: label.toLowerCase().replaceAll(" ", "-"), is_active: "on" };
    expect((await admin.post("/admin/tabs", fields)).status).toBe(303);
    expect((await admin.get("/education")).body).toContain(label);
    expect((await get("/education")).body).toContain(label);
  });

  test("cannot be feigned: a POST without a session leaves the memory as it is", async () => {
    await get("/education");
    const calls = await callsDuring(async () => {
      await stranger().post("/admin/tabs", { intent: "create", label: "x", tab_key: "x" }, session);
      await stranger().post("/admin/login", { email: "a@example.org", password: "wrong" });
      await get("/education");
    });
    expect(calls.filter((call) => call.includes("education_page"))).toEqual([]);
  });

  test("cannot be made by somebody signed in who is no admin, whose forms leave the memory as it is", async () => {
    const member = visitor();
    const email = testSettings.LOCAL_MEMBER_EMAIL ?? "";
    expect(
      (await member.post("/admin/login", { email, password: testSettings.LOCAL_MEMBER_PASSWORD ?? "" })).status,
    ).toBe(303);
    await get("/education");
    const calls = await callsDuring(async () => {
      expect((await member.post("/admin/tabs", { intent: "create", label: "x", tab_key: "x" })).status).toBe(302);
      await get("/education");
    });
    expect(calls).not.toEqual([]);
    expect(calls.filter((call) => call.includes("education_page"))).toEqual([]);
  });
});

describe("errors", () => {
  test("and copies are never kept: the page is there as soon as the database is", async () => {
    await forget();
    proxy.set({ status: 500, type: "application/json", body: "{}" });
    const neverRead = await get("/events/nothing-of-this-name");
    expect([neverRead.status, neverRead.headers.etag]).toEqual([503, undefined]);
    for (const path of ["/events", "/events/bitcoin", "/sitemap.xml", "/contact", "/education"]) {
      const { status, headers } = await get(path);
      const copy = { status, "cache-control": headers["cache-control"], age: headers.age, etag: headers.etag };
      expect
        .soft({ path, ...copy })
        .toEqual({ path, status: 200, "cache-control": "private, no-store", age: expect.any(String), etag: undefined });
    }
    proxy.set("none");
    for (const path of ["/events", "/events/bitcoin", "/sitemap.xml", "/contact", "/education"]) {
      const { status, headers } = await get(path);
      expect.soft({ path, status, age: headers.age }).toEqual({ path, status: 200, age: undefined });
    }
  });

  test("one that nobody expected names the number that the log has, another for each who asks", async () => {
    await forget();
    proxy.set({ status: 200, type: "application/json", body: "{}" });
    const pages = [await get("/events/bitcoin"), await get("/events/bitcoin")];
    proxy.set("none");
    const numbers = pages.map(({ status, body }) => {
      expect(status).toBe(500);
      return /include this number: (?:<!-- -->)?([0-9a-f-]{36})</.exec(body)?.[1] ?? "";
    });
    expect(new Set(numbers).size).toBe(2);
    for (const number of numbers)
      await eventually(
        () => logLines().some((line) => line.includes(number) && line.includes("TypeError")),
        "its line",
      );
  });

  test("a page that does not exist is made for each who asks, and is none of the kept ones", async () => {
    const answer = await get("/events/nothing-of-this-name");
    expect(answer.status).toBe(404);
    expect(answer.headers.etag).toBeUndefined();
    expect(await callsDuring(() => get("/events/nothing-of-this-name"))).toHaveLength(1);
  });

  test("what is kept is shown while the database is gone", async () => {
    await get("/events");
    proxy.set("hang");
    const started = Date.now();
    expect((await get("/events")).status).toBe(200);
    expect(Date.now() - started).toBeLessThan(1000);
    proxy.set("none");
  });
});

describe("what is drawn once", () => {
  test("stands as it is while the data is the same, and is drawn again when it says something else", async () => {
    const library = async () => (await get("/education", session)).body;
    const count = (page: string) => Number(new Page(page).text(`#resource-${liked} [data-count]`));
    const before = await library();
    expect(await library()).toBe(before);
    const fields = { resource: liked, intent: "like", tab: "resources" };
    expect((await visitor().post("/education", fields)).status).toBe(303);
    expect(count(await library())).toBe(count(before) + 1);
  });
});
