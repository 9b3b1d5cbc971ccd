import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PageReport } from "../platform/request/page-report.ts";
import type { CacheRule } from "../platform/request/route-handle.ts";
import { createPageCache } from "./page-cache.ts";

type Render = (address: string, report: PageReport) => Response | Promise<Response>;

const noon = new Date("2026-03-10T22:00:00Z"); // in Honolulu

/** A site that numbers its renderings. */
function site({ rules = {}, render }: { rules?: Record<string, CacheRule>; render?: Render } = {}) {
  const rendered: string[] = [];
  const behind: Promise<unknown>[] = [];
  const visit = { waitUntil: (work: Promise<unknown>) => void behind.push(work) };
  const cache = createPageCache({
    ruleOf: (pathname) => rules[pathname] ?? (pathname === "/away" ? null : {}),
    async render(address, report) {
      expect(report.forEverybody).toBe(true);
      rendered.push(address);
      return render ? render(address, report) : new Response(`${address} no. ${rendered.length}`);
    },
    isReceipt: async ({ searchParams }) => searchParams.get("at") === "signed",
    hasSession: async ({ headers }) => /session=sealed/.test(headers.get("Cookie") ?? ""),
    visitorCookie: () => "visitor=new",
  });
  const ask = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const request = new Request(`http://localhost${path}`, { method, headers });
    return cache.recall(request, visit) ?? (await cache.answerFor(request, visit));
  };
  const read = async (path: string, headers?: Record<string, string>) => (await ask(path, headers))?.text() ?? null;
  /** Resolves when all background work has finished. */
  const settled = () => Promise.all(behind);
  return { cache, rendered, ask, read, settled };
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

beforeEach(() => {
  vi.useFakeTimers({ now: noon });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a cached page", () => {
  it("is fresh for 20 seconds, then served stale once while a new one is rendered", async () => {
    const { read, rendered, settled } = site();
    expect(await read("/about")).toBe("/about no. 1");
    await pass(19.9);
    expect(await read("/about")).toBe("/about no. 1");
    expect(rendered).toHaveLength(1);
    await pass(0.1);
    expect(await read("/about")).toBe("/about no. 1");
    await settled();
    expect(await read("/about")).toBe("/about no. 2");
  });

  it("is never older than 60 seconds, counted from the start of its rendering", async () => {
    const { read } = site({
      render: async () => {
        const text = String(Date.now() - noon.getTime());
        await new Promise((done) => setTimeout(done, 2000));
        return new Response(text);
      },
    });
    const first = read("/about");
    await pass(2);
    expect(await first).toBe("0");
    await pass(58);
    const second = read("/about");
    await pass(2);
    expect(await second).toBe("60000");
  });

  it("expires at midnight in Honolulu, however fresh it is", async () => {
    vi.setSystemTime(new Date("2026-12-31T23:59:59.500-10:00"));
    const { read } = site();
    await read("/about");
    await pass(0.4);
    expect(await read("/about")).toBe("/about no. 1");
    await pass(0.1);
    expect(await read("/about")).toBe("/about no. 2");
  });

  it("expires when something on it starts or is over", async () => {
    const { read, rendered } = site({
      render: (_address, report) => {
        report.until = noon.getTime() + 3000;
        return new Response(Date.now() < report.until ? "announced" : "on now");
      },
    });
    expect(await read("/events")).toBe("announced");
    await pass(2.9);
    expect(await read("/events")).toBe("announced");
    expect(rendered).toHaveLength(1);
    await pass(0.1);
    expect(await read("/events")).toBe("on now");
  });
});

describe("many visitors at once", () => {
  it("share one rendering and cause one refresh", async () => {
    const { read, rendered } = site();
    const answers = await Promise.all(Array.from({ length: 50 }, () => read("/about")));
    expect(new Set(answers)).toEqual(new Set(["/about no. 1"]));
    expect(rendered).toHaveLength(1);
    await pass(20);
    await Promise.all(Array.from({ length: 50 }, () => read("/about")));
    expect(rendered).toHaveLength(2);
  });

  it("do not wait forever for a rendering whose own request was aborted", async () => {
    const { ask } = site({ render: () => new Promise(() => {}) });
    void ask("/about");
    const second = ask("/about");
    await pass(6);
    expect(await second).toBeNull();
  });
});

