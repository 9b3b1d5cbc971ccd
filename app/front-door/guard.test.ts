import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { likeLimit } from "../features/likes/like-limit.ts";
import { searchLimit } from "../features/search/search-limit.ts";
import { signInLimit } from "../features/sign-in/sign-in-limit.ts";
import { leastCpuTime } from "../platform/cpu-time.fixture.ts";
import { movedForGood } from "../platform/request/http.ts";
import type { Refusal } from "../platform/request/load-context.ts";
import type { RateLimit } from "../platform/request/route-handle.ts";
import { canonicalPath, formLimit, type GuardedRoute, guard, httpsPath } from "./guard.ts";
import { formsLimit } from "./limits.ts";

const origin = "https://hawaii.example.org";
const routes: Record<string, GuardedRoute> = {
  "/contact": { hasAction: true, bodyLimit: formLimit, rateLimit: formsLimit },
  "/education": { hasAction: true, bodyLimit: formLimit, rateLimit: likeLimit },
  "/admin/login": { hasAction: true, bodyLimit: formLimit, rateLimit: signInLimit },
  "/mail/events": { hasAction: true, bodyLimit: formLimit, rateLimit: formsLimit, signedJson: true },
  "/n/token/leave": { hasAction: true, bodyLimit: formLimit, rateLimit: formsLimit, oneClick: true },
  "/about": { hasAction: false, bodyLimit: formLimit, rateLimit: formsLimit },
  "/search": { hasAction: false, bodyLimit: formLimit, rateLimit: formsLimit, readLimit: searchLimit },
};
const rules = {
  origin,
  secure: true,
  routeOf: (pathname: string) => routes[pathname] ?? null,
  isWithinLimit: async (_limit: RateLimit) => true,
  hasSession: async () => true,
};
const form = "application/x-www-form-urlencoded";

interface Sent {
  path?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: BodyInit;
}

const send = ({ path = "/contact", method = "POST", headers = {}, body }: Sent) => {
  const isBodiless = method === "GET" || method === "HEAD";
  const given = { "Content-Type": form, "CF-Connecting-IP": "203.0.113.7", ...headers };
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
  return new Request(`http://worker.internal${path}`, {
    method,
    headers: filled,
    ...(isBodiless ? {} : { body: body ?? "name=Noa", duplex: "half" }),
  } as RequestInit);
};
const verdictOn = (sent: Sent, changed: Partial<typeof rules> = {}) => guard(send(sent), { ...rules, ...changed });
const statusOf = async (sent: Sent, changed?: Partial<typeof rules>) => {
  const verdict = await verdictOn(sent, changed);
  return verdict instanceof Request ? "passed" : "redirectTo" in verdict ? verdict.redirectTo : verdict.status;
};
const refusalOf = async (sent: Sent, changed?: Partial<typeof rules>) => (await verdictOn(sent, changed)) as Refusal;

