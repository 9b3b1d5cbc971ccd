import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CspEvaluator } from "csp_evaluator/dist/evaluator.js";
import { Severity } from "csp_evaluator/dist/finding.js";
import { CspParser } from "csp_evaluator/dist/parser.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";
import { cookieList } from "../../app/features/legal/cookies.ts";
import { emptyPolicy, securityHeaders } from "../../app/front-door/headers.ts";
import { readWorkerModules } from "../../harness/building/worker-modules.ts";
import { project, run } from "../../harness/processes.ts";
import { type Answer, encodeForm, formType, type Question } from "../../harness/serving/exchange.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { ask, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { feeds, secrets, sitePages } from "./site-map.ts";
import { databaseTemplate, placeOf } from "./tables.ts";

const publicOrigin = "https://community.example";
const embed = "https://embeds.newsletter.example/form/1";

/** The stack as `npm start` runs it. */
let local: Stack;
/** The stack as an operator runs it: https, and a provider's newsletter form in the frame. */
let live: Stack;
beforeAll(async () => {
  [local, live] = await Promise.all([
    startStack(databaseTemplate()),
    startStack(databaseTemplate(), { SITE_ORIGIN: publicOrigin, NEWSLETTER_EMBED_URL: embed }),
  ]);
});
afterAll(() => Promise.all([local?.stop(), live?.stop()]));

const send = (path: string, question: Question = {}) => ask(local.url, path, question);

const signedIn = () => signIn(new Visitor(local.url));
const lowered = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
const security = lowered(securityHeaders);

/** The hash that the policy must contain for the one style element of a page. */
function styleHashOf(page: string): string {
  const style = [...page.matchAll(/<style[^>]*>(.*?)<\/style>/gs)];
  expect(style, "one style element").toHaveLength(1);
  return createHash("sha256")
    .update(style[0]?.[1] ?? "")
    .digest("base64");
}

function policyOf({ headers }: Answer): Record<string, string> {
  const directives = String(headers["content-security-policy"]).split("; ");
  return Object.fromEntries(
    directives.map((directive) => [directive.split(" ")[0] ?? "", directive.split(" ").slice(1).join(" ")]),
  );
}

const pages = [...sitePages.map((page) => page.path), "/nothing-here"];

