import { beforeAll, describe, expect, test } from "vitest";
import { type Asker, add, call, codeOf, data, type Reply, rows, target } from "../ask.ts";

const own = "contract-many";
const many = 1_205;
const outcome = (reply: Reply) => [reply.status, codeOf(reply)];

beforeAll(async () => {
  await add("education_tabs", { tab_key: own, label: "Many", display_order: 90 });
  const resource = (index: number) => ({
    tab_key: own,
    title: `Work ${String(index).padStart(4, "0")}${index === 7 ? " 100% * a_b \\ “quoted”, (in part)" : ""}`,
    description: "A sample.",
    url: `https://example.org/${index}`,
    display_order: index,
    is_published: true,
  });
  const resources = Array.from({ length: many }, (_, index) => resource(index));
  // A statement may take 4 s; all of them in one take nearly that on a slow machine.
  for (let first = 0; first < many; first += 300) await add("education_resources", resources.slice(first, first + 300));
});

const ofMine = `education_resources?tab_key=eq.${own}`;
const counted = { Prefer: "count=exact" };

describe("ranges and counts beyond 1,000 rows", () => {
  test("a response has at most 1,000 rows, and the count of all", async () => {
    const { status, body, headers } = await data(
      "admin",
      "GET",
      `${ofMine}&select=id&order=display_order`,
      undefined,
      counted,
    );
    expect(status).toBe(206);
    expect(body).toHaveLength(1000);
    expect(headers.get("Content-Range")).toBe(`0-999/${many}`);
  });

  test("a request for more than 1,000 rows returns 1,000", async () => {
    expect(await rows("admin", `${ofMine}&select=id&limit=5000`)).toHaveLength(1000);
  });

  test("later rows can be reached with an offset", async () => {
    const path = `${ofMine}&select=title&order=display_order&offset=1000&limit=1000`;
    const { status, body, headers } = await data("admin", "GET", path, undefined, counted);
    expect([status, headers.get("Content-Range")]).toEqual([206, `1000-${many - 1}/${many}`]);
    expect((body as { title: string }[])[0]?.title).toBe("Work 1000");
  });

  test("later rows can be reached with the values of the last row", async () => {
    const columns = `${ofMine}&select=id,created_at&order=created_at,id`;
    const seen = new Set<string>();
    for (let last: { id: string; created_at: string } | undefined; ; ) {
      const behind: string = last
        ? `&created_at=gte.${encodeURIComponent(last.created_at)}&or=${encodeURIComponent(`(created_at.gt."${last.created_at}",id.gt.${last.id})`)}`
        : "";
      const part = await rows<{ id: string; created_at: string }>("admin", `${columns}${behind}&limit=1000`);
      if (part.length === 0) break;
      for (const { id } of part) seen.add(id);
      last = part.at(-1);
    }
    expect(seen.size).toBe(many);
  });

  test("a page past the last one is 416 with a count, and empty without", async () => {
    const behind = `${ofMine}&select=id&offset=5000&limit=50`;
    expect(outcome(await data("admin", "GET", behind, undefined, counted))).toEqual([416, "PGRST103"]);
    expect(await rows("admin", behind)).toEqual([]);
  });

  test("a HEAD returns the count without rows", async () => {
    const { body, headers } = await data("admin", "HEAD", `${ofMine}&select=id`, undefined, counted);
    expect([body, headers.get("Content-Range")]).toEqual(["", `0-999/${many}`]);
  });

  test("a page of the library reports its number of pages and the total", async () => {
    const { body } = await call("visitor", "education_page", { p_tab: own, p_page: 51 });
    expect(body).toMatchObject({ tab: own, page: 51, pages: 51, total: many });
    expect((body as { resources: [] }).resources).toHaveLength(5);
  });

  test("visitors see no site settings before an owner has saved any", async () => {
    expect(await rows("visitor", "site_settings?select=settings")).toEqual([]);
  });

  test("embedded rows are counted, each with its own filter", async () => {
    const select = "there:education_resources(count),deleted:education_resources(count)";
    const filters = "there.deleted_at=is.null&deleted.deleted_at=not.is.null";
    expect(await rows("admin", `education_tabs?tab_key=eq.${own}&select=${select}&${filters}`)).toEqual([
      { there: [{ count: many }], deleted: [{ count: 0 }] },
    ]);
  });
});

describe("a like filter", () => {
  const like = (pattern: string) =>
    rows<{ title: string }>("admin", `${ofMine}&select=title&title=like.${encodeURIComponent(pattern)}&limit=3`);

  test.each([
    ["a percent sign", "%100\\%%"],
    ["an underscore", "%a\\_b%"],
    ["a backslash", "%\\\\%"],
    ["quotes, a comma and parentheses", "%“quoted”, (in%"],
    ["a star, by the one character that it is", "%\\% _ a%"],
  ])("finds %s only where it occurs", async (_, pattern) => {
    expect((await like(pattern)).map(({ title }) => title.slice(0, 9))).toEqual(["Work 0007"]);
  });

  test("treats a star as any text, even when escaped", async () => {
    expect(await like("%*%")).toHaveLength(3);
    expect(await like("%\\*%")).toHaveLength(1);
  });

  test("refuses a pattern that ends in an escape", async () => {
    expect(outcome(await data("admin", "GET", `${ofMine}&select=id&title=like.%5C`))).toEqual([400, "22025"]);
  });

  test("accepts 6,000 characters in a URL", async () => {
    expect(await like("a".repeat(6000))).toEqual([]);
  });
});

