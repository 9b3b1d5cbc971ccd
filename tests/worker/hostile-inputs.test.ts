import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settingsOf } from "../../app/features/site/site-words.ts";
import { securityHeaders } from "../../app/front-door/headers.ts";
import { defaultSite } from "../../app/site.ts";
import { type Answer, encodeForm, type Fields, formType, type Question } from "../../harness/serving/exchange.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { ask, eventually, signIn, Visitor } from "./client.ts";
import {
  hostileBodies,
  hostileFields,
  hostileHeaders,
  hostileNames,
  hostilePaths,
  hostileTexts,
  pagesForHeaders,
} from "./hostile-inputs.ts";
import { readMarkup } from "./markup.ts";
import type { Read } from "./second-reader.ts";
import { sitePages } from "./site-map.ts";
import { databaseTemplate, placeOf } from "./tables.ts";

const patience = 1000; // ms
const atOnce = 4;

/** The milliseconds that another visitor, who reads a page meanwhile, may have to wait. */
const waitOfOthers = 100;

let stack: Stack;
let reader: Worker;
/** What the second client saw from the first input to the last. */
const reads: Read[] = [];
/** What was sent, with the epoch milliseconds of the request and of the end of its response. */
const sent: { path: string; question: Question; from: number; to: number }[] = [];
let session = "";
/** Every element and attribute that the site writes for well-meaning visitors. */
const ours = new Set<string>();

/** path of an event's place in the admin area */
let place: string;

beforeAll(async () => {
  stack = await startStack(databaseTemplate());
  const admin = await signIn(new Visitor(stack.url));
  session = `session=${admin.cookies.get("session")}`;
  place = await placeOf(stack, "bitcoin");
  await learnOurMarkup();
  reader = new Worker(new URL("./second-reader.ts", import.meta.url), { workerData: `${stack.url}/about` });
  reader.on("message", (read: Read) => reads.push(read));
});
afterAll(async () => {
  await reader?.terminate();
  await stack?.stop();
});

interface Form {
  path: string;
  /** what well-meaning visitors send; unique, so that it is stored each time */
  good(number: number): Record<string, string>;
  /** the fields that take any text, which is stored as typed */
  free: string[];
  /** for a form that shares its code with another or waits on purpose: it gets one in this many texts */
  sample?: number;
  admin?: boolean;
  /** its page contains the version that it was made from, which must be sent back */
  versioned?: boolean;
}

const email = (number: number) => `person${number}@example.org`;
const joined = (event: string) => (number: number) => ({ name: "Kaleo", email: email(number), event });
const contact: Form = {
  path: "/contact",
  good: (number) => ({ name: "Kaleo", email: email(number), message: `Aloha ${number}` }),
  free: ["name", "message"],
};
const publicForms: Form[] = [
  { path: "/events", good: joined("bitcoin"), free: ["name"] },
  { path: "/global-pizza-party", good: joined("global-pizza-party"), free: ["name"], sample: 4 },
  { path: "/insights", good: (number) => ({ email: email(number) }), free: [] },
  { path: "/newsletter/embed", good: (number) => ({ email: email(number) }), free: [], sample: 4 },
  contact,
  {
    path: "/education",
    good: () => ({ resource: "00000000-0000-4000-8000-000000000101", intent: "like", tab: "resources" }),
    free: ["tab"],
    sample: 4,
  },
  { path: "/admin/login", good: (number) => ({ email: email(number), password: "wrong" }), free: ["password"] },
];
/** The form on the page of a message, which has to be written first. */
const noteForm: Form = { path: "", good: () => ({ intent: "note", note: "Called back" }), free: ["note"], admin: true };
/** The form on the page of a picture, which has to exist first. */
const pictureForm: Form = {
  path: "/admin/pictures/00000000-0000-4000-8000-0000000000aa",
  good: () => ({ intent: "save", alt: "A canoe", focus: "top left" }),
  free: ["alt"],
  admin: true,
  versioned: true,
};
const adminForms: Form[] = [
  pictureForm,
  {
    path: "/admin/tabs",
    good: (number) => ({ intent: "create", label: `Tab ${number}`, tab_key: `tab-${number}`, is_active: "on" }),
    free: ["label"],
    admin: true,
  },
  {
    path: "/admin/resources/new",
    good: (number) => ({
      title: "A work",
      description: "About it",
      url: `https://example.org/${number}`,
      tab_key: "resources",
      icon_name: "BookOpen",
      resource_type: "resource_card",
      is_published: "on",
    }),
    free: ["title", "description"],
    admin: true,
  },
  {
    path: "/admin/events/new",
    good: (number) => ({
      title: "A gathering",
      key: `gathering-${number}`,
      date_precision: "day",
      date: "2094-05-22",
      place: "Honolulu",
      summary: "Come",
      is_published: "on",
    }),
    free: ["title", "place", "summary", "about", "time_note"],
    admin: true,
  },
  {
    path: "/admin/articles/new",
    good: (number) => ({
      intent: "draft",
      kind: "article",
      title: "A text",
      excerpt: "About it",
      markdown: "Aloha",
      slug: `text-${number}`,
    }),
    free: ["title", "excerpt", "markdown", "category", "author"],
    admin: true,
  },
  noteForm,
  {
    path: "/admin/site",
    good: (number) => ({
      ...(settingsOf(defaultSite) as Record<string, string>),
      postal_address: `${number} Example Street`,
      announcement: `Number ${number}`,
      announcement_url: "https://example.org/",
      founder_1_position: "3",
    }),
    free: ["tagline", "postal_address", "home_card_1_text", "story", "founder_2_bio", "announcement"],
    admin: true,
    versioned: true,
  },
  {
    path: "/admin/admins",
    good: (number) => ({ intent: "add", email: email(number), role: "editor" }),
    free: [],
    admin: true,
  },
];

