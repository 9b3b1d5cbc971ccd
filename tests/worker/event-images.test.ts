import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { emptyPolicy, securityHeaders } from "../../app/front-door/headers.ts";
import { beginSession, keysOf, localAdmin } from "../../harness/serving/begin-session.ts";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy.ts";
import { ask, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { plainPicture } from "./plain-picture.ts";
import { databaseTemplate } from "./tables.ts";

let stack: Stack;
let proxy: FaultProxy;
let token: string;
let admin: Visitor;
beforeAll(async () => {
  proxy = await startFaultProxy(() => `http://127.0.0.1:${stack.settings.SUPABASE_PORT}`);
  stack = await startStack(databaseTemplate(), { SUPABASE_URL: proxy.url });
  token = await beginSession(keysOf(stack.settings), localAdmin(stack.settings));
  admin = await signIn(new Visitor(stack.url));
});
afterEach(() => proxy.set("none"));
afterAll(() => Promise.all([stack?.stop(), proxy?.stop()]));

function send(path: string, body: BodyInit, headers: Record<string, string> = {}, method = "POST"): Promise<Response> {
  const apikey = stack.settings.SUPABASE_PUBLISHABLE_KEY ?? "";
  return fetch(`${stack.settings.SUPABASE_URL}/${path}`, { method, headers: { apikey, ...headers }, body });
}

const upload = (name: string, type: string, method = "POST") =>
  send(
    `storage/v1/object/event-images/${name}`,
    "<script>alert(1)</script>",
    { Authorization: `Bearer ${token}`, "Content-Type": type, "x-upsert": "true" },
    method,
  );

const read = (name: string) => fetch(`${stack.settings.SUPABASE_URL}/storage/v1/object/public/event-images/${name}`);

describe("the picture bucket, called with an admin's token past the Worker (V5.2.2)", () => {
  test.each(["text/html", "image/svg+xml", "application/xhtml+xml", "application/octet-stream", "IMAGE/SVG+XML", ""])(
    "refuses %j as a new file, as a replacement, and in a form",
    async (type) => {
      for (const method of ["POST", "PUT"]) {
        const answer = await upload("page", type, method);
        expect([method, answer.ok], await answer.text()).toEqual([method, false]);
      }
      const form = new FormData();
      form.append("", new Blob(["<script>alert(1)</script>"], { type }), "page");
      const authorization = { Authorization: `Bearer ${token}` };
      expect((await send("storage/v1/object/event-images/page", form, authorization)).ok).toBe(false);
      expect((await read("page")).ok).toBe(false);
    },
  );

  test.each(["image/png", "image/jpeg", "image/webp", "image/avif"])(
    "accepts %s and serves it as that",
    async (type) => {
      const name = type.replace("/", ".");
      const answer = await upload(name, type);
      expect(answer.status, await answer.text()).toBe(200);
      expect((await read(name)).headers.get("Content-Type")).toBe(type);
    },
  );
});

/** What the form of a poster has now: `version` and `new_id`. */
async function posterForm() {
  const [event] = await stack.query("select id from public.events where key = 'bitcoin'", []);
  const path = `/admin/events/${event?.id}/poster`;
  const page = new Page((await admin.get(path)).body);
  return { path, version: page.value("version") ?? "", new_id: page.value("new_id") ?? "" };
}

async function addPoster(alt: string, files: Record<string, Blob>) {
  const { path, ...form } = await posterForm();
  const answer = await admin.postParts(path, { ...form, intent: "add", alt, ...files });
  expect(
    [answer.status, withoutSignature(answer.headers.location)],
    new Page(answer.body).texts(".error").join(),
  ).toEqual([303, `${path}?done=picture`]);
  const [row] = await stack.query("select path from public.pictures where alt = $1", [alt]);
  return String(row?.path);
}

describe("a picture of the library below /uploads", () => {
  let path: string;
  beforeAll(async () => {
    path = await addPoster("A plain", {
      picture: await plainPicture(600, 300, "png"),
      "picture-480": await plainPicture(480, 240, "webp"),
    });
  });

  test("has the type of its name, is immutable, and may be shown by feed readers, but never run", async () => {
    expect(path).toMatch(/^\/uploads\/[0-9a-f]{32}-600x300_480\.png$/);
    for (const [address, type] of [
      [path, "image/png"],
      [path.replace(".png", "-480.webp"), "image/webp"],
    ] as const) {
      const answer = await ask(stack.url, address);
      expect([address, answer.status, answer.headers["content-type"]]).toEqual([address, 200, type]);
      expect(answer.headers).toMatchObject({
        ...Object.fromEntries(Object.entries(securityHeaders).map(([name, value]) => [name.toLowerCase(), value])),
        "cache-control": "public, max-age=31536000, immutable",
        "cross-origin-resource-policy": "cross-origin",
        "content-security-policy": emptyPolicy,
      });
      expect(answer.headers["set-cookie"]).toBeUndefined();
      const bytes = Buffer.from(await (await fetch(stack.url + address)).arrayBuffer());
      expect((await sharp(bytes).metadata()).format).toBe(type.replace("image/", ""));
      const head = await ask(stack.url, address, { method: "HEAD" });
      expect([head.status, head.headers["content-type"], head.body]).toEqual([200, type, ""]);
    }
  });

  test("has the type of its name even if another one was stored past the Worker", async () => {
    const name = `${"a".repeat(32)}.webp`;
    expect((await upload(name, "image/png")).status).toBe(200);
    expect((await ask(stack.url, `/uploads/${name}`)).headers["content-type"]).toBe("image/webp");
  });

  test.each(["page.png", `${"a".repeat(32)}.svg`, `${"a".repeat(32)}.html`, `x${"a".repeat(32)}.png`])(
    "is not found at %s, without a request to the storage",
    async (name) => {
      await upload(name, "image/png");
      const before = proxy.asked.length;
      expect((await ask(stack.url, `/uploads/${name}`)).status).toBe(404);
      expect(proxy.asked.slice(before).filter((each) => each.includes("/storage/"))).toEqual([]);
    },
  );

  test("is a 404 if it does not exist, and a 503 if the storage cannot tell", async () => {
    const missing = `/uploads/${"b".repeat(32)}-10x10.png`;
    const { status, headers } = await ask(stack.url, missing);
    expect([status, String(headers["cache-control"])]).toEqual([404, expect.not.stringContaining("immutable")]);
    // The storage service responds 400 for a locked table too.
    const locked = { status: 400, type: "application/json", body: '{"statusCode":"423","code":"ResourceLocked"}' };
    for (const fault of ["reset", { status: 500, type: "text/plain", body: "" }, locked] as const) {
      proxy.set(fault, /^\/storage/);
      const answer = await ask(stack.url, `/uploads/${"c".repeat(32)}-10x10.png`);
      expect([answer.status, String(answer.headers["cache-control"])]).toEqual([
        503,
        expect.not.stringContaining("immutable"),
      ]);
    }
  });

  test("stays in the library and at its URL when its event shows another one", async () => {
    const next = await addPoster("Another plain", { picture: await plainPicture(40, 50, "jpeg") });
    expect(await stack.query("select poster_path from public.events where key = 'bitcoin'", [])).toEqual([
      { poster_path: next },
    ]);
    expect((await ask(stack.url, path)).status).toBe(200);
    expect(await stack.query("select alt from public.pictures where path = $1", [path])).toEqual([{ alt: "A plain" }]);
  });

  test("is added once by a form that is sent twice, in turn or at the same time", async () => {
    for (const way of ["after", "with"]) {
      const { path: page, ...form } = await posterForm();
      const picture = await plainPicture(30, 30, "png");
      const send = () => admin.postParts(page, { ...form, intent: "add", alt: `Sent ${way} another`, picture });
      const answers = way === "with" ? await Promise.all([send(), send(), send()]) : [await send(), await send()];
      for (const { status, headers } of answers)
        expect.soft([way, status, withoutSignature(headers.location)]).toEqual([way, 303, `${page}?done=picture`]);
      const made = await stack.query("select id, path from public.pictures where alt = $1", [`Sent ${way} another`]);
      expect(made).toHaveLength(1);
      expect((await ask(stack.url, String(made[0]?.path))).status).toBe(200);
    }
  });
});

describe("the page of a poster", () => {
  const shown = async () => (await stack.query("select * from public.events where key = 'bitcoin'", []))[0] ?? {};

  test("chooses a picture of the library, and reports if none is chosen", async () => {
    const { path, version } = await posterForm();
    const [picture] = await stack.query("select id, path, alt from public.pictures where alt = 'A plain'", []);
    for (const picture of ["", "none", "00000000-0000-4000-8000-00000000ffff"]) {
      const answer = await admin.post(path, { intent: "choose", version, picture });
      const page = new Page(answer.body);
      expect([answer.status, page.texts(".summary li")]).toEqual([422, ["Choose a picture"]]);
      expect(page.attributes(".summary a", "href")).toEqual(["#picture-choice"]);
      expect(page.all("#picture-choice")).toHaveLength(1);
    }
    const answer = await admin.post(path, { intent: "choose", version, picture: String(picture?.id) });
    expect([answer.status, withoutSignature(answer.headers.location)]).toEqual([303, `${path}?done=picture`]);
    expect(await shown()).toMatchObject({ poster_path: picture?.path, poster_alt: "A plain", poster_width: 600 });
  });

  test("describes it apart from the library, reports errors at that form, and refuses an older version", async () => {
    const { path, version } = await posterForm();
    const empty = new Page((await admin.post(path, { intent: "describe", version, alt: " " })).body);
    expect(empty.texts(".summary li")).toEqual(["Describe what the picture shows"]);
    const ids = empty.attributes("[id]", "id");
    expect(new Set(ids).size).toBe(ids.length);
    const described = await admin.post(path, { intent: "describe", version, alt: "Kāneʻohe at “dawn”" });
    expect([described.status, withoutSignature(described.headers.location)]).toEqual([303, `${path}?done=saved`]);
    expect(await shown()).toMatchObject({ poster_alt: "Kāneʻohe at “dawn”" });
    for (const intent of ["describe", "remove"]) {
      const late = await admin.post(path, { intent, version, alt: "Too late" });
      expect([intent, late.status]).toEqual([intent, 409]);
    }
    const [before] = await stack.query("select alt from public.pictures where alt = 'A plain'", []);
    expect(before).toEqual({ alt: "A plain" });
  });

  test("has the same picture for a copy of the event", async () => {
    const { id, poster_path, poster_alt } = await shown();
    const path = `/admin/events/${id}/copy`;
    const form = new Page((await admin.get(path)).body);
    const fields = { title: "Copied", key: "copied-poster", date_precision: "tba", place: "Hilo", summary: "Come" };
    const answer = await admin.post(path, { ...fields, version: form.value("version") ?? "" });
    expect(answer.status, new Page(answer.body).texts(".summary").join()).toBe(303);
    expect(
      await stack.query("select poster_path, poster_alt from public.events where key = 'copied-poster'", []),
    ).toEqual([{ poster_path, poster_alt }]);
  });
});

describe("the library of pictures", () => {
  const add = async (alt: string) => {
    const newId = new Page((await admin.get("/admin/pictures")).body).value("new_id") ?? "";
    const picture = await plainPicture(20, 10, "png");
    return admin.postParts("/admin/pictures", { intent: "add", new_id: newId, alt, picture });
  };

  test("names what shows a picture, with links, and does not delete it then", async () => {
    const [picture] = await stack.query("select id, path from public.pictures where alt = 'A plain'", []);
    const path = `/admin/pictures/${picture?.id}`;
    const page = new Page((await admin.get(`${path}?confirm=delete`)).body);
    expect(page.texts(".danger-zone a")).toContain("Bitcoin Pizza Day 2025");
    expect(page.all('[value="delete"]')).toEqual([]);
    const refused = await admin.post(path, { intent: "delete", version: page.value("version") ?? "" });
    expect([refused.status, new Page(refused.body).text('[role="alert"]')]).toEqual([
      409,
      "This picture cannot be deleted, because something shows it.",
    ]);
    expect((await ask(stack.url, String(picture?.path))).status).toBe(200);
  });

  test("deletes an unused picture with its file, and refuses changes to an older version", async () => {
    const added = await add("To be deleted");
    const path = String(added.headers.location).split("?")[0] ?? "";
    const [row] = await stack.query("select path from public.pictures where alt = 'To be deleted'", []);
    const version = new Page((await admin.get(path)).body).value("version") ?? "";
    const save = (alt: string) => admin.post(path, { intent: "save", alt, focus: "bottom", version });
    expect(withoutSignature((await save("Changed")).headers.location)).toBe(`${path}?done=saved`);
    const late = await save("Too late");
    expect([late.status, new Page(late.body).text('[role="alert"]')]).toEqual([
      409,
      expect.stringContaining("Changed"),
    ]);
    expect((await admin.post(path, { intent: "delete", version })).status).toBe(409);
    const now = new Page((await admin.get(`${path}?confirm=delete`)).body).value("version") ?? "";
    const gone = await admin.post(path, { intent: "delete", version: now });
    expect([gone.status, withoutSignature(gone.headers.location)]).toEqual([303, "/admin/pictures?done=deleted"]);
    expect([(await admin.get(path)).status, (await ask(stack.url, String(row?.path))).status]).toEqual([404, 404]);
  });

  test("has pages of 24, and its search ignores kahakō and ʻokina", async () => {
    await stack.query(
      "insert into public.pictures (path, alt, width, height) select '/uploads/' || md5(n::text) || '.png', 'Nāpili, number ' || n, 9, 9 from generate_series(1, 30) n",
      [],
    );
    const first = new Page((await admin.get("/admin/pictures?q=napili")).body);
    expect([first.all(".picture-grid li").length, first.text(".pages")]).toEqual([
      24,
      expect.stringContaining("Page 1 of 2"),
    ]);
    const second = new Page((await admin.get("/admin/pictures?q=napili&page=2")).body);
    expect(second.all(".picture-grid li")).toHaveLength(6);
    expect((await admin.get("/admin/pictures?q=nothing-like-it")).body).toContain("No pictures match.");
  });
});

describe("the drawn poster of an event without one", () => {
  test("stands in the head of /events and on the event’s page, and browsers keep it", async () => {
    await stack.query(
      "update public.events set poster_path = null, poster_alt = null, poster_width = null, poster_height = null where key = 'bitcoin'",
      [],
    );
    const path = "/posters/bitcoin/2025-05-22.svg";
    const page = new Page((await ask(stack.url, "/events/bitcoin?drawn")).body);
    expect(page.attributes("main img", "src")).toContain(path);
    const picture = await ask(stack.url, path);
    expect(picture.status).toBe(200);
    expect(picture.headers).toMatchObject({
      "content-type": "image/svg+xml",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    expect(picture.body).toMatch(/^<svg .*<\/svg>$/);
  });

  test("exists for nothing that is no date or no key", async () => {
    for (const path of ["bitcoin/2025-05-32.svg", "bitcoin/2025.svg", "a--b/soon.svg", "%3Csvg/soon.svg"])
      expect.soft((await ask(stack.url, `/posters/${path}`)).status, path).toBe(404);
  });
});
