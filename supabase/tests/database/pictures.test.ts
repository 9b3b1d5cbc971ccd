import { beforeEach, describe, expect, it } from "vitest";
import { checkViolation, denied, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();

const hex = "0123456789abcdef0123456789abcdef";
const id = "01234567-89ab-cdef-0123-456789abcdef";
const path = `/uploads/${hex}-1600x900_480.jpg`;

const add = (fields: Record<string, unknown> = {}) =>
  database.sql<{ id: string; updated_at: string }>(
    "insert into public.pictures (id, path, alt, width, height, bytes, focus) select id, path, alt, width, height, bytes, coalesce(focus, 'center') from jsonb_populate_record(null::public.pictures, $1) returning id, updated_at::text",
    { id, path, alt: "A canoe", width: 1600, height: 900, bytes: 90_000, ...fields },
  );

const remove = async (version?: string) => {
  const [row] = await database.sql<{ updated_at: string }>("select updated_at::text from public.pictures");
  const [answer] = await database.as<{ outcome: string }>(
    "admin",
    "select public.delete_picture($1, $2) as outcome",
    id,
    version ?? row?.updated_at ?? "2026-01-01",
  );
  return answer?.outcome;
};

describe("a picture", () => {
  it.each([
    ["an address elsewhere", { path: "https://evil.example/a.png" }],
    ["a file of the site", { path: "/uploads/founder-1.svg" }],
    ["an SVG", { path: `/uploads/${hex}.svg` }],
    ["no description", { alt: " " }],
    ["a description of 301 characters", { alt: "x".repeat(301) }],
    ["a description of two lines", { alt: "one\ntwo" }],
    ["no width", { width: 0 }],
    ["more than 5 MiB", { bytes: 5_242_881 }],
    ["a part that it does not have", { focus: "middle" }],
  ])("rejects %s", async (_, fields) => {
    await expect(add(fields)).rejects.toMatchObject({ code: checkViolation });
  });

  it("can be read and changed only by admins, and its path cannot be changed", async () => {
    await add();
    for (const actor of ["stranger", "member"] as const) {
      expect(
        await database.as(actor, "select id from public.pictures").catch((error: { code: string }) => error.code),
      ).toSatisfy((seen) => seen === denied || (Array.isArray(seen) && seen.length === 0));
      await expect(database.as(actor, "select public.delete_picture($1, now())", id)).rejects.toMatchObject({
        code: denied,
      });
    }
    await database.as("admin", "update public.pictures set alt = 'A longboat', focus = 'top left'");
    await expect(database.as("admin", "update public.pictures set path = $1", path)).rejects.toMatchObject({
      code: denied,
    });
    expect(await database.sql("select alt, focus from public.pictures")).toEqual([
      { alt: "A longboat", focus: "top left" },
    ]);
  });
});

describe("the deletion of a picture", () => {
  beforeEach(() => add());
  const uses = async () => {
    const [row] = await database.as<{ picture: { uses: unknown[] } }>(
      "admin",
      "select public.admin_picture($1) as picture",
      id,
    );
    return row?.picture.uses;
  };

  it("succeeds once if nothing uses it", async () => {
    expect(await uses()).toEqual([]);
    expect(await remove()).toBe("deleted");
    expect(await remove()).toBe("not-found");
  });

  it("is refused if the admin saw an older version of it", async () => {
    expect(await remove("2026-01-01T00:00:00Z")).toBe("changed");
  });

  it("is refused while an event uses it, which is listed", async () => {
    await database.sql(
      "insert into public.events (key, title, place, summary, poster_path, poster_alt, poster_width, poster_height) values ('hilo', 'Hilo meetup', 'Hilo', 'A summary.', $1, 'A', 1600, 900)",
      path,
    );
    expect(await uses()).toEqual([expect.objectContaining({ kind: "event", title: "Hilo meetup" })]);
    expect(await remove()).toBe("used");
  });

  it("is refused while a speaker uses it, which is listed with the rest of the path of the speaker's page", async () => {
    const [event] = await database.sql<{ id: string }>(
      "insert into public.events (key, title, place, summary) values ('hilo', 'Hilo meetup', 'Hilo', 'A summary.') returning id",
    );
    await database.sql("insert into public.programmes (id) values ($1)", event?.id);
    const [speaker] = await database.sql<{ id: string }>(
      "insert into public.speakers (event_id, name, picture_path, picture_alt, picture_width, picture_height) values ($1, 'Keola', $2, 'A', 1600, 900) returning id",
      event?.id,
      path,
    );
    expect(await uses()).toEqual([
      { kind: "speaker", id: `${event?.id}/programme/speakers/${speaker?.id}`, title: "Keola" },
    ]);
    expect(await remove()).toBe("used");
  });

  it("is refused while the site settings use it, which are listed", async () => {
    await database.sql(
      `update public.site_settings set settings = jsonb_build_object('name', 'N', 'short_name', 'N', 'tagline', 'T', 'email', 'a@example.org', 'location', 'L',
       'community_url', 'https://a.example', 'meetup_url', 'https://a.example', 'chat_url', 'https://a.example', 'founder_1_portrait', $1::text)`,
      path,
    );
    expect(await uses()).toEqual([{ kind: "site", id: "site", title: "" }]);
    expect(await remove()).toBe("used");
  });

  it.each([
    ["as its picture", { picture_path: path, picture_alt: "A" }],
    ["in its text, as one of the smaller ones", { markdown: `![A](/uploads/${hex}-1600x900_480-480.webp)` }],
  ])("is refused while an article uses it %s, but not because of an older revision", async (_, text) => {
    const [article] = await database.sql<{ id: string }>(
      "insert into public.articles (kind, slug, revision) values ('article', 'canoes', 1) returning id",
    );
    const revision = (number: number, fields: object) =>
      database.sql(
        `insert into public.article_revisions (article_id, number, slug, title, excerpt, picture_path, picture_alt, markdown, html, outline, words, renderer)
         select article_id, number, 'canoes', 'Canoes', 'All of them.', picture_path, picture_alt, coalesce(markdown, 'Text'), '', '[]', 1, '1'
         from jsonb_populate_record(null::public.article_revisions, $1)`,
        { article_id: article?.id, number, ...fields },
      );
    await revision(1, text);
    expect(await uses()).toEqual([{ kind: "article", id: article?.id, title: "Canoes" }]);
    expect(await remove()).toBe("used");
    await revision(2, {});
    await database.sql("update public.articles set revision = 2");
    expect(await remove()).toBe("deleted");
  });
});