describe("the canonical path", () => {
  it.each([
    ["/", "/"],
    ["/events", "/events"],
    ["/events/", "/events"],
    ["/events//", "/events"],
    ["/Events/Bitcoin", "/events/bitcoin"],
    ["//events", "/events"],
    ["//evil.example/", "/evil.example"],
    ["///evil.example//a", "/evil.example/a"],
    ["////", "/"],
    ["/insights/RSS.xml", "/insights/rss.xml"],
    ["/events/bitcoin.ics/", "/events/bitcoin.ics"],
    ["/Images/bitcoin-pizza-day.svg", "/Images/bitcoin-pizza-day.svg"],
    ["/uploads/Founder.svg", "/uploads/Founder.svg"],
    ["/assets/Home-BX2.js", "/assets/Home-BX2.js"],
    ["/IMAGES/Logo.svg", "/images/logo.svg"],
    ["/Events/K%C4%81NE%2F", "/events/k%C4%81ne%2F"],
    ["/%61dmin/messages", "/admin/messages"],
    ["/%41%44min", "/admin"],
    ["/%7euser%2ehtml%2D%5f", "/~user.html-_"],
    ["/k%c4%81ne%2F%3f", "/k%c4%81ne%2F%3f"],
    ["/100%2561", "/100%2561"],
    ["/%%361", "/%2561"],
    ["/100%", "/100%25"],
    ["/events/a%20b%3Cc%3E", "/events/a%20b%3Cc%3E"],
  ])("of %s is %s", (path, canonical) => {
    expect(canonicalPath(path)).toBe(canonical);
  });

  const anyPath = fc
    .oneof(
      fc.webPath(),
      fc.stringMatching(/^([/\\.%A-Za-z0-9:@]|%[2-7][0-9a-fA-F]){0,30}$/),
      fc.string({ unit: "binary" }),
    )
    .map((text) => new URL(`${origin}/${text.replace(/[?#]/g, "")}`).pathname);

  it("is its own canonical path, so that redirects cannot loop", () => {
    fc.assert(
      fc.property(anyPath, (path) => {
        const once = canonicalPath(path);
        expect(canonicalPath(once)).toBe(once);
        expect(new URL(`${origin}${once}`).pathname).toBe(once);
      }),
      { numRuns: 1000 },
    );
  });

  it("never leads away from the site", async () => {
    await fc.assert(
      fc.asyncProperty(anyPath, async (path) => {
        expect(canonicalPath(path)).toMatch(/^\/(?![/\\])/);
        const verdict = await verdictOn({ path, method: "GET" });
        const target = verdict instanceof Request ? verdict.url : "redirectTo" in verdict ? verdict.redirectTo : origin;
        expect(new URL(target, origin).origin).toBe(origin);
        if (typeof target === "string" && "redirectTo" in verdict)
          expect(movedForGood(origin, target).headers.get("Location")).toBe(origin + target);
      }),
      { numRuns: 500 },
    );
  });

  const ends = [".", ")", ",", ";", ").", "!", ":", "'", "**", "%20", "%22", "%3E", "%5D"];
  it.each([...ends, ..."”’…。、".split("").map(encodeURIComponent)])(
    "is where a link that ends with %s leads",
    async (end) => {
      expect(await statusOf({ path: `/contact${end}?a=b`, method: "GET" })).toBe("/contact?a=b");
    },
  );

  it.each([
    ["/..%5D%2E", "/"],
    ["/contact/..).", "/contact"],
    ["/contact/)", "/contact"],
  ])("is a path of this site after what ends %s is gone", async (path, target) => {
    expect(await statusOf({ path, method: "GET" })).toBe(target);
  });

  it("is what GET and HEAD are redirected to, with the query but without the request's host", async () => {
    expect(await statusOf({ path: "/Contact/?a=B&c=//d", method: "GET" })).toBe("/contact?a=B&c=//d");
    expect(await statusOf({ path: "//evil.example/..", method: "HEAD" })).toBe("/");
    expect(await statusOf({ path: "//evil.example/", method: "GET" })).toBe("/evil.example");
  });

  it("is the only spelling that accepts a form, whose body a redirect would lose; any other is 404", async () => {
    const routeOf = () => routes["/contact"] ?? null;
    for (const path of ["/Contact", "/contact/", "//contact", "/%63ontact"]) {
      expect(await statusOf({ path }, { routeOf })).toBe(404);
      expect(await statusOf({ path, method: "GET" }, { routeOf })).toBe("/contact");
    }
  });
});

