import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { siteLabels } from "../../app/features/site/site-fields.ts";
import { settingsOf } from "../../app/features/site/site-words.ts";
import { defaultSite } from "../../app/site.ts";
import type { Fields } from "../../harness/serving/exchange.ts";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack, testSettings } from "../../harness/serving/stack.ts";
import { signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { plainPicture } from "./plain-picture.ts";
import { databaseTemplate, withTables } from "./tables.ts";

let stack: Stack;
let admin: Visitor;
beforeAll(async () => {
  stack = await startStack(databaseTemplate());
  admin = await signIn(new Visitor(stack.url));
});
// The forms of this file are more than one address may send in a minute.
beforeEach(() => {
  admin = admin.atAnotherAddress();
});
afterAll(() => stack?.stop());

const event = { date_precision: "tba", place: "Hilo", summary: "Come" };
const resource = { description: "About it", tab_key: "resources", icon_name: "BookOpen", resource_type: "compact" };
const programme = async (page: string) => {
  const [row] = await withTables(stack, (sql) =>
    sql<{ id: string }>("select id from public.events where key = 'bitcoin'"),
  );
  return `/admin/events/${row?.id}/programme/${page}`;
};

interface Form {
  path: string | (() => Promise<string>);
  table: string;
  /** the column of what tells the rows apart */
  column: string;
  fields: (value: string) => Fields;
}

const forms: Record<string, Form> = {
  "an event whose key is made of its title": {
    ...{ path: "/admin/events/new", table: "events", column: "title" },
    fields: (title) => ({ ...event, title }),
  },
  "an event with a key": {
    ...{ path: "/admin/events/new", table: "events", column: "key" },
    fields: (key) => ({ ...event, title: "Named", key }),
  },
  "a tab": {
    ...{ path: "/admin/tabs", table: "education_tabs", column: "tab_key" },
    fields: (key) => ({ intent: "create", label: key, tab_key: key }),
  },
  "a resource": {
    ...{ path: "/admin/resources/new", table: "education_resources", column: "title" },
    fields: (title) => ({ ...resource, title, url: `https://example.org/${title}` }),
  },
  "an issue": {
    ...{ path: "/admin/issues/new", table: "newsletter_issues", column: "subject" },
    fields: (subject) => ({ intent: "save", subject, markdown: "Aloha" }),
  },
  "a place": {
    ...{ path: "/admin/places/new", table: "places", column: "name" },
    fields: (name) => ({ name, city: "Hilo", island: "hawaii" }),
  },
  "a series": {
    ...{ path: "/admin/series/new", table: "series", column: "name" },
    fields: (name) => ({ name, rhythm: "none" }),
  },
  "a speaker": {
    ...{ path: () => programme("speakers/new"), table: "speakers", column: "name" },
    fields: (name) => ({ name }),
  },
  "a talk": {
    ...{ path: () => programme("new"), table: "talks", column: "title" },
    fields: (title) => ({ title, kind: "talk" }),
  },
};

const made = (value: string, { table, column }: Pick<Form, "table" | "column">) =>
  withTables(stack, (sql) => sql<{ id: string }>(`select id from public.${table} where ${column} = $1`, value));

const formAt = async ({ path: given }: Pick<Form, "path">) => {
  const path = typeof given === "string" ? given : await given();
  return { path, newId: new Page((await admin.get(path)).body).value("new_id") ?? "" };
};

describe.each(Object.entries(forms))("the form of %s", (name, form) => {
  test("makes one row when it is sent twice, and both responses lead to it", async () => {
    for (const way of ["one-after-the-other", "at-the-same-time"]) {
      const value = `${way}-${name.replaceAll(" ", "-")}`;
      const { path, newId } = await formAt(form);
      const send = () => admin.post(path, { ...form.fields(value), new_id: newId });
      const answers =
        way === "at-the-same-time" ? await Promise.all([send(), send(), send()]) : [await send(), await send()];
      for (const { status, headers } of answers) {
        expect.soft(status, value).toBe(303);
        expect.soft(withoutSignature(headers.location), value).toBe(withoutSignature(answers[0]?.headers.location));
      }
      expect(await made(value, form)).toHaveLength(1);
    }
  });

  test("makes another row when Back has brought it back and other words are sent", async () => {
    const { path, newId } = await formAt(form);
    const kind = name.replaceAll(" ", "-");
    for (const value of [`first-${kind}`, `second-${kind}`]) {
      expect((await admin.post(path, { ...form.fields(value), new_id: newId })).status).toBe(303);
      expect(await made(value, form), value).toHaveLength(1);
    }
  });
});

test("the form of an article makes one row when it is sent twice, and returns other words as a conflict", async () => {
  const article = { kind: "article", title: "Named", excerpt: "About it", markdown: "Aloha", slug: "sent-twice" };
  const { path, newId } = await formAt({ path: "/admin/articles/new" });
  const send = (more: Fields) => admin.post(path, { ...article, intent: "draft", new_id: newId, ...more });
  const answers = await Promise.all([send({}), send({}), send({})]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  const other = await send({ markdown: "Other words", slug: "sent-twice-again" });
  expect([other.status, new Page(other.body).value("markdown")]).toEqual([409, "Other words"]);
  expect(await made("sent-twice", { table: "articles", column: "slug" })).toEqual([{ id: newId }]);
});

test("a picture is added once when its form is sent twice, and another picture is added beside it", async () => {
  const { path, newId } = await formAt({ path: "/admin/pictures" });
  const add = (alt: string, file: Blob) =>
    admin.postParts(path, { intent: "add", new_id: newId, alt, picture: new File([file], "picture.png") });
  const [one, other] = [await plainPicture(30, 20, "png"), await plainPicture(31, 20, "png")];
  for (const [alt, file] of [
    ["Sent twice", one],
    ["Sent twice", one],
    ["Sent twice", other],
    ["Other words", one],
  ] as const)
    expect((await add(alt, file)).status).toBe(303);
  const kept = await withTables(stack, (sql) =>
    sql("select alt, width from public.pictures where alt in ('Sent twice', 'Other words') order by alt, width"),
  );
  expect(kept).toEqual([
    { alt: "Other words", width: 30 },
    { alt: "Sent twice", width: 30 },
    { alt: "Sent twice", width: 31 },
  ]);
});

test("each rendering of a form has an id of its own for the new row", async () => {
  const ids = await Promise.all(
    [1, 2].map(async () => new Page((await admin.get("/admin/events/new")).body).value("new_id")),
  );
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(ids).size).toBe(2);
});

test("an id that no form of ours has made is ignored: the database makes one", async () => {
  for (const newId of ["", "1", "x".repeat(40)]) {
    const answer = await admin.post("/admin/events/new", { ...event, title: `Odd ${newId.length}`, new_id: newId });
    expect.soft(withoutSignature(answer.headers.location)).toMatch(/^\/admin\/events\/[0-9a-f-]{36}\?done=created$/);
  }
});

/** The site's settings as its forms send them, with what is empty. */
const wholeForm: Record<string, string> = Object.fromEntries(
  Object.keys(siteLabels).map((name) => [name, (settingsOf(defaultSite) as Record<string, string>)[name] ?? ""]),
);

test("the site settings are saved once when their form is sent twice, and all responses say so", async () => {
  const page = new Page((await admin.get("/admin/site")).body);
  const form = { ...wholeForm, tagline: "Sent twice", version: page.value("version") ?? "" };
  const send = () => admin.post("/admin/site", { ...form, founder_3_position: "1" });
  const answers = [...(await Promise.all([send(), send()])), await send()];
  expect(answers.map(({ headers }) => withoutSignature(headers.location))).toEqual(
    Array(3).fill("/admin/site?done=saved"),
  );
  const changes = "select count(*)::int as count from public.audit_log where table_name = 'site_settings'";
  expect(await withTables(stack, (sql) => sql(changes))).toEqual([{ count: 1 }]);
  const [{ name }] = (await withTables(stack, (sql) =>
    sql<{ name: string }>("select settings ->> 'founder_1_name' as name from public.site_settings"),
  )) as [{ name: string }];
  expect(name).toBe("Noa Sample");
  const other = await admin.post("/admin/site", { ...form, tagline: "Another" });
  expect(other.status).toBe(409);
});

test("the site shows pictures of the library, with their descriptions, and no others", async () => {
  const path = `/uploads/${"0a".repeat(16)}-1600x900_480.jpg`;
  await withTables(stack, (sql) =>
    sql(
      "insert into public.pictures (path, alt, width, height, focus) values ($1, 'Kai’s “canoe”', 1600, 900, 'top')",
      path,
    ),
  );
  const save = async (pictures: Record<string, string>) => {
    const version = new Page((await admin.get("/admin/site/founders")).body).value("version") ?? "";
    return admin.post("/admin/site/founders", { ...wholeForm, ...pictures, version });
  };
  const unknown = await save({ founder_1_portrait: path.replace("0a", "0b") });
  expect(unknown.status).toBe(422);
  expect(new Page(unknown.body).text('main [role="alert"]')).toContain("Choose a picture of the library");
  expect((await save({ founder_2_portrait: path, link_picture: path })).status).toBe(303);

  const form = new Page((await admin.get("/admin/site/founders")).body);
  expect(form.text('select[name="founder_2_portrait"] option[selected]')).toBe("Kai’s “canoe”");
  const about = new Page((await new Visitor(stack.url).get("/about")).body);
  const portrait = `img[src="${path}"]`;
  expect([
    about.attribute(portrait, "alt"),
    about.attribute(portrait, "class"),
    about.attribute(portrait, "width"),
  ]).toEqual(["Kai’s “canoe”", "portrait focus-top", "1600"]);
  expect(about.attribute('meta[property="og:image"]', "content")).toBe(stack.url + path);
});

test("one picture of a thousand can be found for the site, and what was typed comes back unsaved", async () => {
  const old = `/uploads/${"0c".repeat(16)}-800x600.png`;
  await withTables(stack, async (sql) => {
    await sql(
      "insert into public.pictures (path, alt, width, height) values ($1, 'A heʻe at low tide', 800, 600)",
      old,
    );
    await sql(`insert into public.pictures (path, alt, width, height, created_at)
      select '/uploads/' || md5(n::text) || '-80x60.png', 'Picture ' || n, 80, 60, now() + n * interval '1 second'
      from generate_series(1, 1000) n`);
  });
  const first = new Page((await admin.get("/admin/site/founders")).body);
  const offered = (page: Page) => page.texts('select[name="founder_1_portrait"] option');
  expect(offered(first).filter((label) => label.startsWith("Picture "))).toHaveLength(100);
  expect(offered(first)).not.toContain("A heʻe at low tide");
  const typed = {
    ...wholeForm,
    founder_1_bio: "",
    founder_1_portrait: old,
    version: first.value("version") ?? "",
  };

  // The button that searches, and Enter in the search field, which presses the button that saves.
  const ways: Fields[] = [{ intent: "find" }, {}];
  for (const intent of ways) {
    const form = {
      ...typed,
      ...intent,
      founder_1_bio: "Typed, not saved",
      picture_search: "HEE",
      picture_searched: "",
    };
    const answer = await admin.post("/admin/site/founders", { ...form, founder_1_portrait: "" });
    const found = new Page(answer.body);
    expect(answer.status).toBe(200);
    expect(offered(found).slice(-1)).toEqual(["A heʻe at low tide"]);
    expect(found.texts("#library li p")).toEqual(["A heʻe at low tide"]);
    expect([found.value("founder_1_bio"), found.value("version"), found.value("picture_searched")]).toEqual([
      "Typed, not saved",
      typed.version,
      "HEE",
    ]);
    expect(found.all('main [role="alert"]')).toEqual([]);
  }
  expect(new Page((await admin.get("/admin/site/founders")).body).value("founder_1_bio")).not.toBe("Typed, not saved");

  const chosen = '[name="founder_1_portrait"] option[selected]';
  const refused = await admin.post("/admin/site/founders", {
    ...typed,
    picture_search: "HEE",
    picture_searched: "HEE",
  });
  expect([refused.status, new Page(refused.body).text(chosen)]).toEqual([422, "A heʻe at low tide"]);
  const saved = await admin.post("/admin/site/founders", {
    ...typed,
    founder_1_bio: "Found",
    picture_search: "HEE",
    picture_searched: "HEE",
  });
  expect(withoutSignature(saved.headers.location)).toBe("/admin/site/founders?done=saved");
  expect(new Page((await admin.get("/admin/site/founders")).body).text(chosen)).toBe("A heʻe at low tide");
});

test("a form that was refused still detects what others have saved meanwhile", async () => {
  const text = { kind: "article", title: "Of two", excerpt: "About it", markdown: "Aloha", slug: "of-two" };
  const newId = new Page((await admin.get("/admin/articles/new")).body).value("new_id") ?? "";
  await admin.post("/admin/articles/new", { ...text, intent: "draft", new_id: newId });
  const path = `/admin/articles/${newId}`;
  const version = new Page((await admin.get(path)).body).value("version") ?? "";
  const mine = { ...text, intent: "draft", markdown: "Mine" };
  expect((await admin.post(path, { ...mine, markdown: "Theirs", version })).status).toBe(303);
  const refused = await admin.post(path, { ...mine, title: "", version });
  expect(refused.status).toBe(422);
  const again = await admin.post(path, { ...mine, version: new Page(refused.body).value("version") ?? "" });
  expect(again.status).toBe(409);
  const latest = new Page(again.body).value("version") ?? "";
  expect((await admin.post(path, { ...mine, version: latest })).status).toBe(303);
});

test("an account that is made an admin twice is one, and the second response is no error", async () => {
  const email = testSettings.LOCAL_MEMBER_EMAIL ?? "";
  const add = () => admin.post("/admin/admins", { intent: "add", email, role: "editor" });
  expect(withoutSignature((await add()).headers.location)).toBe("/admin/admins?done=added");
  const { status, headers } = await add();
  expect([status, withoutSignature(headers.location)]).toEqual([303, "/admin/admins?done=already-admin"]);
});