describe("the cache", () => {
  const answers: [string, () => Response][] = [
    ["an error", () => new Response("x", { status: 503 })],
    ["a page that does not exist", () => new Response("x", { status: 404 })],
    ["a redirect", () => new Response(null, { status: 301, headers: { Location: "/" } })],
    ["an answer with a cookie", () => new Response("x", { headers: { "Set-Cookie": "a=b" } })],
    ["an answer that says so", () => new Response("x", { headers: { "Cache-Control": "private, no-store" } })],
  ];
  it.each(answers)("does not keep %s", async (_name, make) => {
    const { ask, rendered } = site({ render: make });
    const answer = await ask("/about");
    expect(answer?.status).toBe(make().status);
    expect(answer?.headers.get("ETag")).toBeNull();
    await ask("/about");
    expect(rendered).toHaveLength(2);
  });

  it("does not keep a page that its loader reports as provisional", async () => {
    const { ask, rendered } = site({
      render: (_address, report) => {
        report.until = 0;
        return new Response("without its events");
      },
    });
    expect((await ask("/contact"))?.headers.get("ETag")).toBeNull();
    await ask("/contact");
    expect(rendered).toHaveLength(2);
  });

  it("ignores routes without a cache rule, other spellings of a path, and POST requests", async () => {
    const { ask, rendered } = site();
    for (const path of ["/away", "/About", "/%61bout", "//about", "/about/", "/ab%20out"]) {
      expect.soft(await ask(path), path).toBeNull();
    }
    expect(await ask("/about", {}, "POST")).toBeNull();
    expect(rendered).toEqual([]);
  });
});

describe("a refresh that fails", () => {
  it("keeps the old page until it expires, and is retried only after 5 seconds", async () => {
    let isGone = false;
    const { ask, read, rendered } = site({
      render: () => (isGone ? new Response("gone", { status: 503 }) : new Response("good")),
    });
    await ask("/events");
    isGone = true;
    for (let second = 20; second < 60; second += 1) {
      await pass(second === 20 ? 20 : 1);
      expect(await read("/events")).toBe("good");
    }
    expect(rendered).toHaveLength(1 + 8);
    await pass(1);
    expect((await ask("/events"))?.status).toBe(503);
  });

  it("throws no error at the visitor whose request started it", async () => {
    let isBroken = false;
    const { read } = site({
      render: () => {
        if (isBroken) throw new Error("broken");
        return new Response("good");
      },
    });
    await read("/about");
    isBroken = true;
    await pass(25);
    expect(await read("/about")).toBe("good");
    await pass(1);
    expect(await read("/about")).toBe("good");
  });
});