describe("methods", () => {
  it.each([
    ["GET", "/contact", "passed"],
    ["HEAD", "/contact", "passed"],
    ["POST", "/contact", "passed"],
    ["GET", "/about", "passed"],
    ["GET", "/nowhere", "passed"],
    ["POST", "/about", 405],
    ["POST", "/nowhere", 404],
    ["PUT", "/nowhere", 404],
    ["PUT", "/contact", 405],
    ["PATCH", "/contact", 405],
    ["DELETE", "/contact", 405],
    ["OPTIONS", "/contact", 405],
    ["PROPFIND", "/contact", 405],
    ["post-it", "/contact", 405],
  ])("%s %s: %s", async (method, path, expected) => {
    expect(await statusOf({ method, path })).toBe(expected);
  });

  it("that are not allowed get 405 with an Allow header and an explanation", async () => {
    const form = await refusalOf({ method: "PUT" });
    expect(form.headers).toEqual({ Allow: "GET, HEAD, POST" });
    expect(form.text).toBe("You can open this page and send its form, but nothing else.");
    const page = await refusalOf({ path: "/about" });
    expect(page.headers).toEqual({ Allow: "GET, HEAD" });
    expect(page.text).toBe("This page can only be read.");
  });

  it("are not overridden by a header or a field", async () => {
    const headers = { "X-HTTP-Method-Override": "POST" };
    expect(await statusOf({ method: "DELETE", headers, body: "_method=POST" })).toBe(405);
  });
});

describe("a cross-site request", () => {
  it.each([
    ["same-origin", "", "passed"],
    ["none", "", "passed"],
    ["cross-site", "", 403],
    ["same-site", "", 403],
    ["anything", "", 403],
    ["cross-site", origin, 403],
    ["same-origin", "https://evil.example", "passed"],
    ["", origin, "passed"],
    ["", "null", 403],
    ["", "https://evil.example", 403],
    ["", "https://hawaii.example.org.evil.example", 403],
    ["", "https://hawaii.example.org:8443", 403],
    ["", "http://hawaii.example.org", 403],
    ["", "http://worker.internal", 403],
    ["", "", "passed"],
  ])("Sec-Fetch-Site %j, Origin %j: %s", async (site, from, expected) => {
    expect(await statusOf({ headers: { "Sec-Fetch-Site": site, Origin: from } })).toBe(expected);
  });

  it("is refused with the text: This form was sent from another site…", async () => {
    const refusal = await refusalOf({ headers: { "Sec-Fetch-Site": "cross-site" } });
    expect(refusal.text).toMatch(/^This form was sent from another site, so nothing was done\./);
  });

  it("passes if it is a GET", async () => {
    expect(await statusOf({ method: "GET", headers: { "Sec-Fetch-Site": "cross-site" } })).toBe("passed");
  });
});

describe("a request without CF-Connecting-IP", () => {
  const headers = { "CF-Connecting-IP": "" };

  it("is refused with 403 in production if it is a POST, whatever other headers claim", async () => {
    expect(await statusOf({ headers })).toBe(403);
    expect(await statusOf({ headers: { ...headers, "X-Forwarded-For": "203.0.113.7" } })).toBe(403);
  });

  it("passes on http://localhost even if it is a POST", async () => {
    expect(await statusOf({ headers }, { secure: false })).toBe("passed");
  });

  it("passes if it is a GET", async () => {
    expect(await statusOf({ method: "GET", headers })).toBe("passed");
  });
});

describe("the type of a body", () => {
  const multipart = '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nNoa\r\n--x--\r\n';

  it.each([
    [form, "name=Noa", "passed"],
    [`${form}; charset=UTF-8`, "name=Noa", "passed"],
    ["Application/X-WWW-Form-Urlencoded", "name=Noa", "passed"],
    ["multipart/form-data; boundary=x", multipart, "passed"],
    [form, "", "passed"],
    ["application/json", "{}", 415],
    ["text/plain", "name=Noa", 415],
    ["application/x-www-form-urlencoded-ish", "name=Noa", 415],
    ["text/html, application/x-www-form-urlencoded", "name=Noa", 415],
    ["multipart/form-data", multipart, 400],
    ["multipart/form-data; boundary=y", multipart, 400],
    ["multipart/form-data; boundary=x", "--x\r\nbroken", 400],
  ])("%s: %#", async (type, body, expected) => {
    expect(await statusOf({ headers: { "Content-Type": type }, body })).toBe(expected);
  });

  it("is required: a body without one is refused with 415", async () => {
    const bytes = new TextEncoder().encode("name=Noa");
    expect(await statusOf({ headers: { "Content-Type": "" }, body: bytes })).toBe(415);
  });
});

