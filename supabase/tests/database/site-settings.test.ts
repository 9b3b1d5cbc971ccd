import { beforeEach, describe, expect, it } from "vitest";
import { siteFormSchema } from "../../../app/features/site/site-form.schema.ts";
import { settingsOf } from "../../../app/features/site/site-words.ts";
import { defaultSite } from "../../../app/site.ts";
import { longestSite } from "../../../tests/support/longest-site.ts";
import { checkViolation, denied, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();
const { sql } = database;
const own = { ...settingsOf(defaultSite), name: "Hui o Kai" };
const save = (actor: "stranger" | "member" | "editor" | "admin" | "worker", settings: unknown) =>
  database.as(
    actor,
    "update public.site_settings set settings = $1::jsonb returning settings ->> 'name' as name",
    JSON.stringify(settings),
  );

beforeEach(async () => {
  await database.signIn();
  await database.addEditor();
});

describe("the site settings", () => {
  it("can be read by everyone once an owner has saved them", async () => {
    expect(await database.as("stranger", "select settings from public.site_settings")).toEqual([]);
    expect(await save("admin", own)).toEqual([{ name: "Hui o Kai" }]);
    expect(await database.as("stranger", "select settings ->> 'name' as name from public.site_settings")).toEqual([
      { name: "Hui o Kai" },
    ]);
  });

  it.each(["stranger", "worker"] as const)("cannot be changed by a %s", async (actor) => {
    await expect(save(actor, own)).rejects.toMatchObject({ code: denied });
  });

  it.each(["member", "editor"] as const)("stay as they are when a %s tries to change them", async (actor) => {
    expect(await save(actor, own)).toEqual([]);
  });

  it.each([
    ["admin", "insert into public.site_settings (id) values ('other')", denied],
    ["admin", "delete from public.site_settings", denied],
  ] as const)("remain a single row: %s, %s", async (actor, statement, code) => {
    await expect(database.as(actor, statement)).rejects.toMatchObject({ code });
  });

  it("can be as long as the form allows, in characters of four bytes", async () => {
    expect(await save("admin", siteFormSchema.parse(longestSite()))).toHaveLength(1);
  });

  it("follow the description and focus of a picture when an editor changes it in the library", async () => {
    const path = `/uploads/${"0a".repeat(16)}-1600x900_480.jpg`;
    await sql(
      "insert into public.pictures (path, alt, width, height) values ($1, 'Kai at the door', 1600, 900), ($2, 'Another', 9, 9)",
      path,
      path.replace("0a", "0b"),
    );
    await save("admin", { ...own, founder_2_portrait: path, link_picture: path, founder_1_portrait_alt: "A drawing" });
    const said = () =>
      sql(
        "select settings ->> 'founder_2_portrait_alt' as alt, settings ->> 'founder_2_portrait_focus' as focus, settings ->> 'link_picture_alt' as link, settings ->> 'founder_1_portrait_alt' as other from public.site_settings",
      );
    await database.as("editor", "update public.pictures set alt = 'Kai', focus = 'top left' where path = $1", path);
    const [after] = await said();
    expect(after).toMatchObject({ alt: "Kai", focus: "top left", link: "Kai", other: "A drawing" });
    await database.as("editor", "update public.pictures set alt = 'Somebody else' where path <> $1", path);
    expect(await said()).toEqual([after]);
  });

  it("are logged without their values", async () => {
    await save("admin", own);
    expect(await sql("select row_id, changes from public.audit_log where table_name = 'site_settings'")).toEqual([
      { row_id: "site", changes: { columns: ["settings"] } },
    ]);
  });

  it.each([
    ["a list", []],
    ["no name", { ...own, name: undefined }],
    ["a number", { ...own, tagline: 1 }],
    ["an object", { ...own, tagline: { en: "x" } }],
    ["a script for a link", { ...own, chat_url: "javascript:alert(1)" }],
    ["a link that shows another site", { ...own, social_x_url: "https://x.com@evil.net/" }],
    ["too much", { ...own, story: "x".repeat(100_000) }],
  ])("are refused: %s", async (_, settings) => {
    await expect(save("admin", settings)).rejects.toMatchObject({ code: checkViolation });
  });
});