describe("a visitor with cookies", () => {
  const rules = { "/education": { byVisitor: true } };

  it.each(["session=sealed", "__Host-session=sealed", "a=b; session=sealed"])(
    "gets an individual rendering with a session: %s",
    async (Cookie) => {
      const { ask, rendered } = site({ rules });
      await ask("/about");
      expect(await ask("/about", { Cookie })).toBeNull();
      expect(await ask("/terms", { Cookie })).toBeNull();
      expect(rendered).toEqual(["/about"]);
    },
  );

  it("shares the common rendering if the session cookie is not ours, even with a thousand such cookies", async () => {
    const { read, rendered } = site();
    for (let index = 0; index < 1000; index += 1)
      expect(await read("/about", { Cookie: `session=${index}` })).toBe("/about no. 1");
    expect(rendered).toEqual(["/about"]);
  });

  it("gets an individual rendering for a visitor cookie only on pages that depend on it", async () => {
    const { ask, read } = site({ rules });
    const Cookie = "__Host-visitor=0123456789abcdef0123456789abcdef";
    expect(await read("/about", { Cookie })).toBe("/about no. 1");
    await ask("/education");
    expect(await ask("/education", { Cookie })).toBeNull();
  });

  it("shares the common rendering if the visitor cookie is invalid, even with a thousand such cookies", async () => {
    const { ask, rendered } = site({ rules });
    for (let index = 0; index < 1000; index += 1) {
      const answer = await ask("/education", { Cookie: `visitor=${index}` });
      expect(answer?.headers.getSetCookie()).toEqual(["visitor=new"]);
    }
    expect(rendered).toEqual(["/education"]);
  });

  it("gets a new visitor cookie on pages that depend on it, cached ones too, and on no others", async () => {
    const { ask } = site({ rules });
    for (let time = 0; time < 2; time += 1) {
      expect((await ask("/education"))?.headers.getSetCookie()).toEqual(["visitor=new"]);
      expect((await ask("/about"))?.headers.getSetCookie()).toEqual([]);
    }
  });

  it("does not count as signed in by cookies with similar names", async () => {
    const { read } = site({ rules });
    expect(await read("/about", { Cookie: "mysession=1; session_id=2" })).toBe("/about no. 1");
  });
});

describe("the query", () => {
  const rules = { "/education": { choice: "tab", alone: ["q", "mine"] } };
  const tabs: Record<string, number> = { resources: 1, media: 3 };
  const render: Render = (address, report) => {
    const query = new URL(address, "http://localhost").searchParams;
    const tab = query.get("tab") ?? "";
    const shown = tab in tabs ? tab : "resources";
    const pages = tabs[shown] ?? 1;
    report.variants = { values: Object.keys(tabs), pages };
    return new Response(`${shown} ${Math.min(pages, Number(query.get("page") ?? 1))}`);
  };

  it("is ignored if the route does not name it: a thousand queries share one rendering of the bare path", async () => {
    const { read, rendered } = site();
    for (let index = 0; index < 1000; index += 1) await read(`/about?utm=${index}&_data=root&index`);
    expect(rendered).toEqual(["/about"]);
  });

  it("forces an individual rendering with a signed receipt of a form; an unsigned one is ignored", async () => {
    const { ask, read, rendered } = site({ rules: { "/events": { receipts: true } } });
    for (let index = 0; index < 1000; index += 1)
      expect(await read(`/events?done=waitlist&at=${index}`)).toBe("/events no. 1");
    expect(rendered).toEqual(["/events"]);
    expect(await ask("/events?done=waitlist&at=signed")).toBeNull();
    expect(await read("/about?at=signed"), "a page that shows no such thing").toBe("/about no. 2");
  });

  it("forces an individual rendering with a parameter that the rule lists under alone", async () => {
    const { ask, rendered } = site({ rules });
    for (const query of ["q=ledger", "mine=1", "tab=media&q=", "tab=media&mine=1"])
      expect.soft(await ask(`/education?${query}`), query).toBeNull();
    expect(rendered).toEqual([]);
  });

  it("selects among the values and pages that exist", async () => {
    const { read, rendered } = site({ rules, render });
    expect(await read("/education?tab=media&page=2")).toBe("media 2");
    expect(await read("/education?page=2&tab=media&x=y")).toBe("media 2");
    expect(await read("/education?tab=media")).toBe("media 1");
    expect(await read("/education")).toBe("resources 1");
    expect(rendered).toEqual(["/education?tab=media&page=2", "/education?tab=media", "/education"]);
  });

  it("cannot fill the memory: a thousand made-up values get an existing variant, rendered once", async () => {
    const { read, rendered } = site({ rules, render });
    const answers = await Promise.all(Array.from({ length: 1000 }, (_, index) => read(`/education?tab=t${index}`)));
    for (let page = 4; page < 1000; page += 1) answers.push(await read(`/education?tab=t&page=${page}`));
    expect(new Set(answers)).toEqual(new Set(["resources 1"]));
    expect(rendered).toHaveLength(1);
    expect(await read("/education?tab=media&page=9999")).toBe("media 3");
    for (let page = 3; page < 1000; page += 1) expect(await read(`/education?tab=media&page=${page}`)).toBe("media 3");
    expect(rendered).toHaveLength(2);
  });

  it("selects by the choice parameter, and by a filter only if the former is missing", async () => {
    const values = ["bitcoin", "meets=online", "island=maui"];
    const { read, rendered } = site({
      rules: { "/events": { choice: "event", filters: { meets: ["online"], island: ["maui"] } } },
      render: (address, report) => {
        report.variants = { values, pages: 2 };
        return new Response(address);
      },
    });
    expect(await read("/events?meets=online")).toBe("/events?meets=online");
    expect(await read("/events?page=2&meets=online&x=y")).toBe("/events?meets=online&page=2");
    expect(await read("/events?meets=online&event=bitcoin")).toBe("/events?event=bitcoin");
    expect(await read("/events?island=maui")).toBe("/events?island=maui");
    expect(await read("/events?island=maui&meets=online")).toBe("/events?meets=online");
    expect(await read("/events?meets=")).toBe("/events");
    expect(await read("/events?meets=online&page=9")).toBe("/events?meets=online&page=2");
    expect(rendered).toHaveLength(5);
    for (const made of ["moon", "bitcoin", "meets=online"]) expect(await read(`/events?meets=${made}`)).toBeNull();
    expect(rendered).toHaveLength(5);
  });

  it("recognizes a new value within a minute", async () => {
    const { read } = site({ rules, render });
    expect(await read("/education?tab=glossary")).toBe("resources 1");
    tabs.glossary = 1;
    await pass(60);
    expect(await read("/education?tab=glossary")).toBe("glossary 1");
    delete tabs.glossary;
  });
});

