import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cookieList } from "../../app/features/legal/cookies.ts";
import { emptyPolicy, securityHeaders } from "../../app/platform/headers.ts";
import { project } from "../../scripts/processes.ts";
import { type Stack, startStack } from "../support/stack.ts";
import { type Answer, ask, encodeForm, formType, type Question, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { feeds, secrets, sitePages } from "./site-map.ts";
import { databaseTemplate } from "./tables.ts";

const publicOrigin = "https://community.example";
const embed = "https://embeds.newsletter.example/form/1";

/** As `npm start` runs it. */
let local: Stack;
/** As an operator runs it: https, and the newsletter form of a provider in the frame. */
let live: Stack;
beforeAll(async () => {
  [local, live] = await Promise.all([
    startStack(databaseTemplate()),
    startStack(databaseTemplate(), { SITE_ORIGIN: publicOrigin, NEWSLETTER_EMBED_URL: embed }),
  ]);
});
afterAll(() => Promise.all([local?.stop(), live?.stop()]));

const send = (path: string, question: Question = {}) => ask(local.url, path, question);
const lowered = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
const security = lowered(securityHeaders);

function policyOf({ headers }: Answer): Record<string, string> {
  const directives = String(headers["content-security-policy"]).split("; ");
  return Object.fromEntries(
    directives.map((directive) => [directive.split(" ")[0] ?? "", directive.split(" ").slice(1).join(" ")]),
  );
}

const pages = [...sitePages.map((page) => page.path), "/nothing-here"];
const storage = () => new URL(local.settings.SUPABASE_URL ?? "").origin;

/** Answers that are no pages of ours: redirects, feeds, files, refusals without a page. */
const plain: [string, string, Question][] = [
  ["a 301 to the canonical path", "/About/", {}],
  ["a 301 of a route", "/resources/events", {}],
  ["healthz", "/healthz", {}],
  ["a 405 of healthz", "/healthz", { method: "DELETE" }],
  ...feeds.map((path): [string, string, Question] => [path, path, {}]),
  [
    "the 303 after a form",
    "/events",
    {
      method: "POST",
      headers: { "Content-Type": formType },
      body: encodeForm({ name: "Kaleo", email: "kaleo@example.org", event: "bitcoin" }),
    },
  ],
];

const refusals: [number, string, Question][] = [
  [404, "/nothing-here", {}],
  [405, "/about", { method: "PUT" }],
  [403, "/contact", { method: "POST", headers: { "Sec-Fetch-Site": "cross-site", "Content-Type": formType } }],
  [415, "/contact", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" }],
  [400, "/contact", { method: "POST", headers: { "Content-Type": "multipart/form-data" }, body: "x" }],
  [413, "/contact", { method: "POST", headers: { "Content-Type": formType }, body: "a".repeat(81 * 1024) }],
  [422, "/contact", { method: "POST", headers: { "Content-Type": formType }, body: "" }],
];

describe("security headers", () => {
  test("are the ones that are promised, word for word", () => {
    expect(securityHeaders).toEqual({
      "Strict-Transport-Security": "max-age=63072000",
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "strict-origin-when-cross-origin",
      "X-Frame-Options": "DENY",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    });
  });

  test.each(pages)("%s has all of them, and the policy of a page without inline scripts", async (path) => {
    const answer = await send(path);
    expect(answer.headers).toMatchObject(security);
    const style = [...answer.body.matchAll(/<style[^>]*>(.*?)<\/style>/gs)];
    expect(style, "one style element").toHaveLength(1);
    const hash = createHash("sha256")
      .update(style[0]?.[1] ?? "")
      .digest("base64");
    expect(policyOf(answer)).toEqual({
      "default-src": "'none'",
      "script-src": "'self'",
      "style-src": `'self' 'sha256-${hash}'`,
      "img-src": `'self' data: ${storage()}`,
      "font-src": "'self'",
      "connect-src": "'self'",
      "manifest-src": "'self'",
      "frame-src": "'self'",
      "form-action": "'self'",
      "base-uri": "'none'",
      "object-src": "'none'",
      "frame-ancestors": "'none'",
    });
    expect(answer.headers["cache-control"]).toBe("private, no-cache");
  });

  test.each(refusals)(
    "a %i page has all of them, and the same policy as the others",
    async (status, path, question) => {
      const [answer, page] = [await send(path, question), await send("/about")];
      expect(answer.status).toBe(status);
      expect(answer.headers).toMatchObject(security);
      expect(answer.headers["content-security-policy"]).toBe(page.headers["content-security-policy"]);
      expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    },
  );

  test.each(plain)("%s has all of them, and a policy that allows nothing", async (_, path, question) => {
    const answer = await send(path, question);
    expect(answer.headers).toMatchObject(security);
    expect(answer.headers["content-security-policy"]).toBe(emptyPolicy);
    expect(policyOf(answer)["frame-ancestors"]).toBe("'none'");
  });

  test("HEAD has the same headers as GET", async () => {
    const named = (answer: Answer) => Object.keys(answer.headers).filter((name) => !/length|encoding|date/.test(name));
    for (const path of ["/", "/nothing-here", "/insights/rss.xml"]) {
      const [get, head] = [await send(path), await send(path, { method: "HEAD" })];
      expect.soft(named(head).sort()).toEqual(named(get).sort());
    }
  });

  test("static files have all of them, because public/_headers says the same as the Worker", async () => {
    const blocks = new Map<string, Record<string, string>>();
    let current: Record<string, string> = {};
    for (const line of readFileSync(join(project, "public/_headers"), "utf8").split("\n")) {
      const [, name, value] = /^\s+([A-Za-z-]+): (.*)$/.exec(line) ?? [];
      if (/^\//.test(line)) {
        current = {};
        blocks.set(line.trim(), current);
      } else if (name && value) current[name] = value;
    }
    const { "Content-Security-Policy": policy, ...rest } = blocks.get("/*") ?? {};
    expect(rest).toEqual(securityHeaders);
    expect(policy).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
    for (const path of ["/favicon.svg", "/icons.svg", "/manifest.webmanifest", "/uploads/founder-1.svg"]) {
      const answer = await send(path);
      expect.soft(answer.status).toBe(200);
      expect.soft(answer.headers).toMatchObject(security);
      expect.soft(answer.headers["content-security-policy"]).toBe(policy);
    }
  });

  test("pictures under /Images may be shown by feed readers: Cross-Origin-Resource-Policy is cross-origin", async () => {
    const answer = await send("/Images/logo.svg");
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ ...security, "cross-origin-resource-policy": "cross-origin" });
  });

  test("files with a hash in their name are immutable, and have all security headers", async () => {
    const page = new Page((await send("/")).body);
    const files = [...page.attributes("script[src]", "src"), ...page.attributes('link[rel="preload"]', "href")];
    expect(files.length).toBeGreaterThan(1);
    for (const path of files) {
      const answer = await send(path);
      expect.soft(answer.headers).toMatchObject(security);
      expect.soft(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    }
  });

  test("a receipt is never stored, and a page may be shown again only after asking", async () => {
    const message = { name: "Kaleo", email: "kaleo@example.org", message: "For the headers" };
    const receipt = await new Visitor(local.url).post("/contact", message);
    expect(receipt.status).toBe(200);
    expect(receipt.headers["cache-control"]).toBe("private, no-store");
    expect(receipt.headers).toMatchObject(security);
  });

  test("no answer says what runs here", async () => {
    for (const path of ["/", "/nothing-here", "/education", "/favicon.svg", "/insights/rss.xml"]) {
      const { headers } = await send(path);
      for (const name of ["server", "x-powered-by", "x-remix-response", "via"])
        expect.soft({ path, name, value: headers[name] }).toEqual({ path, name, value: undefined });
    }
  });

  test("a provider's newsletter form may be framed on the home page, and nothing else", async () => {
    const answer = await ask(live.url, "/");
    expect(policyOf(answer)["frame-src"]).toBe("'self' https://embeds.newsletter.example");
    expect(new Page(answer.body).attribute("iframe", "src")).toBe(embed);
  });
});

describe("the frame of the newsletter", () => {
  test("/newsletter/embed may be framed by this site alone, and no other page by anyone", async () => {
    const answer = await send("/newsletter/embed");
    expect(answer.status).toBe(200);
    expect(policyOf(answer)["frame-ancestors"]).toBe("'self'");
    expect(answer.headers).toMatchObject({ ...security, "x-frame-options": "SAMEORIGIN" });
  });

  test("its answer to a form may be framed too, and its links leave the frame", async () => {
    const wrong = await new Visitor(local.url).post("/newsletter/embed", { email: "" });
    expect(wrong.status).toBe(422);
    expect(policyOf(wrong)["frame-ancestors"]).toBe("'self'");
    const page = new Page(wrong.body);
    const leaving = page.all("a").filter((link) => !link.getAttributeValue("href")?.startsWith("#"));
    expect(leaving.length).toBeGreaterThan(0);
    expect(leaving.map((link) => link.getAttributeValue("target"))).toEqual(leaving.map(() => "_top"));
  });
});

describe("what a page carries", () => {
  test.each([...pages, "/newsletter/embed"])(
    "%s has no inline script but JSON-LD, no style attribute, no handler",
    async (path) => {
      const { body } = await send(path);
      const inline = [...body.matchAll(/<script\b([^>]*)>/g)].map(([, attributes = ""]) => attributes);
      for (const attributes of inline)
        expect.soft(/ src="\/assets\/|type="application\/ld\+json"/.test(attributes), attributes).toBe(true);
      const tags =
        body.replace(/<style[^>]*>.*?<\/style>|<script[^>]*>.*?<\/script>/gs, "").match(/<[a-z][^>]*>/gi) ?? [];
      expect.soft(tags.filter((tag) => /\sstyle=|\son[a-z]+=|javascript:/i.test(tag))).toEqual([]);
    },
  );

  test.each([...pages, ...feeds, "/newsletter/embed"])(
    "%s holds no secret, and names Supabase only where the processors are listed",
    async (path) => {
      const { body } = await send(path);
      for (const secret of secrets) expect.soft(body).not.toContain(secret);
      expect.soft(body.replace("Supabase (database)", "")).not.toMatch(/supabase/i);
    },
  );

  test("no file for the browser holds a secret, a source map, or the word supabase", () => {
    const folder = join(project, "build/client");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      statSync(join(folder, name)).isFile(),
    );
    expect(files.length).toBeGreaterThan(20);
    for (const name of files) {
      const content = readFileSync(join(folder, name), "latin1");
      expect.soft(name).not.toMatch(/\.map$/);
      for (const secret of secrets) expect.soft(content.includes(secret), `${name}: a secret`).toBe(false);
      expect.soft(/supabase/i.test(content), `${name}: supabase`).toBe(false);
      expect.soft(/sourceMappingURL/.test(content), `${name}: a source map`).toBe(false);
      expect
        .soft(
          /SERVICE_ROLE|(VISITOR|SESSION|JWT)_SECRET|SECRET_KEY|sb_secret_/.test(content),
          `${name}: the name of a secret`,
        )
        .toBe(false);
    }
  });

  test("the Worker's build holds no secret either: they come from its environment", () => {
    const folder = join(project, "build/server");
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (!statSync(join(folder, name)).isFile()) continue;
      const content = readFileSync(join(folder, name), "latin1");
      for (const secret of secrets) expect.soft(content.includes(secret), `${name}: a secret`).toBe(false);
    }
  });
});