describe("rate limits", () => {
  /** A visitor who has used up every limit, and the limits that were checked. */
  const exhausted = () => {
    const asked: RateLimit[] = [];
    const isWithinLimit = async (limit: RateLimit) => {
      asked.push(limit);
      return false;
    };
    return { asked, isWithinLimit };
  };

  it.each([
    ["/contact", formsLimit, "Too many requests"],
    ["/education", likeLimit, "Failed to update like"],
    ["/admin/login", signInLimit, "Too many attempts"],
  ])("of the route apply to a POST to %s: 429 with Retry-After and an explanation", async (path, limit, title) => {
    const { asked, isWithinLimit } = exhausted();
    const refusal = await refusalOf({ path }, { isWithinLimit });
    expect(refusal).toMatchObject({ status: 429, title, headers: { "Retry-After": "60" } });
    expect(refusal.text).toMatch(/[Ww]ait a minute|in a minute/);
    expect(asked).toEqual([limit]);
  });

  it("apply to GET on a page with a read limit: 429 with Retry-After", async () => {
    const { asked, isWithinLimit } = exhausted();
    const refusal = await refusalOf({ path: "/search", method: "GET" }, { isWithinLimit });
    expect(refusal).toMatchObject({ status: 429, title: "Too many searches", headers: { "Retry-After": "60" } });
    expect(asked).toEqual([searchLimit]);
    expect(await statusOf({ path: "/search", method: "GET" })).toBe("passed");
  });

  it("ignore GET on other pages and requests refused anyway, so that no other site can use up a visitor's limit", async () => {
    const { asked, isWithinLimit } = exhausted();
    expect(await statusOf({ method: "GET" }, { isWithinLimit })).toBe("passed");
    expect(await statusOf({ headers: { "Sec-Fetch-Site": "cross-site" } }, { isWithinLimit })).toBe(403);
    expect(await statusOf({ headers: { "Content-Type": "text/plain" } }, { isWithinLimit })).toBe(415);
    expect(await statusOf({ path: "/about" }, { isWithinLimit })).toBe(405);
    expect(asked).toEqual([]);
  });

  it("are enforced before the body is read", async () => {
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulled += 1;
          controller.enqueue(new Uint8Array(1024));
        },
      },
      { highWaterMark: 0 },
    );
    expect(await statusOf({ body }, { isWithinLimit: exhausted().isWithinLimit })).toBe(429);
    expect(pulled).toBe(0);
  });
});

describe("bare data of the framework", () => {
  it.each(["/contact.data", "/about.data", "/_root.data", "/admin.data", "/Contact.DATA/", "/nowhere.data"])(
    "is not served at %s: 404 for GET, HEAD and POST",
    async (path) => {
      const routeOf = () => routes["/contact"] ?? null;
      for (const method of ["GET", "HEAD", "POST"]) expect(await statusOf({ path, method }, { routeOf })).toBe(404);
    },
  );
});

