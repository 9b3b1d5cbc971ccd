import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encodeForm, type Fields, formType, type Question } from "../../harness/serving/exchange.ts";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { ask, eventually, freshAddress, madeAnew, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate } from "./tables.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack(databaseTemplate());
});
afterAll(() => stack?.stop());

/** Each request comes from its own address, so that no test uses up the limit of another. */
const send = (path: string, question: Question = {}) =>
  ask(stack.url, path, { ...question, headers: { "CF-Connecting-IP": freshAddress(), ...question.headers } });
const visitor = () => new Visitor(stack.url);
const heading = (html: string) => new Page(html).text("h1");

/** A form as a text browser sends it: without Origin, without Sec-Fetch-Site. */
const plain = (path: string, fields: Fields, headers: Record<string, string> = {}) =>
  send(path, { method: "POST", headers: { "Content-Type": formType, ...headers }, body: encodeForm(fields) });

const message = (text: string) => ({ name: "Kaleo", email: "kaleo@example.org", message: text });
const entry = (name: string, email: string) => ({ name, email, event: "bitcoin" });

const withAction = ["/events", "/bitcoin-pizza-day", "/global-pizza-party", "/events/bitcoin", "/education"].concat([
  "/insights",
  "/newsletter/embed",
  "/contact",
]);
const withoutAction = ["/", "/about", "/terms", "/privacy", "/cookies", "/resources/faqs", "/insights/rss.xml"].concat([
  "/sitemap.xml",
  "/robots.txt",
  "/events.ics",
  "/events/bitcoin.ics",
  "/events.json",
  "/healthz",
]);

describe("a method that a URL does not accept", () => {
  test.each(withoutAction)(
    "%s is read-only: every other method gets 405 with Allow and an explanation",
    async (path) => {
      for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        const answer = await send(path, { method });
        expect.soft({ method, status: answer.status, allow: answer.headers.allow }).toEqual({
          method,
          status: 405,
          allow: "GET, HEAD",
        });
        expect.soft(answer.body).toContain("This page can only be read.");
      }
    },
  );

  test.each(withAction)(
    "%s accepts only reading and posting: other methods get 405 with Allow and an explanation",
    async (path) => {
      for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS"]) {
        const answer = await send(path, { method });
        expect.soft({ method, status: answer.status, allow: answer.headers.allow }).toEqual({
          method,
          status: 405,
          allow: "GET, HEAD, POST",
        });
        expect.soft(answer.body).toContain("send its form, but nothing else");
      }
    },
  );

  test.each(["/", "/about", "/education", "/contact", "/healthz", "/events.ics", "/nothing-here"])(
    "HEAD %s has the status and the type of GET, and no body",
    async (path) => {
      const [get, head] = [await send(path), await send(path, { method: "HEAD" })];
      expect(head.status).toBe(get.status);
      expect(head.headers["content-type"]).toBe(get.headers["content-type"]);
      expect(head.body).toBe("");
    },
  );

  test("a static file responds to other methods with the platform's 405", async () => {
    for (const method of ["POST", "PUT", "DELETE"]) {
      expect((await send("/favicon.svg", { method })).status).toBe(405);
    }
  });

  test("no parameter, field or header overrides the method", async () => {
    const answer = await plain("/contact?_method=DELETE", { _method: "PUT" }, { "X-HTTP-Method-Override": "DELETE" });
    expect(answer.status).toBe(422);
    const read = await send("/about?_method=POST", {
      headers: { "X-HTTP-Method": "POST", "X-Method-Override": "PUT" },
    });
    expect(read.status).toBe(200);
  });

  test("a GET that carries a form's fields changes nothing", async () => {
    const reader = visitor();
    const before = new Page((await reader.get("/education")).body);
    const resource = before.attribute('input[name="resource"]', "value") ?? "";
    const answer = await reader.get(`/education?resource=${resource}&intent=like&tab=resources`);
    expect(answer.status).toBe(200);
    expect(new Page(answer.body).texts("[data-count]")).toEqual(before.texts("[data-count]"));
  });
});

