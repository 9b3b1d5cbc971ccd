import { beforeEach, describe, expect, it } from "vitest";
import { type Actor, addResource, denied, key, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();

interface Twin {
  id: string;
  title: string;
  is_deleted: boolean;
}

const unknown = "00000000-0000-4000-8000-000000000000";
const addressKey = async (url: string) =>
  (await database.sql<{ key: string | null }>("select public.address_key($1) as key", url))[0]?.key;
const resourceAt = (url: string, except: string | null = null, actor: Actor = "admin") =>
  database.call<Twin | null>(actor, "public.resource_at($1, $2)", url, except);
const setUrl = (id: string, url: string) =>
  database.sql("update public.education_resources set url = $2 where id = $1", id, url);

let id: string;
beforeEach(async () => {
  id = await addResource(database, { title: "A work" });
  await setUrl(id, "https://www.Example.org/Read/me/?b=2&utm_source=letter&a=1#part");
});

describe("address_key", () => {
  it.each([
    ["https://example.org", "example.org"],
    ["http://example.org/", "example.org"],
    ["https://www.example.org", "example.org"],
    ["https://WWW.EXAMPLE.org:443/", "example.org"],
    ["http://example.org:80", "example.org"],
    ["https://example.org:8443/a", "example.org:8443/a"],
    ["https://example.org/a/", "example.org/a"],
    ["https://example.org/A", "example.org/A"],
    ["https://example.org/a#b", "example.org/a"],
    ["https://example.org/a/?", "example.org/a"],
    ["https://example.org/a?utm_source=x", "example.org/a"],
    ["https://example.org/a?UTM_Medium=x&b=1&utm_campaign=y", "example.org/a?b=1"],
    ["https://example.org/a?b=1&c=/", "example.org/a?b=1&c=/"],
    ["https://example.org/watch?v=1&v=2", "example.org/watch?v=1&v=2"],
    ["https://example.org?a=1", "example.org?a=1"],
    ["https://example.org/a?my_utm_b=1", "example.org/a?my_utm_b=1"],
    ["https://www.www.example.org/", "www.example.org"],
    ["nothing of the kind", null],
  ])("%s", async (url, expected) => {
    expect(await addressKey(url)).toBe(expected);
  });
});

describe("resource_at", () => {
  it("finds the same page under another spelling of its URL, and nothing else", async () => {
    const found = { id, title: "A work", is_deleted: false };
    expect(await resourceAt("http://example.org/Read/me?b=2&a=1")).toEqual(found);
    expect(await resourceAt("http://example.org/Read/me?a=1&b=2")).toBeNull();
    expect(await resourceAt("http://example.org/read/me?b=2&a=1")).toBeNull();
    expect(await resourceAt("http://example.org/Read/me?b=2&a=1", id)).toBeNull();
  });

  it("prefers an existing resource to a deleted one", async () => {
    await database.sql("update public.education_resources set deleted_at = now() where id = $1", id);
    const url = "https://example.org/Read/me?b=2&a=1";
    expect(await resourceAt(url)).toEqual({ id, title: "A work", is_deleted: true });
    const other = await addResource(database, { title: "Another", published: false });
    await setUrl(other, url);
    expect(await resourceAt(url)).toEqual({ id: other, title: "Another", is_deleted: false });
  });

  it("is denied to members and strangers", async () => {
    await expect(resourceAt("https://example.org/", null, "member")).rejects.toMatchObject({ code: denied });
    await expect(resourceAt("https://example.org/", null, "stranger")).rejects.toMatchObject({ code: denied });
  });
});

describe("admin_resource", () => {
  const read = (which: string, actor: Actor = "admin") => database.call(actor, "public.admin_resource($1)", which);

  it("returns a resource with its likes and its twin, whether deleted or not", async () => {
    await database.call("worker", "public.set_like($1, 'like', null, null, $2)", id, key(1));
    expect(await read(id)).toMatchObject({ id, title: "A work", likes_count: 1, twin: null, deleted_at: null });
    const twin = await addResource(database, { title: "Twin" });
    await setUrl(twin, "http://example.org/Read/me?b=2&a=1");
    await database.sql("update public.education_resources set deleted_at = now() where id = $1", id);
    expect(await read(id)).toMatchObject({
      deleted_at: expect.any(String),
      twin: { id: twin, title: "Twin", is_deleted: false },
    });
    expect(await read(twin)).toMatchObject({ likes_count: 0, twin: { id, title: "A work", is_deleted: true } });
  });

  it("returns null for an unknown ID", async () => {
    expect(await read(unknown)).toBeNull();
  });

  it("is only for admins", async () => {
    await expect(read(id, "member")).rejects.toMatchObject({ code: denied });
    await expect(read(id, "stranger")).rejects.toMatchObject({ code: denied });
  });
});

describe("the limits of texts, which do not count joiners", () => {
  const joined = "👩\u200d🌾";

  it.each([
    ["education_tabs", "label", 60],
    ["education_resources", "title", 200],
    ["education_resources", "description", 1000],
  ])("%s.%s", async (table, column, most) => {
    const write = (text: string) => database.attempt(`update public.${table} set ${column} = $1`, text);
    await write(joined.repeat(most / 2));
    await expect(write(`${joined.repeat(most / 2)}a`)).rejects.toThrow(/characters/);
    await expect(write(" ")).rejects.toThrow(/characters/);
  });
});
