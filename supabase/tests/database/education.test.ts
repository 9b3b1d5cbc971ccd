import { describe, expect, it } from "vitest";
import { addResource, checkViolation, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();
const foreignKeyViolations = ["23503", "23001"];

async function change(resource: string, column: string, value: unknown) {
  return database.attempt(`update public.education_resources set ${column} = $2 where id = $1`, resource, value);
}

describe("a resource", () => {
  it.each([
    ["a script as its link", "url", "javascript:alert(1)"],
    ["a link without a scheme", "url", "example.org"],
    ["a link with a line break", "url", "https://example.org/\nx"],
    ["a link that shows another host than its own", "url", "https://pay@evil.example/"],
    ["a link with a password", "url", "https://:secret@evil.example"],
    ["the same behind more slashes", "url", "https:///pay@evil.example/"],
    ["the same behind a backslash", "url", "https://\\pay@evil.example/"],
    ["a link that only contains one", "url", "data:https://example.org"],
    ["a link of 2,049 characters", "url", `https://example.org/${"a".repeat(2029)}`],
    ["an unknown icon", "icon_name", "Skull"],
    ["an unknown type", "resource_type", "banner"],
    ["a blank title", "title", "  "],
    ["a title of 201 letters", "title", "a".repeat(201)],
    ["a blank description", "description", ""],
    ["a description of 1,001 letters", "description", "a".repeat(1001)],
    ["a place before the first", "display_order", -1],
  ])("rejects %s", async (_, column, value) => {
    await expect(change(await addResource(database), column, value)).rejects.toMatchObject({ code: checkViolation });
  });

  it.each([
    ["icon_name", ["BookOpen", "BookText", "Youtube", "Headphones", "GraduationCap"]],
    ["resource_type", ["resource_card", "compact"]],
    [
      "url",
      [
        "https://example.org",
        "http://example.org/a?b=c#d",
        "https://example.org/@kai?to=a@b#c@d",
        "https://example.org?a@b",
      ],
    ],
  ])("accepts each of these as %s: %j", async (column, values) => {
    const id = await addResource(database);
    for (const value of values) await change(id, column, value);
  });

  it("is an unpublished card with an open-book icon by default", async () => {
    const [row] = await database.sql(
      `insert into public.education_resources (tab_key, title, description, url) values ('resources', 'A', 'B', 'https://example.org')
       returning icon_name, resource_type, is_published`,
    );
    expect(row).toEqual({ icon_name: "BookOpen", resource_type: "resource_card", is_published: false });
  });

  it("updates its search_text after a change", async () => {
    const id = await addResource(database);
    await change(id, "title", "Kūkaʻi");
    expect(await database.sql("select search_text from public.education_resources where id = $1", id)).toEqual([
      { search_text: "kukai about it." },
    ]);
  });
});

describe("a tab", () => {
  const add = (key: string, label = "A tab") =>
    database.attempt("insert into public.education_tabs (tab_key, label) values ($1, $2)", key, label);

  it.each(["", "Upper", "two words", "-a", "a-", "a--b", "ʻokina", "a".repeat(51)])(
    "rejects the key %j",
    async (key) => {
      await expect(add(key)).rejects.toMatchObject({ code: checkViolation });
    },
  );

  it("has a label of 1 to 60 characters", async () => {
    await expect(add("new-tab", " ")).rejects.toMatchObject({ code: checkViolation });
    await expect(add("new-tab", "a".repeat(61))).rejects.toMatchObject({ code: checkViolation });
    await add("new-tab", "a".repeat(60));
  });

  it("keeps its resources when its key changes", async () => {
    await add("before");
    const id = await addResource(database, { tab: "before" });
    await database.sql("update public.education_tabs set tab_key = 'after' where tab_key = 'before'");
    expect(await database.sql("select tab_key from public.education_resources where id = $1", id)).toEqual([
      { tab_key: "after" },
    ]);
  });

  describe("with a changed key", () => {
    const rename = (from: string, to: string) =>
      database.sql("update public.education_tabs set tab_key = $2 where tab_key = $1", from, to);
    const renamed = async () =>
      (await database.call<{ renamed: Record<string, string> }>("stranger", "public.education_page()")).renamed;

    it("maps every former key directly to the current one", async () => {
      await add("first");
      await rename("first", "second");
      await rename("second", "third");
      expect(await renamed()).toEqual({ first: "third", second: "third" });
    });

    it("can take back a former key without redirecting it to itself", async () => {
      await add("first");
      await rename("first", "second");
      await rename("second", "first");
      expect(await renamed()).toEqual({ second: "first" });
    });

    it("loses a former key to a tab that is created with it or renamed to it", async () => {
      await add("first");
      await rename("first", "second");
      await add("first");
      expect(await renamed()).toEqual({});
      await rename("second", "third");
      await rename("first", "second");
      expect(await renamed()).toEqual({ first: "second" });
    });

    it("does not redirect former keys while inactive, and drops them when deleted", async () => {
      await add("first");
      await rename("first", "second");
      await database.sql("update public.education_tabs set is_active = false where tab_key = 'second'");
      expect(await renamed()).toEqual({});
      await database.sql("delete from public.education_tabs where tab_key = 'second'");
      expect(await database.sql("select from private.education_tab_old_keys")).toEqual([]);
    });

    it("keeps the former key when an admin makes the change", async () => {
      await add("first");
      await database.as("admin", "update public.education_tabs set tab_key = 'second' where tab_key = 'first'");
      expect(await renamed()).toEqual({ first: "second" });
    });
  });

  it("cannot be deleted while it has resources", async () => {
    await add("full");
    await addResource(database, { tab: "full" });
    const code = await database
      .attempt("delete from public.education_tabs where tab_key = 'full'")
      .catch((error) => error.code);
    expect(foreignKeyViolations).toContain(code);
  });
});