let number = 0;
const next = () => {
  number += 1;
  return number;
};
/** Every request comes from another address, so that no rate limit responds in place of the form. */
const address = () => {
  const at = next();
  return `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`;
};

interface Heard extends Answer {
  milliseconds: number;
}

async function hear(path: string, question: Question): Promise<Heard> {
  const from = Date.now();
  const started = performance.now();
  const headers = { "CF-Connecting-IP": address(), ...question.headers };
  const answer = await ask(stack.url, path, { ...question, headers });
  sent.push({ path, question, from, to: Date.now() });
  return { ...answer, milliseconds: performance.now() - started };
}

/** @param fields the fields, or an encoded body */
async function sendForm(form: Form, fields: Fields | string): Promise<Heard> {
  const headers: Record<string, string> = form.admin ? { Cookie: session } : {};
  const page = form.versioned ? (await hear(form.path, { headers })).body : "";
  const version = /name="version" value="([^"]*)"/.exec(page)?.[1];
  const typed = typeof fields === "string" ? fields : encodeForm(fields);
  return hear(form.path, {
    method: "POST",
    headers: { "Content-Type": formType, ...headers },
    body: version ? `${typed}&version=${encodeURIComponent(version)}` : typed,
  });
}

/** The least milliseconds of five requests of each kind, which are sent in turn: the machine has other work, too. */
async function leastTimes(send: (kind: "plain" | "hostile") => Promise<Heard>) {
  const times = { plain: Number.POSITIVE_INFINITY, hostile: Number.POSITIVE_INFINITY };
  for (let round = 0; round < 5; round += 1)
    for (const kind of ["plain", "hostile"] as const)
      times[kind] = Math.min(times[kind], (await send(kind)).milliseconds);
  return times;
}