describe("the size of a body", () => {
  const field = (bytes: number) => `name=${"n".repeat(bytes - 5)}`;
  const streamed = (chunks: number, bytes: number) => {
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (pulled++ < chunks) controller.enqueue(new Uint8Array(bytes).fill(110));
        else controller.close();
      },
    });
    return { body, pulled: () => pulled };
  };

  it("may be exactly 80 KiB and not a byte more", async () => {
    expect(formLimit).toBe(81_920);
    expect(await statusOf({ body: field(formLimit) })).toBe("passed");
    expect(await statusOf({ body: field(formLimit + 1) })).toBe(413);
  });

  it("is checked by the declared Content-Length before the body is read", async () => {
    const { body, pulled } = streamed(1000, 1024);
    expect(await statusOf({ headers: { "Content-Length": "81921" }, body })).toBe(413);
    expect(pulled()).toBeLessThan(5);
  });

  it("is checked while streaming: some excess is read so that the response arrives, but never all of it", async () => {
    const little = streamed(200, 1024);
    expect(await statusOf({ body: little.body })).toBe(413);
    const endless = streamed(Number.POSITIVE_INFINITY, 64 * 1024);
    expect(await statusOf({ body: endless.body })).toBe(413);
    expect(endless.pulled() * 64).toBeLessThan(5 * 1024);
  });

  it("is checked while streaming even if Content-Length declares less", async () => {
    expect(await statusOf({ headers: { "Content-Length": "10" }, body: streamed(100, 1024).body })).toBe(413);
  });

  it("is limited per route, and the refusal states the limit", async () => {
    const routeOf = (): GuardedRoute => ({ hasAction: true, bodyLimit: 6 * 1024 * 1024, rateLimit: formsLimit });
    const picture = `--x\r\nContent-Disposition: form-data; name="poster"\r\n\r\n${field(formLimit + 1)}\r\n--x--\r\n`;
    const headers = { "Content-Type": "multipart/form-data; boundary=x" };
    expect(await statusOf({ headers, body: picture }, { routeOf })).toBe("passed");
    expect(await statusOf({ headers, body: picture })).toBe(413);
    expect((await refusalOf({ body: field(formLimit + 1) })).text).toContain("80 KiB");
  });

  it("leads to an empty form, and so to the sign-in, if it exceeds the general limit without a session", async () => {
    const routeOf = (): GuardedRoute => ({ hasAction: true, bodyLimit: 6 * 1024 * 1024, rateLimit: formsLimit });
    const heads = `--x\r\n${"A: b\r\n".repeat(1_000_000)}\r\n\r\n--x--\r\n`;
    const headers = { "Content-Type": "multipart/form-data; boundary=x" };
    const verdict = await verdictOn({ headers, body: heads }, { routeOf, hasSession: async () => false });
    expect(verdict).toBeInstanceOf(Request);
    expect([...(await (verdict as Request).formData())]).toEqual([]);
  });

  it("leads to 400 if the sender aborts", async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("name="));
      },
      pull(controller) {
        controller.error(new Error("gone"));
      },
    });
    expect(await statusOf({ body })).toBe(400);
  });
});