describe("cookies", () => {
  /** Every Set-Cookie line that a walk through all pages and forms of a site brings. */
  async function everyCookie(stack: Stack): Promise<string[]> {
    const walker = new Visitor(stack.url, { keepsCookies: false });
    const headers = { Origin: stack.settings.SITE_ORIGIN ?? "" };
    const answers = [
      ...(await Promise.all([...pages, ...feeds, "/newsletter/embed", "/healthz"].map((path) => walker.get(path)))),
      await walker.post("/events", { name: "Cookie", email: "cookie@example.org", event: "bitcoin" }, headers),
      await walker.post("/insights", { email: "cookie@example.org" }, headers),
      await walker.post("/contact", { name: "Cookie", email: "c@example.org", message: "Cookies?" }, headers),
      await walker.post("/education", { resource: "no", intent: "like" }, headers),
    ];
    return answers.flatMap((answer) => answer.headers["set-cookie"] ?? []);
  }
  const nameOf = (line: string) => line.split("=")[0];

  test("on https the visitor cookie is __Host-visitor: Secure, HttpOnly, Lax, the whole site, 13 months", async () => {
    const lines = await everyCookie(live);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines)
      expect
        .soft(line)
        .toMatch(/^__Host-visitor=[0-9a-f]{32}; Path=\/; Max-Age=34128000; HttpOnly; SameSite=Lax; Secure$/);
  });

  test("on http://localhost it is visitor, without Secure, because browsers drop the other there", async () => {
    const lines = await everyCookie(local);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines)
      expect.soft(line).toMatch(/^visitor=[0-9a-f]{32}; Path=\/; Max-Age=34128000; HttpOnly; SameSite=Lax$/);
  });

  test("every cookie that is set stands in the list of cookies, and the page /cookies shows each entry", async () => {
    for (const [stack, secure] of [
      [local, false],
      [live, true],
    ] as const) {
      const listed = cookieList(secure).map((cookie) => cookie.name);
      const set = new Set((await everyCookie(stack)).map(nameOf));
      expect.soft(listed).toEqual(expect.arrayContaining([...set]));
      const page = new Page((await ask(stack.url, "/cookies")).body);
      expect.soft(page.texts('th[scope="row"]')).toEqual(listed);
    }
  });

  test("only reading /education sets the visitor cookie, and a browser that has one keeps it", async () => {
    const reader = new Visitor(local.url);
    for (const { path } of sitePages.filter((page) => !page.path.startsWith("/education"))) {
      expect
        .soft({ path, cookies: (await reader.get(path)).headers["set-cookie"] })
        .toEqual({ path, cookies: undefined });
    }
    expect((await reader.get("/education")).headers["set-cookie"]).toHaveLength(1);
    expect((await reader.get("/education")).headers["set-cookie"]).toBeUndefined();
  });

  test.each(["", "short", "Z".repeat(32), "a".repeat(33), "A".repeat(32)])(
    "a malformed id (%s) counts as none: a new one is set",
    async (id) => {
      const answer = await send("/education", { headers: { Cookie: `visitor=${id}` } });
      expect(answer.headers["set-cookie"]).toHaveLength(1);
    },
  );

  test("two visitors never get the same id", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send("/education")));
    const ids = answers.map((answer) => answer.headers["set-cookie"]?.[0]);
    expect(new Set(ids).size).toBe(20);
  });

  test("on https the name for http is not read, so that a neighboring site cannot plant an id", async () => {
    const answer = await ask(live.url, "/education", { headers: { Cookie: `visitor=${"a".repeat(32)}` } });
    expect(answer.headers["set-cookie"]).toHaveLength(1);
  });

  test("pages depend on cookies, and say so: Vary", async () => {
    expect((await send("/education")).headers.vary).toMatch(/\bCookie\b/);
  });
});

describe("with an https SITE_ORIGIN", () => {
  test("every absolute URL of the pages is built from it", async () => {
    for (const path of ["/", "/events", "/insights/rss.xml", "/sitemap.xml", "/robots.txt", "/nothing-here"]) {
      const { body } = await ask(live.url, path);
      expect.soft(body).not.toContain(live.url);
      if (path !== "/nothing-here") expect.soft(body).toContain(publicOrigin);
    }
  });

  test("a form from the site's own origin is accepted, and one from the Worker's address is not", async () => {
    const visitor = new Visitor(live.url);
    const noSite = { "Sec-Fetch-Site": "" };
    expect((await visitor.post("/contact", {}, { ...noSite, Origin: publicOrigin })).status).toBe(422);
    expect((await visitor.post("/contact", {}, { ...noSite, Origin: live.url })).status).toBe(403);
  });
});
