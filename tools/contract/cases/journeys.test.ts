import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort, type Service } from "../../../harness/processes.ts";
import { withoutSignature } from "../../../harness/serving/signed-address.ts";
import { testSettings } from "../../../harness/serving/stack.ts";
import { startWorker } from "../../../harness/serving/start-worker.ts";
import { add, call, rows, target } from "../ask.ts";
import { Browser } from "../browser.ts";

/** The built Worker in front of the target. */
const folder = mkdtempSync(join(tmpdir(), "community-journeys-"));
const own = "contract-journeys";
let worker: Service;
let site: string;
let resource: string;
let event: string;

beforeAll(async () => {
  const port = await freePort();
  site = `http://localhost:${port}`;
  const settings = {
    ...testSettings,
    SUPABASE_URL: target.url,
    SUPABASE_PUBLISHABLE_KEY: target.publishable,
    SUPABASE_SECRET_KEY: target.secret,
    SITE_ORIGIN: site,
  };
  worker = await startWorker(settings, port, join(folder, "state"), join(folder, "worker.log"));
  await add("education_tabs", { tab_key: own, label: "Journeys", display_order: 91 });
  const [work] = await add("education_resources", {
    tab_key: own,
    title: "Ledgers of Hawaiʻi and Kāneʻohe",
    description: "A sample.",
    url: "https://example.org/",
    is_published: true,
  });
  const [night] = await add("events", {
    key: own,
    title: "A night of ledgers",
    place: "Honolulu",
    summary: "A sample.",
    starts_at: "2199-11-21T18:00:00-10:00",
    date_precision: "exact",
    is_published: true,
  });
  resource = work?.id ?? "";
  event = night?.id ?? "";
});
afterAll(async () => {
  await worker?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const signedIn = async () => {
  const browser = new Browser(site);
  const answer = await browser.post("/admin/login", { ...target.admin });
  expect([answer.status, withoutSignature(answer.headers.location)], answer.body.slice(0, 300)).toEqual([
    303,
    "/admin?done=signed-in",
  ]);
  return browser;
};
const draw = (width: number, height: number, format: "png" | "webp" = "png") =>
  sharp({ create: { width, height, channels: 3, background: "#0b3d4f" } })
    .toFormat(format)
    .toBuffer();

function pictureForm(fields: Record<string, string>, files: Record<string, Buffer>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, bytes] of Object.entries(files)) form.set(name, new Blob([new Uint8Array(bytes)]), `${name}.file`);
  return form;
}

const versionIn = (body: string) => /name="version" value="([^"]+)"/.exec(body)?.[1] ?? "";

describe("a visitor", () => {
  test("sees an event with its time in Honolulu, and can load its calendar file", async () => {
    const browser = new Browser(site);
    const { status, body } = await browser.get(`/events/${own}`);
    expect(status).toBe(200);
    expect(body).toContain("November 21, 2199");
    expect(body).toContain('<time dateTime="2199-11-22T04:00:00.000Z">');
    expect((await browser.get(`/events/${own}.ics`)).body).toContain("DTSTART:21991122T040000Z");
  });

  test("gets a 404 for a key followed by a NUL", async () => {
    expect((await new Browser(site).get(`/events/${own}%00x.ics`)).status).toBe(404);
    expect((await new Browser(site).get(`/events/${own}%00x`)).status).toBe(404);
  });

  test("likes a resource and takes the like back", async () => {
    const browser = new Browser(site);
    await browser.get("/education");
    const likes = async () => {
      const { body } = await call("visitor", "education_page", { p_tab: own });
      return (body as { resources: { likes_count: number }[] }).resources[0]?.likes_count;
    };
    const liked = await browser.post("/education", { resource, intent: "like", tab: own });
    expect([liked.status, liked.headers.location]).toEqual([303, `/education?tab=${own}#resource-${resource}`]);
    expect(await likes()).toBe(1);
    await browser.post("/education", { resource, intent: "unlike", tab: own });
    expect(await likes()).toBe(0);
  });

  test("joins a waitlist only once, however often the form is sent", async () => {
    const fields = { name: "Kaʻiulani", email: "kaiulani@contract.example", event: own };
    for (let time = 0; time < 2; time += 1) {
      const answer = await new Browser(site).post(`/events/${own}`, fields);
      expect(answer.status, answer.body.slice(0, 300)).toBe(303);
    }
    expect(await rows("admin", `waitlist_entries?event_id=eq.${event}&select=name,email`)).toEqual([
      { name: fields.name, email: fields.email },
    ]);
  });

  test("subscribes to the newsletter", async () => {
    const answer = await new Browser(site).post("/insights", { email: "keola@contract.example" });
    expect(answer.status, answer.body.slice(0, 300)).toBe(303);
    expect(await rows("admin", "newsletter_subscribers?email=eq.keola@contract.example&select=email")).toHaveLength(1);
  });

  test("sends a message", async () => {
    const message = "Aloha,\nis there an event for “beginners”, 100 % free?";
    const fields = { name: "Noa", email: "noa@contract.example", message };
    expect((await new Browser(site).post("/contact", fields)).status).toBe(200);
    expect(await rows("admin", "contact_messages?email=eq.noa@contract.example&select=message")).toEqual([{ message }]);
  });
});