describe("a request that passes the guard", () => {
  const passed = async (sent: Sent) => {
    const verdict = await verdictOn(sent);
    if (!(verdict instanceof Request)) throw new Error("It was refused.");
    return verdict;
  };

  it("has the site's own origin, whatever Host said", async () => {
    const request = await passed({ method: "GET", path: "/about?a=1", headers: { Host: "evil.example" } });
    expect(request.url).toBe(`${origin}/about?a=1`);
    expect(request.headers.get("Host")).toBe("hawaii.example.org");
  });

  it("has lost every forgeable header and kept the others", async () => {
    const forged = {
      "X-Forwarded-For": "1.2.3.4",
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Proto": "http",
      Forwarded: "for=1.2.3.4",
      "X-Real-IP": "1.2.3.4",
      "True-Client-IP": "1.2.3.4",
    };
    for (const method of ["GET", "POST"]) {
      const request = await passed({ method, headers: { ...forged, "Accept-Language": "haw" } });
      for (const name of Object.keys(forged)) expect(request.headers.get(name), name).toBeNull();
      expect(request.headers.get("Accept-Language")).toBe("haw");
      expect(request.headers.get("CF-Connecting-IP")).toBe("203.0.113.7");
    }
  });

  it("has a form that can be read again", async () => {
    const request = await passed({ body: "name=K%C4%81ne&name=x&empty=" });
    expect(request.method).toBe("POST");
    expect([...(await request.formData())]).toEqual([
      ["name", "Kāne"],
      ["name", "x"],
      ["empty", ""],
    ]);
  });

  it.each(["/about%00", "/%0d%0aSet-Cookie:a=b", "/contact%7F", "/%1b"])(
    "has no control character in its path: %s is 404",
    async (path) => {
      expect(await statusOf({ path, method: "GET" })).toBe(404);
      expect(await statusOf({ path, method: "POST" })).toBe(404);
    },
  );

  it("has at most 200 fields; more lead to 400", async () => {
    expect(await statusOf({ body: "a=&".repeat(200) })).toBe("passed");
    expect(await statusOf({ body: "a=&".repeat(201) })).toBe(400);
    expect(await statusOf({ body: "a=&".repeat(26_000) })).toBe(400);
  });

  it.each([
    "__intent__",
    "__state__",
    "name[4294967290]",
    "name[",
    "]",
    `a${".a".repeat(20_000)}`,
    "email.constructor",
    "n".repeat(51),
    "",
    'a"b',
    "a\r\nb",
  ])("has lost the field %.50s, which the form library would act on, and kept the rest", async (name) => {
    const fields = new FormData();
    fields.append("name", "Kāne");
    fields.append(name, '{"type":"insert","payload":{"name":"name","index":4294967295}}');
    fields.append("name", "x");
    for (const body of [fields, new URLSearchParams([...fields] as [string, string][])]) {
      const type = body === fields ? "" : form;
      const request = await passed({ body, headers: { "Content-Type": type } });
      expect([...(await request.formData())]).toEqual([
        ["name", "Kāne"],
        ["name", "x"],
      ]);
    }
  });

  it("has kept all fields whose names are plain words of up to 50 characters", async () => {
    const fields: [string, string][] = [
      ["n".repeat(50), "a"],
      ["poster-1440", "b"],
      ["tab_key", "c"],
    ];
    const request = await passed({ body: new URLSearchParams(fields).toString() });
    expect([...(await request.formData())]).toEqual(fields);
  });

  it("has lost Origin, which browsers may set to null, after the check", async () => {
    const headers = { "Sec-Fetch-Site": "same-origin", Origin: "null" };
    expect((await passed({ headers })).headers.get("Origin")).toBeNull();
  });

  it("has a Content-Type of at most 128 characters, since a long boundary makes parsing slow", async () => {
    const headers = { "Content-Type": `multipart/form-data; boundary=${"-".repeat(6000)}` };
    const refuse = async () => expect(await statusOf({ headers, body: "-".repeat(formLimit) })).toBe(400);
    expect(await leastCpuTime(refuse, 50)).toBeLessThan(50);
  });

  it("may be large only as multipart, as pictures are; other forms have the general limit", async () => {
    const routeOf = (): GuardedRoute => ({ hasAction: true, bodyLimit: 6 * 1024 * 1024, rateLimit: formsLimit });
    expect(await statusOf({ body: "a=&".repeat(30_000) }, { routeOf })).toBe(413);
  });

  it("may be large without a session only by the sealed form that a sign-in carries", async () => {
    const routeOf = (): GuardedRoute => ({
      hasAction: true,
      bodyLimit: formLimit,
      carriesForm: true,
      rateLimit: formsLimit,
    });
    const headers = { "Content-Type": "multipart/form-data; boundary=x" };
    const field = (name: string, value: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const ask = (fields: string) =>
      statusOf({ headers, body: `${fields}--x--\r\n` }, { routeOf, hasSession: async () => false });
    const sealed = `Fe26.2*1*${"aB_-.*0".repeat(30_000)}`;
    expect(await ask(field("email", "a@b.co") + field("sealed", sealed))).toBe("passed");
    expect(await ask(field("sealed", sealed) + field("email", "x".repeat(formLimit)))).toBe(413);
    expect(await ask(field("sealed", "x".repeat(2 * formLimit)))).toBe(413);
    expect(await ask(field("sealed", `${sealed.slice(0, formLimit)} ${sealed}`))).toBe(413);
    expect(await ask(`--x\r\n${"A: b\r\n".repeat(39_000)}\r\nFe26.2*\r\n`)).toBe(413);
    expect(await ask(field("sealed", sealed + sealed))).toBe(413);
  });

  it("comes over https: only reads of our own host over plain http are redirected there", () => {
    const ask = (address: string, method = "GET") => httpsPath(new Request(address, { method }), origin);
    expect(ask("http://hawaii.example.org/about?a=1")).toBe("/about?a=1");
    expect(ask("http://hawaii.example.org/About/", "HEAD")).toBe("/about");
    expect(ask("http://hawaii.example.org/contact", "POST")).toBeNull();
    expect(ask("https://hawaii.example.org/about")).toBeNull();
    expect(ask("http://evil.example/about")).toBeNull();
    expect(httpsPath(new Request("http://localhost:8787/about"), "http://localhost:8787")).toBeNull();
  });

  it("may be a form of any bytes: it passes or gets 400, without an exception", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(form, "multipart/form-data; boundary=x"),
        fc.uint8Array({ maxLength: 200 }),
        async (type, body) => {
          const status = await statusOf({ headers: { "Content-Type": type }, body: new Uint8Array(body) });
          expect(["passed", 400]).toContain(status);
        },
      ),
    );
  });
});