/** Responses that are not pages: redirects, feeds, files, refusals without a page. */
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
  test("are exactly the ones that are promised", () => {
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

  test.each(pages)("are all set on %s, with the policy of a page without inline scripts", async (path) => {
    const answer = await send(path);
    expect(answer.headers).toMatchObject(security);
    expect(policyOf(answer)).toEqual({
      "default-src": "'none'",
      "script-src": "'self'",
      "style-src": `'self' 'sha256-${styleHashOf(answer.body)}'`,
      "img-src": "'self' data:",
      "font-src": "'self'",
      "connect-src": "'self'",
      "manifest-src": "'self'",
      "frame-src": "'self'",
      "form-action": "'self'",
      "base-uri": "'none'",
      "object-src": "'none'",
      "frame-ancestors": "'none'",
    });
    const keeping = /^\/(search|verify|education\/liked)\b/.test(path) ? "private, no-store" : "private, no-cache";
    expect(answer.headers["cache-control"]).toBe(keeping);
  });

  test.each(refusals)(
    "are all set on a %i page, with the policy of other pages except for the hash of its style sheet",
    async (status, path, question) => {
      const [answer, page] = [await send(path, question), await send("/about")];
      expect(answer.status).toBe(status);
      expect(answer.headers).toMatchObject(security);
      expect({ ...policyOf(answer), "style-src": "" }).toEqual({ ...policyOf(page), "style-src": "" });
      expect(policyOf(answer)["style-src"]).toBe(`'self' 'sha256-${styleHashOf(answer.body)}'`);
      expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    },
  );

  test("include the usual policy without a hash on an admin page, whose only style sheet is a file", async () => {
    const page = await send("/about");
    for (const answer of [await send("/admin/login"), await (await signedIn()).get("/admin")]) {
      expect(answer.status).toBe(200);
      expect(policyOf(answer)).toEqual({ ...policyOf(page), "style-src": "'self'" });
      expect(answer.body).not.toContain("<style");
      expect(answer.body.match(/<link rel="stylesheet"[^>]*>/g)).toEqual([
        expect.stringMatching(/ href="\/assets\/admin-[\w-]{8}\.css">$/),
      ]);
    }
  });

  test.each(plain)("are all set on %s, with a policy that allows nothing", async (_, path, question) => {
    const answer = await send(path, question);
    expect(answer.headers).toMatchObject(security);
    expect(answer.headers["content-security-policy"]).toBe(emptyPolicy);
    expect(policyOf(answer)["frame-ancestors"]).toBe("'none'");
  });

  test("are the same for HEAD and GET", async () => {
    const named = (answer: Answer) => Object.keys(answer.headers).filter((name) => !/length|encoding|date/.test(name));
    for (const path of ["/", "/nothing-here", "/insights/rss.xml"]) {
      const [get, head] = [await send(path), await send(path, { method: "HEAD" })];
      expect.soft(named(head).sort()).toEqual(named(get).sort());
    }
  });

  test("are all set on static files, because public/_headers says the same as the Worker", async () => {
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
    for (const path of ["/favicon.svg", "/manifest.webmanifest", "/uploads/founder-1.svg"]) {
      const answer = await send(path);
      expect.soft(answer.status).toBe(200);
      expect.soft(answer.headers).toMatchObject(security);
      expect.soft(answer.headers["content-security-policy"]).toBe(policy);
    }
  });

  test("let feed readers show pictures under /Images: Cross-Origin-Resource-Policy is cross-origin", async () => {
    const answer = await send("/Images/logo.svg");
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ ...security, "cross-origin-resource-policy": "cross-origin" });
  });

  test("are all set on files with a hash in their name, which are immutable", async () => {
    const bodies = [await send("/"), await send("/admin/login")].map(({ body }) => body);
    const files = new Set([...bodies.join().matchAll(/\/assets\/[\w-]+\.\w+/g)].map(([path]) => path));
    for (const kind of ["css", "js", "svg", "woff2"])
      expect([...files].filter((path) => path.endsWith(`.${kind}`))).not.toEqual([]);
    for (const path of files) {
      const answer = await send(path);
      expect.soft(answer.headers).toMatchObject(security);
      expect.soft(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    }
  });

  test("are all set on a receipt, which is never stored and clears prefetched pages", async () => {
    const message = { name: "Kaleo", email: "kaleo@example.org", message: "For the headers" };
    const receipt = await new Visitor(local.url).post("/contact", message);
    expect(receipt.status).toBe(200);
    expect(receipt.headers["cache-control"]).toBe("private, no-store");
    expect(receipt.headers["clear-site-data"]).toBe('"prefetchCache", "prerenderCache"');
    expect(receipt.headers).toMatchObject(security);
  });

  test("do not reveal what software runs here", async () => {
    for (const path of ["/", "/nothing-here", "/education", "/favicon.svg", "/insights/rss.xml"]) {
      const { headers } = await send(path);
      for (const name of ["server", "x-powered-by", "x-remix-response", "via"])
        expect.soft({ path, name, value: headers[name] }).toEqual({ path, name, value: undefined });
    }
  });

  test("allow the home page to frame a provider's newsletter form, and nothing else", async () => {
    const answer = await ask(live.url, "/");
    expect(policyOf(answer)["frame-src"]).toBe("'self' https://embeds.newsletter.example");
    expect(new Page(answer.body).attribute("iframe", "src")).toBe(embed);
  });
});