describe("a NUL", () => {
  const nul = '"a\\u0000b"';
  const refused = target.kind === "lite" ? "22021" : "22P05";

  test.each([
    ["visitor", "education_page", `{"p_search":${nul}}`],
    ["visitor", "read_events", `{"p_key":${nul}}`],
    ["worker", "subscribe", `{"p_email":${nul},"p_suspected_spam":false}`],
    ["admin", "resource_at", `{"p_url":${nul},"p_except":null}`],
  ] as [Asker, string, string][])("sent by a %s to %s is refused as invalid input", async (asker, name, args) => {
    expect(outcome(await data(asker, "POST", `rpc/${name}`, args))).toEqual([400, refused]);
  });

  test("in a filter is refused or ends the value, so input must be checked beforehand", async () => {
    const reply = await data("admin", "GET", "education_tabs?select=tab_key&tab_key=eq.resources%00other");
    expect(target.kind === "lite" ? [400] : [200, 400]).toContain(reply.status);
  });
});

test("half a surrogate pair is refused as invalid JSON, except by the embedded Supabase", async () => {
  const reply = await data("visitor", "POST", "rpc/education_page", '{"p_search":"a\\ud800b"}');
  expect(outcome(reply)).toEqual(target.kind === "lite" ? [200, undefined] : [400, "PGRST102"]);
});

describe("a time", () => {
  test("that is returned can be parsed anywhere, and matches its row again", async () => {
    const [tab] = await rows<{ updated_at: string }>("admin", `education_tabs?tab_key=eq.${own}&select=updated_at`);
    const { updated_at: at = "" } = tab ?? {};
    expect(at).toMatch(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,6})?\+00(:00)?$/);
    expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(300_000);
    const again = `education_tabs?tab_key=eq.${own}&updated_at=eq.${encodeURIComponent(at)}&select=id`;
    expect(await rows("admin", again)).toHaveLength(1);
  });

  test.each([
    ["nonsense", "22007"],
    ["2026-13-45", "22008"],
    ["", "22007"],
  ])("that is invalid (%j) fails with %s", async (text, code) => {
    const reply = await data("admin", "GET", `education_tabs?select=id&updated_at=eq.${text}`);
    expect(outcome(reply)).toEqual([400, code]);
  });

  test("in the JSON result of a function is ISO", async () => {
    const { body } = await call("admin", "personal_data", {
      p_email: target.admin.email,
      p_account_key: "0".repeat(32),
      p_newsletter_key: "0".repeat(32),
    });
    expect(JSON.stringify(body)).not.toMatch(/"\d{4}-\d\d-\d\d \d\d/);
  });
});

describe("an error has the database's own code for", () => {
  const tab = (fields: object) =>
    data("admin", "POST", "education_tabs", { label: "A label", display_order: 99, ...fields });

  test.each([
    ["a value that is there already", () => tab({ tab_key: own }), 409, "23505"],
    [
      "a value that is missing",
      () => data("admin", "POST", "education_tabs", { tab_key: "contract-none" }),
      400,
      "23502",
    ],
    [
      "a reference to nothing",
      () =>
        data("admin", "POST", "education_resources", {
          tab_key: "contract-none",
          title: "A",
          description: "B",
          url: "https://example.org/",
        }),
      409,
      "23503",
    ],
    ["an id that is none", () => data("admin", "GET", "education_tabs?select=id&id=eq.nonsense"), 400, "22P02"],
    ["a column that is not there", () => data("admin", "GET", "education_tabs?select=nothing"), 400, "42703"],
    ["a function that is not there", () => call("admin", "nothing"), 404, "PGRST202"],
    ["arguments that no function has", () => call("admin", "is_admin", { nothing: 1 }), 404, "PGRST202"],
    ["a body that is no JSON", () => data("admin", "POST", "rpc/is_admin", "{"), 400, "PGRST102"],
  ] as [string, () => Promise<Reply>, number, string][])("%s", async (_, ask, status, code) => {
    const reply = await ask();
    expect(outcome(reply)).toEqual([status, code]);
    expect(Object.keys(reply.body as object).sort()).toEqual(["code", "details", "hint", "message"]);
  });

  test("a failed check; the embedded Supabase hides the code", async () => {
    const found = outcome(await tab({ tab_key: "contract-check", label: "" }));
    expect(found).toEqual(target.kind === "lite" ? [500, "SUP"] : [400, "23514"]);
  });
});

describe("a save", () => {
  const at = (version: string) =>
    `education_tabs?tab_key=eq.${own}&updated_at=eq.${encodeURIComponent(version)}&select=updated_at`;
  const save = (version: string) =>
    data("admin", "PATCH", at(version), { label: "Saved" }, { Prefer: "return=representation" });

  test("succeeds for the version that was read, and matches nothing for an older one", async () => {
    const [before] = await rows<{ updated_at: string }>("admin", `education_tabs?tab_key=eq.${own}&select=updated_at`);
    expect((await save(before?.updated_at ?? "")).body).toHaveLength(1);
    expect((await save(before?.updated_at ?? "")).body).toEqual([]);
  });
});