describe("provider events, the only JSON that is accepted", () => {
  const json = { "Content-Type": "application/json; charset=utf-8", "CF-Connecting-IP": "" };
  const event = { path: "/mail/events", headers: json, body: '{"type":"email.bounced"}' };

  it("pass unchanged, without a visitor's address and without counting towards a limit", async () => {
    const passed = await verdictOn(event, { isWithinLimit: async () => false });
    expect(passed).toBeInstanceOf(Request);
    expect(await (passed as Request).text()).toBe(event.body);
  });

  it("pass without forgeable headers", async () => {
    const passed = await verdictOn({ ...event, headers: { ...json, "X-Forwarded-Host": "evil.example" } });
    expect((passed as Request).headers.get("X-Forwarded-Host")).toBeNull();
  });

  it.each([
    [415, "a form", { ...event, headers: { ...json, "Content-Type": form } }],
    [413, "too large", { ...event, body: " ".repeat(256 * 1024 + 1) }],
    [415, "JSON elsewhere", { ...event, path: "/contact", headers: { "Content-Type": "application/json" } }],
  ])("get %i if the request is %s", async (status, _what, sent) => {
    expect(await statusOf(sent)).toBe(status);
  });
});

describe("the unsubscribe button of a mail program", () => {
  const path = "/n/token/leave";
  const body = "List-Unsubscribe=One-Click";

  it.each([
    ["a form", { body }],
    ["a form in parts", { body: new FormData(), headers: { "Content-Type": "" } }],
    ["a form that is empty", { body: "" }],
    ["a form that ends with a line break", { body: `${body}\r\n` }],
    ["no type", { body, headers: { "Content-Type": "" } }],
    ["plain text", { body, headers: { "Content-Type": "text/plain" } }],
    ["JSON", { body: "{}", headers: { "Content-Type": "application/json" } }],
    [
      "a type that no parser takes",
      { body, headers: { "Content-Type": `multipart/form-data; boundary=${"x".repeat(200)}` } },
    ],
    ["more than any form", { body: "x".repeat(2 * formLimit) }],
    ["neither type nor body", { body: new Uint8Array(), headers: { "Content-Type": "" } }],
  ] as [string, Sent][])("may come from any site with %s", async (_what, sent) => {
    const origins: Record<string, string>[] = [{}, { Origin: "https://mail.example", "Sec-Fetch-Site": "cross-site" }];
    for (const from of origins) {
      const passed = (await verdictOn({ ...sent, path, headers: { ...sent.headers, ...from } })) as Request;
      expect([passed.method, passed.body, passed.headers.get("Content-Type")]).toEqual(["POST", null, null]);
    }
  });

  it("counts towards the limits of its path and its sender; any other form only towards its sender's", async () => {
    const counted: (string | undefined)[] = [];
    const isWithinLimit = async (_limit: RateLimit, key?: string) => {
      counted.push(key);
      return key !== path || counted.length < 3;
    };
    for (const at of [path, "/contact", path]) await statusOf({ path: at, body }, { isWithinLimit });
    expect(counted).toEqual([path, undefined, undefined, path]);
    expect(await statusOf({ path, body }, { isWithinLimit })).toBe(429);
    expect(await statusOf({}, { isWithinLimit })).toBe("passed");
  });
});