describe("an admin", () => {
  test("is refused with a wrong password, and a member is not let in", async () => {
    const wrong = await new Browser(site).post("/admin/login", { ...target.admin, password: "something else" });
    expect(wrong.body).toContain("Invalid login credentials");
    const browser = new Browser(site);
    await browser.post("/admin/login", { ...target.member });
    expect((await browser.get("/admin")).status).toBe(302);
  });

  test("can open every page of the area", async () => {
    const browser = await signedIn();
    const pages = ["", "/analytics", "/people", "/log", "/admins", "/account", "/tabs", "/resources", "/places"];
    const lists = [
      `/events/${event}`,
      `/events/${event}/people`,
      ...["links", "flyer", "sign"].map((page) => `/events/${event}/${page}`),
      "/issues/flyer",
      `/events/${event}/questions`,
      `/events/${event}/questions/counts`,
      `/events/${event}/questions/new?ready=food`,
      ...["name", "joined", "latest"].map((sort) => `/events/${event}/people?sort=${sort}&q=kai`),
      ...["unnotified", "told", "unanswered", "failing", "spam"].map(
        (state) => `/events/${event}/people?state=${state}`,
      ),
      `/events/${event}/people.csv`,
      `/events/${event}/people.csv?until=2026-11-01T00:00:00.000Z`,
      `/events/${event}/emails/by-hand`,
      "/subscribers",
      "/subscribers.csv",
      "/messages",
      "/events",
      ...["", "/pages", "/founders", "/announcement", "/looks"].map((part) => `/site${part}`),
      "/search?q=kai",
    ];
    const searches = ["/messages?q=100+%25", "/events?q=a*b_c%25", "/log?q=a*b", `/resources?q=%5C&tab=${own}`];
    for (const page of [...pages, ...lists, ...searches])
      expect([page, (await browser.get(`/admin${page}`)).status]).toEqual([page, 200]);
  });

  test("edits a resource, and gets a conflict when saving an older version", async () => {
    const browser = await signedIn();
    const path = `/admin/resources/${resource}`;
    const version = versionIn((await browser.get(path)).body);
    expect(Number.isNaN(Date.parse(version))).toBe(false);
    const fields = {
      title: "Ledgers, edited",
      description: "A sample.",
      url: "https://example.org/",
      tab_key: own,
      icon_name: "BookOpen",
      resource_type: "resource_card",
      is_published: "on",
      version,
    };
    const saved = await browser.post(path, fields);
    expect(saved.status, saved.body.slice(0, 300)).toBe(303);
    expect((await browser.post(path, { ...fields, title: "Too late" })).status).toBe(409);
    expect(await rows("admin", `education_resources?id=eq.${resource}&select=title`)).toEqual([
      { title: fields.title },
    ]);
    const shown = await new Browser(site).get(`/education?tab=${own}`);
    expect(shown.body).toContain("Ledgers, edited");
  });

  test("adds a poster, which everyone sees, and removes it", async () => {
    const browser = await signedIn();
    const path = `/admin/events/${event}/poster`;
    const version = versionIn((await browser.get(path)).body);
    const form = pictureForm({ version, intent: "add", alt: "Waves under a moon" }, { picture: await draw(400, 500) });
    const put = await browser.postForm(path, form);
    expect([put.status, withoutSignature(put.headers.location)], put.body.slice(0, 300)).toEqual([
      303,
      `${path}?done=picture`,
    ]);
    const [row] = await rows<{ poster_path: string }>("admin", `events?id=eq.${event}&select=poster_path`);
    const url = row?.poster_path ?? "";
    expect(url).toMatch(/^\/uploads\/[0-9a-f]{32}-400x500\.png$/);
    const found = await fetch(site + url);
    expect([found.status, found.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    const removed = await browser.post(path, { intent: "remove", version: versionIn((await browser.get(path)).body) });
    expect(removed.status, removed.body.slice(0, 300)).toBe(303);
    expect(await rows("admin", `pictures?path=eq.${url}&select=alt`)).toEqual([{ alt: "Waves under a moon" }]);
  });

  test("gives an article a picture with a smaller version, and readers see both", async () => {
    const browser = await signedIn();
    const article = randomUUID();
    const text = { kind: "article", title: "Waves", excerpt: "A sample.", markdown: "Aloha", slug: own };
    const made = await browser.post("/admin/articles/new", { ...text, new_id: article, intent: "draft" });
    expect(withoutSignature(made.headers.location), made.body.slice(0, 300)).toBe(
      `/admin/articles/${article}?done=saved`,
    );
    const path = `/admin/articles/${article}`;
    const version = versionIn((await browser.get(`${path}/picture`)).body);
    const form = pictureForm(
      { version, intent: "add", alt: "A long wave" },
      { picture: await draw(600, 300), "picture-480": await draw(480, 240, "webp") },
    );
    const put = await browser.postForm(`${path}/picture`, form);
    expect(withoutSignature(put.headers.location), put.body.slice(0, 300)).toBe(`${path}/picture?done=picture`);
    const saved = await browser.post(path, {
      ...text,
      intent: "publish",
      version: versionIn((await browser.get(path)).body),
    });
    expect(withoutSignature(saved.headers.location), saved.body.slice(0, 300)).toBe(`${path}?done=published`);
    const { body } = await new Browser(site).get(`/insights/${own}`);
    const [url = ""] = /\/uploads\/[0-9a-f]{32}-600x300_480\.png/.exec(body) ?? [];
    for (const [file, type] of [
      [url, "image/png"],
      [url.replace(".png", "-480.webp"), "image/webp"],
    ] as const) {
      const found = await fetch(site + file);
      expect([file, found.status, found.headers.get("Content-Type")]).toEqual([file, 200, type]);
      expect((await sharp(await found.arrayBuffer()).metadata()).format).toBe(type.replace("image/", ""));
    }
  });

  test("adds a picture only once when its form is sent three times at once, and deletes it with its file", async () => {
    const browser = await signedIn();
    const form = pictureForm({ intent: "add", new_id: randomUUID(), alt: "A shell" }, { picture: await draw(30, 30) });
    const answers = await Promise.all([1, 2, 3].map(() => browser.postForm("/admin/pictures", form)));
    const places = new Set(answers.map(({ status, headers }) => `${status} ${withoutSignature(headers.location)}`));
    expect(places.size, "all three lead to the same picture").toBe(1);
    const [, path = "", id = ""] =
      /^303 (\/admin\/pictures\/([\da-f-]{36}))\?done=picture$/.exec([...places][0] ?? "") ?? [];
    expect(id).not.toBe("");
    const [row] = await rows<{ path: string }>("admin", `pictures?id=eq.${id}&select=path`);
    expect((await fetch(site + row?.path)).status).toBe(200);
    const version = versionIn((await browser.get(`${path}?confirm=delete`)).body);
    const deleted = await browser.post(path, { intent: "delete", version });
    expect([deleted.status, withoutSignature(deleted.headers.location)]).toEqual([303, "/admin/pictures?done=deleted"]);
    expect((await fetch(site + row?.path)).status).toBe(404);
  });

  test("signs out, and the session is no longer valid", async () => {
    const browser = await signedIn();
    const cookies = new Map(browser.cookies);
    expect((await browser.post("/admin/logout", {})).status).toBe(303);
    const thief = new Browser(site);
    for (const [name, value] of cookies) thief.cookies.set(name, value);
    expect((await thief.get("/admin")).status).toBe(302);
  });
});
