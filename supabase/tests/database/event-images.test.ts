import { beforeEach, describe, expect, it } from "vitest";
import { denied, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();

it("the bucket event-images is public and accepts images of up to 5242880 bytes", async () => {
  expect(
    await database.sql(
      "select public, file_size_limit::integer, allowed_mime_types from storage.buckets where id = 'event-images'",
    ),
  ).toEqual([
    {
      public: true,
      file_size_limit: 5242880,
      allowed_mime_types: ["image/avif", "image/jpeg", "image/png", "image/webp"],
    },
  ]);
});

describe("storage objects, with the privileges that the platform grants", () => {
  const add = (name: string, bucket = "event-images") =>
    `insert into storage.objects (bucket_id, name) values ('${bucket}', '${name}')`;

  beforeEach(async () => {
    await database.sql("grant usage on schema storage to anon, authenticated");
    await database.sql("grant all on storage.objects, storage.buckets to anon, authenticated");
    await database.sql("insert into storage.buckets (id, name) values ('another', 'another')");
    await database.sql(add("poster.webp"));
    await database.sql(add("other.webp", "another"));
  });

  const names = async () =>
    (await database.sql<{ name: string }>("select name from storage.objects order by name")).map(({ name }) => name);

  it.each(["stranger", "member"] as const)("a %s cannot add, see, replace or delete an event image", async (actor) => {
    await expect(database.as(actor, add("mine.webp"))).rejects.toMatchObject({ code: denied });
    expect(await database.as(actor, "select name from storage.objects")).toEqual([]);
    await database.as(actor, "update storage.objects set name = 'mine.webp'");
    await database.as(actor, "delete from storage.objects");
    expect(await names()).toEqual(["other.webp", "poster.webp"]);
  });

  it("an admin can add, see, replace and delete event images", async () => {
    await database.as("admin", add("new.webp"));
    await database.as("admin", "update storage.objects set name = 'newer.webp' where name = 'new.webp'");
    expect(await database.as("admin", "select name from storage.objects order by name")).toEqual([
      { name: "newer.webp" },
      { name: "poster.webp" },
    ]);
    await database.as("admin", "delete from storage.objects where name = 'newer.webp'");
    expect(await names()).toEqual(["other.webp", "poster.webp"]);
  });

  it("an admin cannot touch another bucket", async () => {
    await expect(database.as("admin", add("new.webp", "another"))).rejects.toMatchObject({ code: denied });
    await expect(
      database.as("admin", "update storage.objects set bucket_id = 'another' where name = 'poster.webp'"),
    ).rejects.toMatchObject({ code: denied });
    await database.as("admin", "delete from storage.objects where bucket_id = 'another'");
    expect(await names()).toEqual(["other.webp", "poster.webp"]);
  });

  it.each(["stranger", "member", "admin"] as const)("a %s cannot see or change buckets", async (actor) => {
    expect(await database.as(actor, "select id from storage.buckets")).toEqual([]);
    await database.as(actor, "update storage.buckets set public = false");
    await expect(
      database.as(actor, "insert into storage.buckets (id, name) values ('new', 'new')"),
    ).rejects.toMatchObject({
      code: denied,
    });
    expect(await database.sql("select id from storage.buckets where public")).toEqual([{ id: "event-images" }]);
  });
});