describe("security.md, “Headers on every response, static files too”, for unusual responses", () => {
  const cached = async (path: string) => {
    const { headers } = await send(path);
    return send(path, { headers: { "If-None-Match": String(headers.etag) } });
  };

  test.each(["/favicon.svg", "/Images/logo.svg"])("holds for a 304 of %s", async (path) => {
    const answer = await cached(path);
    expect(answer.status).toBe(304);
    for (const [name, value] of Object.entries(security))
      if (answer.headers[name] !== undefined && !path.startsWith("/Images"))
        expect.soft(answer.headers[name]).toBe(value);
    expect(answer.body).toBe("");
  });

  test.each(["/assets/none.js", "/Images/none.svg", "/uploads/none.svg", "/favicon.png", "/.well-known/none"])(
    "holds for a 404 of the file %s, for which the Worker returns a page",
    async (path) => {
      const answer = await send(path);
      expect(answer.status).toBe(404);
      expect(answer.headers).toMatchObject(security);
      expect(policyOf(answer)["default-src"]).toBe("'none'");
    },
  );

  test("holds for every response to an admin: pages, CSV files, redirects, not-found pages", async () => {
    const admin = await signedIn();
    const place = await placeOf(local, "bitcoin");
    for (const path of ["/admin", "/admin/log", `${place}/people`, "/admin/no-such-page", "/admin/tabs/none"]) {
      const answer = await admin.get(path);
      expect.soft(answer.headers, path).toMatchObject({ ...security, "cache-control": "private, no-store" });
      expect.soft(policyOf(answer)["script-src"], path).toBe("'self'");
    }
    for (const path of ["/admin/subscribers.csv", `${place}/people.csv`, "/admin/login", "/admin/logout"]) {
      const answer = await admin.get(path);
      expect.soft(answer.headers, path).toMatchObject({ ...security, "cache-control": "private, no-store" });
      expect.soft(answer.headers["content-security-policy"], path).toBe(emptyPolicy);
      expect.soft(answer.headers["x-robots-tag"], path).toBe("noindex");
    }
  });

  test("holds for a 429", async () => {
    const resource = "00000000-0000-4000-8000-000000000105";
    const like = (number: number) =>
      new Visitor(local.url, { address: "198.51.100.80" }).post(
        "/education",
        { resource, intent: "like", tab: "resources" },
        { Cookie: `visitor=${number.toString(16).padStart(32, "0")}` },
      );
    await like(0);
    await local.query(
      "insert into public.resource_likes (resource_id, ip_address, network_key, visitor_key) select l.resource_id, l.ip_address, l.network_key, lpad(n::text, 32, 'a') from public.resource_likes l, generate_series(1, 499) n where l.id = (select m.id from public.resource_likes m where m.resource_id = $1 order by m.created_at desc limit 1)",
      [resource],
    );
    const answer = await like(1);
    expect(answer.status).toBe(429);
    expect(answer.headers).toMatchObject(security);
    expect(policyOf(answer)["script-src"]).toBe("'self'");
  });

  test("holds for a calendar of one event and for security.txt, which expires within a year (RFC 9116)", async () => {
    expect((await send("/events/bitcoin.ics")).headers).toMatchObject(security);
    const { status, headers, body } = await ask(live.url, "/.well-known/security.txt");
    expect([status, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
    const fields = body
      .trimEnd()
      .split("\n")
      .map((line) => line.split(/: (.*)/s).slice(0, 2));
    const valuesOf = (name: string) => fields.filter(([each]) => each === name).map(([, value]) => value);
    expect(valuesOf("Contact")).toEqual([expect.stringMatching(/^mailto:\S+@\S+$/), `${publicOrigin}/contact`]);
    expect(valuesOf("Canonical")).toEqual([`${publicOrigin}/.well-known/security.txt`]);
    expect(valuesOf("Preferred-Languages")).toEqual(["en"]);
    expect(valuesOf("Policy")).toEqual([expect.stringMatching(/^https:\/\/\S+\/SECURITY\.md$/)]);
    const [expires = ""] = valuesOf("Expires");
    expect(valuesOf("Expires")).toHaveLength(1);
    expect(expires).toMatch(/^\d{4}-\d{2}-\d{2}T00:00:00\.000Z$/);
    const days = (Date.parse(expires) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(170);
    expect(days).toBeLessThan(365);
  });
});

describe("third-party checks", () => {
  /** Google's CSP Evaluator calls findings that it only suspects "maybe". */
  const certain = (answer: Answer) =>
    new CspEvaluator(new CspParser(String(answer.headers["content-security-policy"])).csp)
      .evaluate()
      .filter(({ severity }) => severity < Severity.HIGH_MAYBE)
      .map(({ directive, description }) => `${directive}: ${description}`);

  test("a CSP evaluator finds nothing above “maybe” on any page, public or admin, or other response", async () => {
    const admin = await signedIn();
    const answers = [
      ...(await Promise.all(
        ["/", "/education", "/contact", "/newsletter/embed", "/nothing-here", ...feeds].map((path) => send(path)),
      )),
      ...(await Promise.all(["/admin", "/admin/events/new", "/admin/login"].map((path) => admin.get(path)))),
    ];
    for (const answer of answers) expect.soft(certain(answer)).toEqual([]);
    const weak = {
      ...answers[0],
      headers: { "content-security-policy": "script-src 'unsafe-inline' https:" },
    } as Answer;
    expect(certain(weak).length).toBeGreaterThan(1);
  });

  /**
   * Rules of Mozilla's HTTP Observatory with the points that a response of the live site gets; every site begins at
   * 100.
   */
  const rules: [name: string, points: number, holds: (answer: Answer) => boolean][] = [
    [
      "Content Security Policy: default-src 'none', and no unsafe-inline, unsafe-eval, http: or data: for scripts",
      10,
      (answer) =>
        policyOf(answer)["default-src"] === "'none'" &&
        !/unsafe-|http:|data:|\*/.test(`${policyOf(answer)["script-src"]} ${policyOf(answer)["style-src"]}`),
    ],
    [
      "Cookies: none, or Secure, HttpOnly and SameSite",
      0,
      ({ headers }) => (headers["set-cookie"] ?? []).every(isGuarded),
    ],
    ["CORS: not open to others", 0, ({ headers }) => headers["access-control-allow-origin"] === undefined],
    ["Referrer Policy: private", 5, ({ headers }) => headers["referrer-policy"] === "strict-origin-when-cross-origin"],
    [
      "Strict Transport Security: six months or more",
      0,
      ({ headers }) => Number(/max-age=(\d+)/.exec(String(headers["strict-transport-security"]))?.[1]) >= 15_768_000,
    ],
    [
      "Subresource Integrity: every script comes from here",
      0,
      ({ body }) => new Page(body).attributes("script", "src").every((src) => /^\/[^/]/.test(src)),
    ],
    ["X-Content-Type-Options: nosniff", 0, ({ headers }) => headers["x-content-type-options"] === "nosniff"],
    [
      "X-Frame-Options: by frame-ancestors",
      5,
      (answer) => /^'(none|self)'$/.test(policyOf(answer)["frame-ancestors"] ?? ""),
    ],
    [
      "Cross-Origin-Resource-Policy: same-origin",
      10,
      ({ headers }) => headers["cross-origin-resource-policy"] === "same-origin",
    ],
  ];
  const isGuarded = (line: string) => /; HttpOnly/.test(line) && /; SameSite=Lax/.test(line) && /; Secure/.test(line);

  test.each(["/", "/education", "/contact", "/admin/login"])(
    "%s passes every rule of Mozilla's HTTP Observatory: 130 points, A+ from 100",
    async (path) => {
      const answer = await ask(live.url, path);
      expect(rules.filter(([, , holds]) => !holds(answer)).map(([name]) => name)).toEqual([]);
      expect(rules.reduce((sum, [, points]) => sum + points, 100)).toBe(130);
    },
  );

  test("its redirection rule is met: plain http redirects to https on the same host at once", async () => {
    const answer = await ask(live.url, "/about?a=1", { headers: { Host: new URL(publicOrigin).host } });
    expect([answer.status, answer.headers.location]).toEqual([301, `${publicOrigin}/about?a=1`]);
    expect(answer.headers).toMatchObject(security);
  });
});

describe("the frame of the newsletter", () => {
  test("/newsletter/embed may be framed only by this site", async () => {
    const answer = await send("/newsletter/embed");
    expect(answer.status).toBe(200);
    expect(policyOf(answer)["frame-ancestors"]).toBe("'self'");
    expect(answer.headers).toMatchObject({ ...security, "x-frame-options": "SAMEORIGIN" });
  });

  test("its response to a form may be framed too, and its links leave the frame", async () => {
    const wrong = await new Visitor(local.url).post("/newsletter/embed", { email: "" });
    expect(wrong.status).toBe(422);
    expect(policyOf(wrong)["frame-ancestors"]).toBe("'self'");
    const page = new Page(wrong.body);
    const leaving = page.all("a").filter((link) => !link.getAttributeValue("href")?.startsWith("#"));
    expect(leaving.length).toBeGreaterThan(0);
    expect(leaving.map((link) => link.getAttributeValue("target"))).toEqual(leaving.map(() => "_top"));
  });
});

describe("what a page contains", () => {
  test.each([...pages, "/newsletter/embed"])(
    "%s has no inline script except JSON-LD, no style attribute and no event handler",
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
    "%s has no secret, and names Supabase only in the list of processors",
    async (path) => {
      const { body } = await send(path);
      for (const secret of secrets) expect.soft(body).not.toContain(secret);
      expect.soft(body.replace("Supabase (database)", "")).not.toMatch(/supabase/i);
    },
  );

  test("no file for the browser contains a secret, a source map, or the word supabase", () => {
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

  test("what a deploy would upload contains no secret, no source map and no URL of one", {
    timeout: 60_000,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "community-upload-"));
    try {
      await run("wrangler", ["deploy", "--dry-run", "--env", "production", "--outdir", folder]);
      const { upload_source_maps: maps } = unstable_readConfig({
        config: join(project, "wrangler.toml"),
        env: "production",
      });
      expect(maps).toBe(false);
      const scripts = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
      expect(scripts.sort()).toEqual(
        readWorkerModules()
          .map(({ name }) => name)
          .sort(),
      );
      for (const name of scripts) {
        const content = readFileSync(join(folder, name), "latin1");
        for (const secret of secrets) expect.soft(content.includes(secret), `${name}: a secret`).toBe(false);
        expect.soft(/sourceMappingURL=(?!.*\$)/.test(content.slice(-200)), `${name}: a source map`).toBe(false);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("the Worker's build contains no secret either: they come from its environment", () => {
    const folder = join(project, "build/server");
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (!statSync(join(folder, name)).isFile()) continue;
      const content = readFileSync(join(folder, name), "latin1");
      for (const secret of secrets) expect.soft(content.includes(secret), `${name}: a secret`).toBe(false);
    }
  });
});

describe("cookies", () => {
  /** Every Set-Cookie line from a walk through all pages and forms of a site. */
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

  test("are named __Host-visitor on https: Secure, HttpOnly, Lax, the whole site, 13 months", async () => {
    const lines = await everyCookie(live);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines)
      expect
        .soft(line)
        .toMatch(/^__Host-visitor=[0-9a-f]{32}; Path=\/; Max-Age=34128000; HttpOnly; SameSite=Lax; Secure$/);
  });

  test("are named visitor on http://localhost, without Secure, because browsers drop the other there", async () => {
    const lines = await everyCookie(local);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines)
      expect.soft(line).toMatch(/^visitor=[0-9a-f]{32}; Path=\/; Max-Age=34128000; HttpOnly; SameSite=Lax$/);
  });

  test("are all in the list of cookies, and /cookies shows each entry", async () => {
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

  test("are set for visitors only by reading /education, and a browser that has one keeps it", async () => {
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
    "with a malformed id (%s) count as none: a new one is set",
    async (id) => {
      const answer = await send("/education", { headers: { Cookie: `visitor=${id}` } });
      expect(answer.headers["set-cookie"]).toHaveLength(1);
    },
  );

  test("never have the same id for two visitors", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send("/education")));
    const ids = answers.map((answer) => answer.headers["set-cookie"]?.[0]);
    expect(new Set(ids).size).toBe(20);
  });

  test("with the name for http are not read on https, so that a neighboring site cannot plant an id", async () => {
    const answer = await ask(live.url, "/education", { headers: { Cookie: `visitor=${"a".repeat(32)}` } });
    expect(answer.headers["set-cookie"]).toHaveLength(1);
  });

  test("are named in Vary by pages that depend on them", async () => {
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
