import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { addEvent, addResource, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();
const migration = readFileSync("supabase/migrations/20261101004200_addresses_without_userinfo.sql", "utf8");

/** The rows as they could stand before that migration, and then the migration. */
async function migrate(change: string, ...parameters: unknown[]): Promise<void> {
  await database.sql(change, ...parameters);
  for (const statement of migration.split(/;$/m).filter((text) => text.trim())) await database.sql(statement);
}

beforeEach(async () => {
  await database.sql("alter table public.education_resources drop constraint url_has_no_userinfo");
  await database.sql(
    "alter table public.events drop constraint ticket_url_has_no_userinfo, drop constraint poster_path_has_no_userinfo",
  );
  // A later migration refuses new links of the old kind.
  for (const when of ["added", "changed"])
    await database.sql(`drop trigger if exists ticket_url_is_secure_when_${when} on public.events`);
});

describe("addresses with a name before their host that were stored earlier", () => {
  it.each([
    ["https://bank.example@evil.example/a@b?c@d", "https://evil.example/a@b?c@d"],
    ["http://a:b@c@evil.example:8080", "http://evil.example:8080"],
    ["https:///pay@evil.example/", "https://evil.example/"],
    ["https://\\pay@evil.example/", "https://evil.example/"],
    ["https://pay@", "https://address.invalid"],
    ["https://pay@/x", "https://address.invalid/x"],
    ["https://example.org/@kai?to=a@b", "https://example.org/@kai?to=a@b"],
    ["https://example.org\\@kai", "https://example.org\\@kai"],
  ])("%s becomes %s, and leads where it led", async (before, after) => {
    const id = await addResource(database);
    const event = await addEvent(database, "luau");
    await database.sql("update public.events set ticket_url = $2 where id = $1", event, before);
    await migrate("update public.education_resources set url = $2 where id = $1", id, before);
    expect(await database.sql("select url from public.education_resources where id = $1", id)).toEqual([
      { url: after },
    ]);
    expect(await database.sql("select ticket_url from public.events where id = $1", event)).toEqual([
      { ticket_url: after },
    ]);
    if (URL.canParse(before)) expect(new URL(after).host).toBe(new URL(before).host);
  });

  it.each([
    ["https://pay@evil.example/a.svg", "https://evil.example/a.svg"],
    ["https://pay@/a.svg", "https://address.invalid/a.svg"],
  ])("the poster %s becomes %s", async (before, after) => {
    const id = await addEvent(database, "luau");
    await migrate(
      "update public.events set poster_path = $2, poster_alt = 'A', poster_width = 1, poster_height = 1 where id = $1",
      id,
      before,
    );
    expect(await database.sql("select poster_path from public.events where id = $1", id)).toEqual([
      { poster_path: after },
    ]);
  });
});