describe("a path that does not exist", () => {
  test.each(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])("is a 404 for %s", async (method) => {
    for (const path of ["/nothing-here", "/events/no-such-event", "/insights/none", "/resources/none", "/admin.php"]) {
      if (method === "GET" || method === "HEAD" || path === "/nothing-here" || path === "/admin.php")
        expect.soft({ path, status: (await send(path, { method })).status }).toEqual({ path, status: 404 });
    }
  });

  test.each(["/events/no-such.ics", "/events/ethereum.ics", "/%C3%BC", "/%ff", "/%00", "/assets/none.js", "/.env"])(
    "is a 404 for GET %s",
    async (path) => {
      expect((await send(path)).status).toBe(404);
    },
  );

  test("is a 404 for a form sent to an event that does not exist", async () => {
    expect((await plain("/events/no-such-event", entry("Kaleo", "kaleo@example.org"))).status).toBe(404);
  });

  test("has a page with the exact text and a link to Home", async () => {
    const page = new Page((await send("/nothing-here")).body);
    expect(page.text("h1")).toBe("404");
    expect(page.texts("main p")).toContain("Oops! The page you're looking for doesn't exist in our blockchain.");
    expect(page.texts('main a[href="/"]')).toEqual(["Return Home"]);
  });

  test("is logged in one structured line with the path, cut to 200 characters, without its query", async () => {
    const path = `/nothing-${"0".repeat(300)}`;
    await send(`${path}?email=kaleo@example.org`);
    const written = () => logLines(`${path.slice(0, 200)}"`);
    await eventually(async () => (await written()).length > 0, "the line of the log");
    const lines = await written();
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ status: 404, outcome: "not-found", route: path.slice(0, 200) });
    expect(lines[0]).not.toContain("kaleo");
  });
});