describe("a response", () => {
  it("to a visitor who has the page is a 304 without a body, for every form of If-None-Match", async () => {
    const { ask } = site();
    const etag = (await ask("/about"))?.headers.get("ETag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{24}"$/);
    for (const proof of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const answer = await ask("/about", { "If-None-Match": proof });
      expect
        .soft({ proof, status: answer?.status, body: await answer?.text() })
        .toEqual({ proof, status: 304, body: "" });
    }
    expect((await ask("/about", { "If-None-Match": '"other"' }))?.status).toBe(200);
  });

  it("has the same ETag for the same bytes, and a different one for other bytes", async () => {
    const { ask } = site({ render: (address) => new Response(address === "/terms" ? "b" : "a") });
    const [one, same, other] = await Promise.all(["/about", "/cookies", "/terms"].map((path) => ask(path)));
    expect(one?.headers.get("ETag")).toBe(same?.headers.get("ETag"));
    expect(one?.headers.get("ETag")).not.toBe(other?.headers.get("ETag"));
  });
});

describe("clearing", () => {
  it("makes the next request render anew", async () => {
    const { cache, read } = site();
    await read("/about");
    cache.clear();
    expect(await read("/about")).toBe("/about no. 2");
  });

  it("discards what was being rendered at that moment", async () => {
    let stock = "old";
    const { cache, read } = site({
      render: async () => {
        const text = stock;
        await new Promise((done) => setTimeout(done, text === "old" ? 200 : 100));
        return new Response(text);
      },
    });
    const first = read("/about");
    stock = "new";
    cache.clear();
    const second = read("/about");
    await pass(0.2);
    expect([await first, await second]).toEqual(["old", "new"]);
    expect(await read("/about")).toBe("new");
  });

  it("drops the page that was rendered first when the bodies exceed 16 MiB", async () => {
    const large = "x".repeat(6 * 1024 * 1024);
    const { read, rendered } = site({ render: () => new Response(large) });
    for (const path of ["/a", "/b", "/c", "/b", "/c", "/a"]) await read(path);
    expect(rendered).toEqual(["/a", "/b", "/c", "/a"]);
  });
});