/** What is wrong with a response, whatever was requested. @param typed a text that must not come back unescaped */
function faultsOf({ status, headers, body, milliseconds }: Heard, typed?: string): string[] {
  const faults: string[] = [];
  if (status >= 500) faults.push(`status ${status}`);
  if (milliseconds > patience) faults.push(`${Math.round(milliseconds)} ms`);
  // The platform serves static files and rejects lines that are not HTTP; everything else is the Worker's job.
  for (const name of Object.keys(securityHeaders))
    if (headers[name.toLowerCase()] === undefined) faults.push(`no ${name}`);
  if (!headers["content-security-policy"]) faults.push("no policy");
  for (const line of headers["set-cookie"] ?? [])
    if (!/^(visitor|session)=[\w.*~-]*; /.test(line)) faults.push(`cookie ${line}`);
  const { location } = headers;
  if (location !== undefined && new URL(location, stack.url).origin !== stack.url) faults.push(`leads to ${location}`);
  if (String(headers["content-type"]).startsWith("text/html")) {
    const { pairs, faults: found, rest } = readMarkup(body);
    faults.push(...found);
    for (const pair of pairs) if (!ours.has(pair)) faults.push(`not ours: ${pair}`);
    if (typed && typed.length > 2 && /[<>"]/.test(typed) && rest.includes(typed)) faults.push("as it was typed");
  }
  return faults;
}

const isSlowness = (fault: string) => /^\d+ ms$/.test(fault);

/**
 * Sends everything, a few at a time. What was only slow is sent once more on its own: a busy machine is slow once, but
 * a text that costs too much is slow again.
 * @returns what went wrong, with the name of what was sent
 */
async function faultsOfAll(all: [string, () => Promise<string[]>][]): Promise<string[]> {
  const left = [...all];
  const slow: typeof all = [];
  const faults: string[] = [];
  const note = (name: string, found: string[]) => faults.push(...found.map((fault) => `${name}: ${fault}`));
  const work = async () => {
    for (let each = left.shift(); each; each = left.shift()) {
      const [name, ask] = each;
      const found = await ask();
      if (found.length > 0 && found.every(isSlowness)) slow.push(each);
      else note(name, found);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  for (const [name, ask] of slow) note(name, await ask());
  return faults;
}

const short = (text: string) => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

async function learnOurMarkup(): Promise<void> {
  const learn = ({ body }: Answer) => {
    const { pairs, faults } = readMarkup(body);
    expect(faults, "the site's own pages in canonical form").toEqual([]);
    for (const pair of pairs) ours.add(pair);
  };
  await stack.query("insert into public.pictures (id, path, alt, width, height) values ($1, $2, 'A canoe', 9, 9)", [
    pictureForm.path.split("/").at(-1),
    `/uploads/${"a".repeat(32)}-9x9.png`,
  ]);
  await eventually(async () => (await sendForm(contact, contact.good(next()))).status === 200, "a message", 30);
  const list = await hear("/admin/messages", { headers: { Cookie: session } });
  expect(list.status, "the list of messages").toBe(200);
  noteForm.path = /\/admin\/messages\/[0-9a-f-]{36}/.exec(list.body)?.[0] ?? "";
  expect(noteForm.path).not.toBe("");
  for (const form of [...publicForms, ...adminForms]) {
    const nothing = Object.fromEntries(Object.keys(form.good(0)).map((name) => [name, ""]));
    const intent = form.good(0).intent;
    for (const fields of [form.good(next()), intent ? { ...nothing, intent } : nothing])
      learn(await sendForm(form, fields));
  }
  const paths = [...sitePages.map((page) => page.path), "/newsletter/embed", "/no-such-page", "/education?tab=media"];
  for (const path of [
    ...paths,
    "/education?q=bitcoin",
    "/education?q=nothing-like-it",
    "/search?q=bitcoin",
    "/search?q=xylophone",
    "/search?q=%25",
    "/education?mine=1",
    "/admin/login?done=signed-out",
  ])
    learn(await hear(path, {}));
  for (const path of [
    ...adminLists,
    ...["", "/details", "/people", "/emails", "/emails/by-hand"].map((part) => place + part),
    noteForm.path,
  ])
    learn(await hear(path, { headers: { Cookie: session } }));
}

const adminLists = [
  "/admin",
  "/admin/tabs",
  "/admin/resources",
  "/admin/articles",
  "/admin/events",
  "/admin/pictures",
  pictureForm.path,
  "/admin/subscribers",
  "/admin/messages",
  "/admin/log",
  "/admin/analytics",
  "/admin/admins",
];

test("the tables have at least 300 inputs, each of them once", () => {
  const texts = hostileTexts.map(({ text }) => text);
  const bodies = hostileBodies.map((body) => [body.name]);
  const names = [...hostileFields, ...hostileNames, ...bodies, ...hostileHeaders].map(([name]) => name);
  expect(new Set(texts).size).toBe(texts.length);
  expect(new Set(hostilePaths).size).toBe(hostilePaths.length);
  expect(new Set(names).size).toBeGreaterThan(130);
  expect(texts.length + hostilePaths.length + names.length).toBeGreaterThanOrEqual(300);
});

test.each([
  ["<p>a</p><img src=x onerror=alert(1)>", "raw"],
  ["<p>1 < 2</p>", "raw"],
  ['<p title="a" onclick="b">c</p>', "p has onclick"],
  ['<p style="top:0">c</p>', "p has style"],
  ['<a href="java&#x0A;script:alert(1)">c</a>', "a href="],
  ['<script type="application/ld+json">{"a":"</script><script>alert(1)</script>', "raw"],
])("the markup reader finds the fault in %s", (html, fault) => {
  expect(readMarkup(html).faults.join()).toContain(fault);
  expect(readMarkup('<p class="a">&lt;img src=x onerror=alert(1)&gt;<!-- --> &quot;</p>').faults).toEqual([]);
});

/** Typed into every field that takes any text, so that the lists have to show it. */
const marked = "<svg onload=alert(1)>";

type Named = [name: string, ask: () => Promise<string[]>];

/**
 * One in `sample` of the inputs, different ones for each form: the code that reads a body is the same for all forms.
 */
function sampleFor<Input>(form: Form, inputs: readonly Input[], sample: number): Input[] {
  const at = [...publicForms, ...adminForms].indexOf(form);
  return inputs.filter((_, index) => (index + at) % sample === 0);
}

/**
 * @param rows one list of places for each value
 * @returns each place with this many of the values, and each value about as often as any other
 */
function inTurn<Place>(rows: Place[][], values: number): Place[] {
  return rows.flatMap((row, value) => row.filter((_, place) => (place * values + value) % rows.length < values));
}

/**
 * One form gets every input about reading a body; each of the others gets one in twelve: a body is read by the guard
 * and a schema, and tests/hostile-forms.test.ts tests both with every form and input.
 */
const bodySample = (form: Form) => (form === contact ? 1 : 12);

describe("whatever is typed (never a 5xx, never reflected unescaped, handled within 1 s)", { timeout: 120_000 }, () => {
  test.each(publicForms)("is safe in every field of $path", async (form) => {
    const filled = (text: string) => Object.fromEntries(Object.keys(form.good(0)).map((name) => [name, text]));
    // A response about the newsletter takes 400 ms.
    const sample = form.path === "/insights" ? 4 : (form.sample ?? 1);
    const all = sampleFor(form, hostileTexts, sample).map(
      ({ kind, text }): Named => [
        `${kind} ${short(text)}`,
        async () => faultsOf(await sendForm(form, filled(text)), text),
      ],
    );
    expect(await faultsOfAll(all)).toEqual([]);
  });

  test.each([...publicForms, ...adminForms].filter((form) => form.free.length > 0))(
    "is safe in the free-text fields of $path while the rest is valid",
    async (form) => {
      // A sign-in takes 400 ms, and each admin request is checked twice; tests/hostile-forms.test.ts runs every text
      // through every schema.
      const sample = form.path === "/admin/login" || form.admin ? 12 : form.path === "/contact" ? 1 : 4;
      const texts = new Set([
        ...sampleFor(form, hostileTexts, sample),
        ...hostileTexts.filter(({ text }) => text === marked),
      ]);
      const all = [...texts].map(
        ({ kind, text }): Named => [
          `${kind} ${short(text)}`,
          async () => {
            const typed = Object.fromEntries(form.free.map((name) => [name, text]));
            return faultsOf(await sendForm(form, { ...form.good(next()), ...typed }), text);
          },
        ],
      );
      expect(await faultsOfAll(all)).toEqual([]);
    },
  );

  test.each([...publicForms, ...adminForms])(
    "is safe in $path with fields that are unknown, repeated or oddly shaped",
    async (form) => {
      const all = sampleFor(form, hostileFields, bodySample(form)).map(([name, pairs]): Named => {
        const fields = Object.keys(form.good(0));
        const shaped = (field: string) =>
          pairs.map(([key, value]): [string, string] => [key.replaceAll("@", field), value.replaceAll("@", field)]);
        const sent = [...Object.entries(form.good(next())), ...fields.slice(0, 3).flatMap(shaped)];
        return [name, async () => faultsOf(await sendForm(form, sent))];
      });
      expect(await faultsOfAll(all)).toEqual([]);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    },
  );

  test.each([...publicForms, ...adminForms])(
    "is safe in $path with field names that say how much to build",
    async (form) => {
      const all = sampleFor(form, hostileNames, bodySample(form)).map(([name, fields]): Named => {
        const body = `${encodeForm(form.good(next()))}&${fields}`;
        return [name, async () => faultsOf(await sendForm(form, body))];
      });
      expect(await faultsOfAll(all)).toEqual([]);
    },
  );

  test("is ignored if a field name asks for a list of four billion items, as quickly as one that asks for none", async () => {
    const { hostile, plain } = await leastTimes(async (kind) => {
      const name = { hostile: "name[4294967290]", plain: "nickname" }[kind];
      const answer = await sendForm(contact, `${name}=x&email=a@b.co&message=hello`);
      expect(answer.status).toBe(422);
      expect(answer.body).toContain("Enter your name");
      return answer;
    });
    expect(hostile).toBeLessThan(2 * plain + 10);
  });

  test("is refused with the sign-in as quickly as one plain part if it is a million part headers without a session", async () => {
    const path = "/admin/events/00000000-0000-4000-8000-000000000201/poster";
    const headers = { "Content-Type": "multipart/form-data; boundary=x" };
    const heads = "A: b\r\n".repeat(1_000_000);
    const bodies = { hostile: `--x\r\n${heads}\r\n\r\n--x--\r\n`, plain: `--x\r\n\r\n${heads}\r\n--x--\r\n` };
    const { hostile, plain } = await leastTimes(async (kind) => {
      const answer = await hear(path, { method: "POST", headers, body: bodies[kind] });
      expect(answer.status).toBe(401);
      expect(answer.body).toContain("it could not be kept");
      return answer;
    });
    // reading the heads takes a second; 6 MB of anything take what the machine needs to carry them
    expect(hostile).toBeLessThan(2 * plain);
  });
});

test.each(["/admin/login", "/admin/code", "/admin/site"])(
  "238 KB of part headers sent to %s by a stranger are refused as quickly as one plain part",
  { timeout: 60_000 },
  async (path) => {
    const headers = { "Content-Type": "multipart/form-data; boundary=x" };
    const heads = "A: b\r\n".repeat(39_600);
    const bodies = { hostile: `--x\r\n${heads}\r\n\r\n--x--\r\n`, plain: `--x\r\n\r\n${heads}\r\n--x--\r\n` };
    const { hostile, plain } = await leastTimes(async (kind) => {
      const answer = await hear(path, { method: "POST", headers, body: bodies[kind] });
      expect(answer.status).toBe(path === "/admin/site" ? 401 : 413);
      return answer;
    });
    expect(hostile).toBeLessThan(2 * plain + 10);
  },
);

describe("whatever is sent (never a 5xx, never reflected unescaped, handled within 1 s)", { timeout: 120_000 }, () => {
  test.each(publicForms.filter((form) => form.sample === undefined))(
    "is safe as a body of any shape to $path",
    async (form) => {
      const all = sampleFor(form, hostileBodies, bodySample(form)).map(
        ({ name, type, body, headers = {} }): Named => [
          name,
          async () => {
            const typed: Record<string, string> = type ? { "Content-Type": type } : {};
            return faultsOf(await hear(form.path, { method: "POST", headers: { ...typed, ...headers }, body }));
          },
        ],
      );
      expect(await faultsOfAll(all)).toEqual([]);
    },
  );

  test("is safe as a path or a query of any shape", async () => {
    const all = hostilePaths.map((path): Named => [short(path), async () => faultsOf(await hear(path, {}))]);
    expect(await faultsOfAll(all)).toEqual([]);
  });

  test("is safe in the paths and buttons of the admin area", async () => {
    const odd = [
      "%00",
      "%ff",
      "%ed%a0%80",
      "__proto__",
      "-1",
      "1e309",
      "2026-02-30",
      "%27%20or%201=1",
      "%3Csvg%20onload=alert(1)%3E",
    ];
    const Cookie = session;
    const found = await hear("/admin/articles", { headers: { Cookie } });
    const article = /\/admin\/articles\/([0-9a-f-]{36})/.exec(found.body)?.[1] ?? "";
    expect(article).not.toBe("");
    const read = (value: string) =>
      [
        ...["tabs", "resources", "articles", "events", "pictures", "messages", "waitlists", "waitlists/bitcoin"].map(
          (list) => `/${list}/${value}`,
        ),
        ...[
          `/waitlists/${value}.csv`,
          `/waitlists/${value}/tickets`,
          `/waitlists/${value}/emails`,
          `/events/${value}/poster`,
          `/articles/${value}/preview?link=${value}`,
          `/articles/${article}/revisions/${value}`,
          `/articles/${value}/picture`,
          `/articles/${value}/text-picture`,
        ],
        ...[
          "/waitlists/bitcoin.csv",
          "/waitlists/bitcoin/tickets",
          "/subscribers",
          "/admins",
          "/log",
          "/resources",
          "/resources/new",
        ].map(
          (path) =>
            `${path}?${["tab", "confirm", "before", "until", "after", "person", "table", "verb", "state"].map((name) => `${name}=${value}`).join("&")}`,
        ),
      ].map((path): Named => [path, async () => faultsOf(await hear(`/admin${path}`, { headers: { Cookie } }))]);
    const press = (value: string) =>
      [
        "/admin/tabs",
        "/admin/resources",
        "/admin/articles",
        `/admin/articles/${article}`,
        "/admin/admins",
        `${place}/emails`,
        noteForm.path,
      ].flatMap((path) =>
        ["place", "remove", "delete", "status", "clear", "restore", "words", "test", "start", "pause", value].map(
          (intent): Named => {
            const body = `intent=${intent}&kind=recap&campaign=${value}&event=${value}&draft=${value}&words=${value}&id=${value}&position=${value}&version=${value}&move_to=${value}&status=${value}&tab=${value}`;
            const question = { method: "POST", headers: { Cookie, "Content-Type": formType }, body };
            return [`${path} ${body}`, async () => faultsOf(await hear(path, question))];
          },
        ),
      );
    expect(await faultsOfAll(inTurn(odd.map(read), 3))).toEqual([]);
    expect(await faultsOfAll(inTurn(odd.map(press), 2))).toEqual([]);
  });

  test("is safe as a search of the admin lists", async () => {
    const lists = [
      "/admin/subscribers",
      "/admin/messages",
      "/admin/log",
      `${place}/people`,
      "/admin/resources",
      "/admin/articles",
    ];
    const all = hostileTexts
      .filter((_, at) => at % 3 === 0)
      .map(
        ({ kind, text }, index): Named => [
          `${kind} ${short(text)}`,
          async () => {
            const query = encodeURIComponent(text.slice(0, 400).toWellFormed());
            const path = `${lists[index % lists.length]}?q=${query}&page=${query}&sort=${query}&state=${query}&confirm=${query}`;
            return path.length > 12_000 ? [] : faultsOf(await hear(path, { headers: { Cookie: session } }), text);
          },
        ],
      );
    expect(await faultsOfAll(all)).toEqual([]);
  });

  test.each(hostileHeaders)(
    "%s appears nowhere in a page or its headers, so that no cache can be poisoned",
    async (_, headers) => {
      const all = pagesForHeaders.map(
        (path): Named => [
          path,
          async () => {
            const answer = await hear(path, { headers });
            const told = JSON.stringify([answer.body, answer.headers]);
            const echo = ["poison.example", "192.0.2.66", "alert(7)"].filter((mark) => told.includes(mark));
            return [...faultsOf(answer), ...echo.map((mark) => `tells ${mark}`)];
          },
        ],
      );
      expect(await faultsOfAll(all)).toEqual([]);
    },
  );
});

describe("what was stored", { timeout: 120_000 }, () => {
  test("is shown as text wherever it appears, to admins and to visitors", async () => {
    const cookie = { headers: { Cookie: session } };
    const tabs = (await hear("/admin/tabs", cookie)).body.match(/\/admin\/tabs\/[0-9a-f-]{36}/g) ?? [];
    const messages = (await hear("/admin/messages", cookie)).body.match(/\/admin\/messages\/[0-9a-f-]{36}/g) ?? [];
    const articles = (await hear("/admin/articles", cookie)).body.match(/\/admin\/articles\/[0-9a-f-]{36}/g) ?? [];
    const pages = ["?page=1", "?page=2", "?page=3", "?page=4"];
    const longLists = [
      "messages",
      `${place.slice("/admin/".length)}/people`,
      "subscribers",
      "resources",
      "articles",
      "events",
      "log",
    ];
    const paths = [
      ...adminLists,
      ...longLists.flatMap((list) => pages.map((page) => `/admin/${list}${page}`)),
      ...new Set([...tabs.slice(0, 10), ...messages.slice(0, 10), ...articles.slice(0, 10)]),
      ...articles.slice(0, 5).map((article) => `${article}/preview`),
      "/education",
      ...pages.map((page) => `/education${page}`),
      "/events",
      "/events?event=ethereum",
      "/contact",
      "/",
      "/sitemap.xml",
      "/events.ics",
    ];
    const shown: string[] = [];
    const all = paths.map(
      (path): Named => [
        path,
        async () => {
          const answer = await hear(path, cookie);
          shown.push(answer.body);
          return [...faultsOf(answer), ...(answer.status === 200 ? [] : [`status ${answer.status}`])];
        },
      ],
    );
    expect(await faultsOfAll(all)).toEqual([]);
    expect(shown.join("")).toContain(marked.replace("<", "&lt;").replace(">", "&gt;"));
  });

  test("causes no unexpected error in the Worker, which still serves well-meaning visitors", async () => {
    const log = await readFile(stack.workerLog, "utf8");
    expect(log.split("\n").filter((line) => /"outcome":"(error|failed)"|uncaught|Restarting/i.test(line))).toEqual([]);
    for (const form of publicForms.filter(({ path }) => path !== "/admin/login"))
      expect((await sendForm(form, form.good(next()))).status, form.path).toBeLessThan(400);
  });
});

/** The most milliseconds that the second client waited for a page at any time between two moments in the past. */
const longestWait = (from: number, to: number) =>
  Math.max(
    0,
    ...reads.filter(({ at, milliseconds: ms }) => at <= to && at + ms >= from).map((read) => read.milliseconds),
  );

/**
 * The least milliseconds that others wait if this is sent on its own, of ten times: the machine has other work, too.
 * No more is tried once they wait no longer than they may.
 */
async function leastWaitDuring(path: string, question: Question): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 10 && least > waitOfOthers; tries += 1) {
    const from = Date.now();
    await hear(path, question);
    const to = Date.now();
    await eventually(() => (reads.at(-1)?.at ?? 0) > to, "a later read");
    least = Math.min(least, longestWait(from, to));
  }
  return least;
}

test("visitors who read pages meanwhile do not have to wait for any of this", { timeout: 600_000 }, async () => {
  expect(reads.length).toBeGreaterThan(500);
  // A request that keeps others waiting takes just as long itself.
  const suspects = sent.filter(({ from, to }) => to - from >= waitOfOthers && longestWait(from, to) > waitOfOthers);
  const guilty: string[] = [];
  for (const { path, question } of suspects) {
    const wait = await leastWaitDuring(path, question);
    if (wait <= waitOfOthers) continue;
    // A slow machine takes long to carry 6 MB of anything, which is not the Worker's doing.
    const { body } = question;
    const plain = body && (await leastWaitDuring(path, { ...question, body: "a".repeat(body.length) }));
    if (plain && wait < 2 * plain + 10) continue;
    guilty.push(`${question.method ?? "GET"} ${path} ${String(body).slice(0, 200)}: ${Math.round(wait)} ms`);
  }
  expect(guilty).toEqual([]);
});