describe("a form from another site", () => {
  const nowhere = message("From another site");

  test.each([
    ["Sec-Fetch-Site: cross-site", { "Sec-Fetch-Site": "cross-site" }],
    ["Sec-Fetch-Site: same-site", { "Sec-Fetch-Site": "same-site" }],
    ["Sec-Fetch-Site: cross-site with our own Origin", { "Sec-Fetch-Site": "cross-site", Origin: "ours" }],
    ["Origin: null", { Origin: "null" }],
    ["another Origin", { Origin: "https://evil.example" }],
    ["our host on another port", { Origin: "http://localhost:1" }],
    ["our host over https", { Origin: "https" }],
  ])("gets 403 with an explanation: %s", async (_, headers) => {
    const sent: Record<string, string> = { ...headers };
    if (sent.Origin === "ours") sent.Origin = stack.url;
    if (sent.Origin === "https") sent.Origin = stack.url.replace("http:", "https:");
    for (const path of withAction) {
      const answer = await plain(path, nowhere, sent);
      expect.soft({ path, status: answer.status }).toEqual({ path, status: 403 });
      expect.soft(answer.body).toContain("This form was sent from another site");
    }
  });

  test("cannot add a like", async () => {
    const reader = visitor();
    const before = new Page((await reader.get("/education")).body);
    const resource = before.attribute('input[name="resource"]', "value") ?? "";
    const like = { resource, intent: "like", tab: "resources" };
    expect((await reader.post("/education", like, { "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
    const after = new Page((await reader.get("/education")).body);
    expect(after.texts("[data-count]")).toEqual(before.texts("[data-count]"));
  });

  test.each([
    ["neither header, as text browsers send it", {}],
    ["Sec-Fetch-Site: same-origin", { "Sec-Fetch-Site": "same-origin" }],
    [
      "Sec-Fetch-Site: same-origin, Origin: null, as under no-referrer",
      { "Sec-Fetch-Site": "same-origin", Origin: "null" },
    ],
    ["Sec-Fetch-Site: none", { "Sec-Fetch-Site": "none" }],
    ["our own Origin", { Origin: "ours" }],
  ])("is told apart from an allowed form with %s", async (_, headers) => {
    const sent: Record<string, string> = { ...headers };
    if (sent.Origin) sent.Origin = stack.url;
    expect((await plain("/contact", {}, sent)).status).toBe(422);
  });
});

describe("a body that is not a valid form", () => {
  test.each(["application/json", "text/plain", "application/x-www-form-urlencodedx", "multipart/mixed", ""])(
    "gets 415 with an explanation for Content-Type “%s”",
    async (type) => {
      const headers: Record<string, string> = type ? { "Content-Type": type } : {};
      const answer = await send("/contact", { method: "POST", headers, body: '{"name":"Kaleo"}' });
      expect(answer.status).toBe(415);
      expect(answer.body).toContain("Only forms can be sent to this address");
    },
  );

  test.each([
    ["multipart without a boundary", "multipart/form-data", "name=Kaleo"],
    ["multipart whose boundary never comes", "multipart/form-data; boundary=aa", "name=Kaleo"],
    [
      "multipart that breaks off",
      "multipart/form-data; boundary=aa",
      '--aa\r\nContent-Disposition: form-data; name="n"',
    ],
  ])("gets 400 with an explanation: %s", async (_, type, body) => {
    const answer = await send("/contact", { method: "POST", headers: { "Content-Type": type }, body });
    expect(answer.status).toBe(400);
    expect(answer.body).toContain("What was sent could not be read");
  });

  test("gets 413 for more than 80 KiB, declared, and the next form is handled as usual", async () => {
    const headers = { "Content-Type": formType };
    for (const size of [80 * 1024 + 1, 1_000_000]) {
      const answer = await send("/contact", { method: "POST", headers, body: Buffer.alloc(size, "a") });
      expect.soft(answer.status).toBe(413);
      expect.soft(answer.body).toContain("more than this form accepts (80 KiB)");
      expect.soft((await plain("/contact", {})).status).toBe(422);
    }
  });

  test("gets 413 for more than 80 KiB, streamed without a length, and the next form is handled as usual", async () => {
    const headers = { "Content-Type": formType };
    for (const pieces of [81, 1000]) {
      const body = Array.from({ length: pieces }, () => Buffer.alloc(1024, "a"));
      const answer = await send("/contact", { method: "POST", headers, body });
      expect.soft(answer.status).toBe(413);
      expect.soft(answer.body).toContain("more than this form accepts (80 KiB)");
      expect.soft((await plain("/contact", {})).status).toBe(422);
    }
  });

  test("is read and validated if it is exactly 80 KiB", async () => {
    const body = `message=${"a".repeat(80 * 1024 - 8)}`;
    const answer = await send("/contact", { method: "POST", headers: { "Content-Type": formType }, body });
    expect(answer.status).toBe(422);
    expect(new Page(answer.body).text("#contact-form-message-error")).toBe("Message must be at most 5,000 characters");
  });
});

describe("invalid fields", () => {
  /** Sends a form and returns what the page says about a field. */
  async function verdict(path: string, fields: Fields, field: string) {
    const answer = await visitor().post(path, fields);
    const page = new Page(answer.body);
    const input = page.all(`[name="${field}"]`).find((element) => element.getAttributeValue("type") !== "hidden");
    const id = input?.getAttributeValue("id") ?? "";
    const describedBy = input?.getAttributeValue("aria-describedby") ?? "";
    return {
      status: answer.status,
      message: page.texts(`[id="${describedBy.split(" ")[0]}"]`)[0],
      invalid: input?.getAttributeValue("aria-invalid") ?? null,
      summary: page.texts(`.summary a[href="#${id}"]`)[0],
      page,
    };
  }
  const wrong = (message: string) => ({ status: 422, message, invalid: "true", summary: message });

  test.each([
    ["missing name", {}, "name", "Enter your name"],
    ["empty name", { name: "" }, "name", "Enter your name"],
    ["a name of spaces", { name: "   " }, "name", "Enter your name"],
    ["a name of one letter", { name: "K" }, "name", "Name must be at least 2 characters"],
    ["a name of one letter and a joiner", { name: "K\u200d" }, "name", "Name must be at least 2 characters"],
    ["a name of 101 letters", { name: "k".repeat(101) }, "name", "Name must be at most 100 characters"],
    ["missing e-mail", {}, "email", "Enter your email address"],
    ["empty e-mail", { email: " " }, "email", "Enter your email address"],
    ["an e-mail without @", { email: "kaleo.example.org" }, "email", "Please enter a valid email address"],
    ["an e-mail with a space", { email: "ka leo@example.org" }, "email", "Please enter a valid email address"],
    ["an e-mail with a line break", { email: "k@example.org\nBcc: x" }, "email", "Please enter a valid email address"],
    [
      "an e-mail of 255 characters",
      { email: `${"k".repeat(243)}@example.org` },
      "email",
      "Please enter a valid email address",
    ],
    [
      "two e-mails in one field",
      { email: "a@example.org,b@example.org" },
      "email",
      "Please enter a valid email address",
    ],
  ] as const)("get 422 and the field's message in a waitlist form: %s", async (_, fields, field, message) => {
    for (const path of ["/events", "/global-pizza-party", "/events/nft-art-showcase"]) {
      const { page, ...answer } = await verdict(path, { ...fields }, field);
      expect.soft(answer).toEqual(wrong(message));
      expect.soft(page.title).toMatch(/^Error: /);
    }
  });

  test.each([
    ["missing message", {}, "message", "Enter your message"],
    [
      "a message of 5,001 characters",
      { message: "k".repeat(5001) },
      "message",
      "Message must be at most 5,000 characters",
    ],
    ["missing name", {}, "name", "Enter your name"],
    ["a bad e-mail", { email: "kaleo" }, "email", "Please enter a valid email address"],
  ] as const)("get 422 and the field's message in the contact form: %s", async (_, fields, field, message) => {
    const { page, ...answer } = await verdict("/contact", { ...fields }, field);
    expect(answer).toEqual(wrong(message));
    expect(page.title).toMatch(/^Error: /);
  });

  test.each([
    ["missing e-mail", {}, "Enter your email address"],
    ["a bad e-mail", { email: "kaleo@" }, "Please enter a valid email address"],
  ] as const)("get 422 and the field's message in the newsletter form: %s", async (_, fields, message) => {
    for (const path of ["/insights", "/newsletter/embed"]) {
      const { page, ...answer } = await verdict(path, { ...fields }, "email");
      expect.soft(answer).toEqual(wrong(message));
      expect.soft(page.title).toMatch(/^Error: /);
    }
  });

  test("include a field sent twice, whichever copy is right", async () => {
    const twice: [string, string][] = [
      ["name", "Kaleo"],
      ["email", "first@example.org"],
      ["email", "second@example.org"],
    ];
    for (const path of ["/events", "/global-pizza-party", "/insights"]) {
      const answer = await visitor().post(path, twice);
      const page = new Page(answer.body);
      expect.soft({ path, status: answer.status }).toEqual({ path, status: 422 });
      expect.soft(page.attribute('input[name="email"]', "aria-invalid")).toBe("true");
    }
  });

  test("include a file in a text field", async () => {
    const body = [
      '--aa\r\nContent-Disposition: form-data; name="email"; filename="a.txt"\r\nContent-Type: text/plain',
      "",
      'kaleo@example.org\r\n--aa\r\nContent-Disposition: form-data; name="name"',
      "",
      "Kaleo\r\n--aa--\r\n",
    ].join("\r\n");
    for (const path of ["/events", "/insights", "/contact"]) {
      const type = "multipart/form-data; boundary=aa";
      const answer = await send(path, { method: "POST", headers: { "Content-Type": type }, body });
      expect.soft({ path, status: answer.status }).toEqual({ path, status: 422 });
      expect.soft(new Page(answer.body).attribute('input[name="email"]', "aria-invalid")).toBe("true");
    }
  });

  test("with names that mean something else (email[0], __proto__, constructor) do no harm", async () => {
    for (const name of [
      "email[0]",
      "email.x",
      "__proto__",
      "constructor",
      "name[__proto__]",
      "__proto__.polluted",
      "[]",
    ]) {
      const answer = await visitor().post("/events", [[name, "x"]]);
      expect.soft({ name, status: answer.status }).toEqual({ name, status: 422 });
    }
  });

  test("keep everything that was typed, written as text", async () => {
    const typed = { name: '<b>Kaleo</b> & "Ānuenue"', email: "not an address", message: "Line one\nLine <two>" };
    const page = new Page((await visitor().post("/contact", typed)).body);
    expect(page.value("name")).toBe(typed.name);
    expect(page.value("email")).toBe(typed.email);
    expect(page.html).toContain("Line one\nLine &lt;two&gt;</textarea>");
    const waitlist = new Page((await visitor().post("/events?event=ethereum", { ...typed, event: "ethereum" })).body);
    expect(waitlist.value("name")).toBe(typed.name);
    expect(waitlist.value("email")).toBe(typed.email);
    expect(waitlist.value("event"), "the tab that was open").toBe("ethereum");
  });

  test("are listed in a summary that is an alert and takes focus", async () => {
    const page = new Page((await visitor().post("/contact", {})).body);
    expect(page.all('.summary[data-focus] > [role="alert"]')).toHaveLength(1);
    expect(page.texts(".summary a")).toEqual(["Enter your name", "Enter your email address", "Enter your message"]);
  });

  test("do not include extra fields, which are ignored", async () => {
    const more = { id: "1", suspected_spam: "true", is_admin: "true", status: "done", created_at: "2000-01-01" };
    const answer = await visitor().post("/events", { ...entry("Extra", "extra@example.org"), ...more });
    expect(answer.status).toBe(303);
  });
});

describe("names in any script", () => {
  test.each([
    ["ʻokina and kahakō", "Kaʻahumanu Kāneʻohe"],
    ["an apostrophe for an ʻokina", "Ka'iulani O’Brien"],
    ["CJK", "山田"],
    ["right to left", "محمد علي"],
    ["emoji", "🌺🤙🏽"],
    ["combining marks", "Ka\u0304ne"],
    ["100 characters outside the basic plane", "𠮷".repeat(100)],
    ["joiners that do not count", `${"👩\u200d👩\u200d👧".repeat(20)} ohana`],
    ["spaces around it", "  Kaleo  "],
  ])("are accepted: %s", async (_, name) => {
    const answer = await visitor().postAndFollow("/events", entry(name, "scripts@example.org"));
    expect(answer.status).toBe(200);
    expect(withoutSignature(answer.path)).toBe("/events?done=waitlist&event=bitcoin#waitlist");
  });

  test("are returned in NFC, trimmed", async () => {
    const answer = await visitor().post("/contact", { ...message("A text"), name: "  Ka\u0304ne  " });
    expect(answer.status).toBe(200);
    expect(new Page(answer.body).attribute("a[data-open-draft]", "href")).toContain("K%C4%81ne");
  });

  test("are accepted with a lone surrogate", async () => {
    const body = `name=Ka%ED%A0%80leo&email=surrogate%40example.org&event=bitcoin`;
    const answer = await send("/events", { method: "POST", headers: { "Content-Type": formType }, body });
    expect(answer.status).toBe(303);
  });
});

describe("invalid likes", () => {
  const known = "00000000-0000-4000-8000-000000000101";

  test.each([
    ["a malformed id", { resource: "101", intent: "like" }],
    ["no id", { intent: "like" }],
    ["an unknown intent", { resource: known, intent: "love" }],
    ["no intent", { resource: known }],
  ])("get 422 and “Failed to update like”: %s", async (_, fields) => {
    const answer = await visitor().post("/education", fields);
    expect(answer.status).toBe(422);
    expect(new Page(answer.body).texts('[role="alert"]')).toContain("Failed to update like");
  });

  test("get 422 for two ids", async () => {
    const twice: [string, string][] = [
      ["resource", known],
      ["resource", known],
      ["intent", "like"],
    ];
    expect((await visitor().post("/education", twice)).status).toBe(422);
  });

  test.each([
    ["an unknown resource", "00000000-0000-4000-8000-00000000ffff"],
    ["an unpublished resource", "00000000-0000-4000-8000-000000000113"],
  ])("get 404 and “Failed to update like”: %s", async (_, resource) => {
    for (const intent of ["like", "unlike"]) {
      const answer = await visitor().post("/education", { resource, intent, tab: "resources" });
      expect(answer.status).toBe(404);
      expect(new Page(answer.body).texts('[role="alert"]')).toContain("Failed to update like");
    }
  });

  test("get 429 with an explanation after 500 anonymous likes of one resource from one address in 24 hours", async () => {
    const address = "198.51.100.50";
    const like = { resource: "00000000-0000-4000-8000-000000000102", intent: "like", tab: "resources" };
    const first = await new Visitor(stack.url, { address }).post("/education", like, {
      Cookie: `visitor=${"1".repeat(32)}`,
    });
    expect(first.status).toBe(303);
    await stack.query(
      "insert into public.resource_likes (resource_id, ip_address, network_key, visitor_key) select l.resource_id, l.ip_address, l.network_key, lpad(n::text, 32, '0') from public.resource_likes l, generate_series(1, 499) n where l.id = (select m.id from public.resource_likes m where m.resource_id = $1 order by m.created_at desc limit 1)",
      [like.resource],
    );
    const late = new Visitor(stack.url, { address });
    await late.get("/education");
    const answer = await late.post("/education", like);
    expect(answer.status).toBe(429);
    expect(new Page(answer.body).texts('[role="alert"]')).toContain("Failed to update like");
    const other = { ...like, resource: "00000000-0000-4000-8000-000000000103" };
    expect((await late.post("/education", other)).status, "another resource").toBe(303);
    expect((await visitor().post("/education", like)).status, "another address").toBe(303);
  });
});

describe("what a request claims about itself", () => {
  const forged = {
    Host: "evil.example",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-For": "192.0.2.66",
    Forwarded: "for=192.0.2.66;host=evil.example;proto=https",
    "X-Real-IP": "192.0.2.66",
    "True-Client-IP": "192.0.2.66",
    "X-Original-URL": "/evil.example",
    "X-Rewrite-URL": "/evil.example",
  };

  test.each(["/", "/events", "/insights/rss.xml", "/sitemap.xml", "/robots.txt", "/events.ics", "/nothing-here"])(
    "is not used in %s, which is built from SITE_ORIGIN",
    async (path) => {
      const answer = await send(path, { headers: forged });
      expect(JSON.stringify([answer.body, answer.headers])).not.toContain("evil.example");
      expect(answer.body).not.toContain("192.0.2.66");
    },
  );

  test("cannot make a redirect lead to another host", async () => {
    for (const path of ["/About/", "/resources/events", "/events/global-pizza-party"]) {
      const { location = "" } = (await send(path, { headers: forged })).headers;
      expect.soft(new URL(location, stack.url).origin).toBe(stack.url);
    }
  });

  test("does not turn a forwarded address into another visitor", async () => {
    const resource = "00000000-0000-4000-8000-000000000104";
    const like = { resource, intent: "like", tab: "resources" };
    const headers = (forgedAddress: string) => ({
      "X-Forwarded-For": forgedAddress,
      "X-Real-IP": forgedAddress,
      "True-Client-IP": forgedAddress,
      Forwarded: `for=${forgedAddress}`,
    });
    const reader = new Visitor(stack.url, { keepsCookies: false });
    for (const number of [1, 2, 3]) {
      expect((await reader.post("/education", like, headers(`192.0.2.${number}`))).status).toBe(303);
    }
    const page = new Page((await visitor().get("/education", madeAnew)).body);
    expect(page.text(`#resource-${resource} [data-count]`)).toBe("1");
  });

  test.each([
    ["/About", "/about"],
    ["/about/", "/about"],
    ["/ABOUT/?a=1", "/about?a=1"],
    ["/events/Bitcoin/", "/events/bitcoin"],
    ["/events//bitcoin", "/events/bitcoin"],
    ["/Insights/RSS.xml", "/insights/rss.xml"],
    ["//evil.example/", "/evil.example"],
    ["/privacy///", "/privacy"],
  ])("is normalized: %s redirects to %s by 301", async (from, to) => {
    const answer = await send(from);
    expect(answer.status).toBe(301);
    expect(answer.headers.location).toBe(`${stack.url}${to}`);
  });

  test.each(["/contact.data", "/_root.data", "/education.data?_routes=root", "/no-such-page.data", "/About.data"])(
    "cannot reach the framework's bare data at %s: 404, as a page",
    async (path) => {
      for (const method of ["GET", "POST"]) {
        const question = { method, headers: { "Content-Type": formType } };
        const answer = await send(path, method === "POST" ? { ...question, body: "name=Kaleo" } : question);
        expect(answer.status).toBe(404);
        expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
        expect(heading(answer.body)).toBe("404");
      }
    },
  );

  test("may include the framework's parameters, which do not change a page's response", async () => {
    for (const query of ["_data=routes/contact", "_data=root", "index", "_routes=root", "_data"]) {
      const answer = await send(`/contact?${query}`);
      expect.soft({ query, status: answer.status, type: answer.headers["content-type"] }).toEqual({
        query,
        status: 200,
        type: "text/html; charset=utf-8",
      });
      expect.soft(heading(answer.body)).toBe("Contact");
    }
    const sent = await plain("/contact?_data=routes/contact", {});
    expect(sent.status).toBe(422);
    expect(heading(sent.body)).toBe("Contact");
  });

  test("stays out of the log: no address, email, message, query or cookie", async () => {
    const someone = new Visitor(stack.url, { address: "198.51.100.77" });
    await someone.get("/education?q=secret-search");
    await someone.post("/contact", { ...message("secret-message"), email: "secret-person@example.org" });
    await someone.post("/events", entry("secret-name", "secret-person@example.org"));
    await someone.get("/about?last=secret-query");
    await eventually(async () => (await logLines('"/about"')).length > 0, "the line of the log");
    const written = (await logLines("{")).join("\n");
    for (const text of ["198.51.100.77", "secret", someone.cookies.get("visitor") ?? "no cookie"])
      expect.soft(written).not.toContain(text);
  });
});

/** The JSON lines of the Worker's log that contain `part`. */
async function logLines(part: string): Promise<string[]> {
  const text = await readFile(stack.workerLog, "utf8");
  return text.split("\n").filter((line) => line.startsWith("{") && line.includes(part));
}
