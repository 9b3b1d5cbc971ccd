import { beforeEach, describe, expect, it } from "vitest";
import { addResource, checkViolation, denied, invalidParameter, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();
const url = "https://example.org/a";

let id: string;
beforeEach(async () => {
  await database.sql("update public.education_resources set is_published = false");
  id = await addResource(database, { title: "A work" });
  await database.sql("update public.education_resources set url = $2, is_published = true where id = $1", id, url);
});

const claim = (limit = 3) =>
  database.as<{ resource_id: string; url: string }>("worker", "select * from public.claim_links($1, 60)", limit);
const settle = (state: string, movedTo: string | null = null, at = url) =>
  database.call<boolean>("worker", "public.settle_link($1, $2, $3, $4)", id, at, state, movedTo);
/** Lets this many days pass for the checks, because `now()` does not advance during a test. */
const wait = (days: number) =>
  database.sql("update private.link_checks set due_at = due_at - $1 * interval '1 day'", days);
const resource = () => database.call<{ link: object | null }>("admin", "public.admin_resource($1)", id);
const shown = async () => {
  const page = await database.call<{ resources: { id: string; is_gone: boolean }[] }>(
    "stranger",
    "public.education_page('resources', 'work')",
  );
  return page.resources.find((each) => each.id === id)?.is_gone;
};
const listed = async (state: string) =>
  (await database.call<{ total: number }>("admin", "public.admin_resources('', '', $1)", state)).total;

describe("a link", () => {
  it("is checked once a week, by one Worker", async () => {
    expect(await claim()).toEqual([{ resource_id: id, url }]);
    expect(await claim()).toEqual([]);
    await settle("fine");
    await wait(6.9);
    expect(await claim()).toEqual([]);
    await wait(0.2);
    expect(await claim()).toHaveLength(1);
  });

  it("can be claimed by another Worker if the first one never settled it", async () => {
    await claim();
    await wait(1);
    expect(await claim()).toHaveLength(1);
  });

  it("is not checked while visitors cannot see it", async () => {
    await database.sql("update public.education_resources set is_published = false where id = $1", id);
    expect(await claim()).toEqual([]);
    await database.sql(
      "update public.education_resources set is_published = true, deleted_at = now() where id = $1",
      id,
    );
    expect(await claim()).toEqual([]);
    await database.sql("update public.education_resources set deleted_at = null where id = $1", id);
    await database.sql("update public.education_tabs set is_active = false");
    expect(await claim()).toEqual([]);
  });

  it("is gone only after three checks in a row have found nothing", async () => {
    await claim();
    await settle("fine");
    for (const state of ["fine", "fine", "gone"]) {
      expect(await shown()).toBe(false);
      await wait(7);
      await claim();
      await settle("gone");
      expect((await resource()).link).toMatchObject({ state });
    }
    expect(await shown()).toBe(true);
    expect(await listed("gone")).toBe(1);
    expect(await database.call("admin", "(public.dashboard() -> 'attention' ->> 'gone_links')::integer")).toBe(1);

    await wait(7);
    await claim();
    await settle("fine");
    expect(await shown()).toBe(false);
    expect(await listed("gone")).toBe(0);
  });

  it("is not gone if another result came in between", async () => {
    for (const seen of ["gone", "gone", "unknown", "gone", "gone"]) {
      await claim();
      await settle(seen);
      await wait(7);
    }
    expect(await shown()).toBe(false);
  });

  it("is checked again after a day instead of a week if nothing was found", async () => {
    await claim();
    await settle("gone");
    await wait(1);
    expect(await claim()).toHaveLength(1);
  });

  it("shows where its page has moved, and is checked anew once it leads there", async () => {
    await claim();
    await settle("moved", "https://example.org/b");
    expect((await resource()).link).toMatchObject({ state: "moved", moved_to: "https://example.org/b" });
    expect(await listed("moved")).toBe(1);
    await database.as("admin", "update public.education_resources set url = 'https://example.org/b' where id = $1", id);
    expect((await resource()).link).toBeNull();
    expect(await listed("moved")).toBe(0);
    expect(await claim()).toEqual([{ resource_id: id, url: "https://example.org/b" }]);
    // A late result for the previous URL is ignored.
    expect(await settle("gone")).toBe(false);
    expect((await resource()).link).toBeNull();
    await settle("fine", null, "https://example.org/b");
    expect((await resource()).link).toMatchObject({ state: "fine", moved_to: null });
  });

  it("is listed as unknown, and is not gone, if it could not be checked", async () => {
    await claim();
    await settle("unknown");
    expect(await listed("unknown")).toBe(1);
    expect(await shown()).toBe(false);
  });

  it("is checked in the next run when an admin requests it, unless its first check is under way", async () => {
    await claim();
    await database.as("admin", "select public.check_link_again($1)", id);
    expect(await claim()).toEqual([]);
    await settle("unknown");
    await database.as("admin", "select public.check_link_again($1)", id);
    expect(await claim()).toHaveLength(1);
  });

  it("loses its check when its resource is deleted", async () => {
    await claim();
    await database.sql("delete from public.education_resources where id = $1", id);
    expect(await database.sql("select from private.link_checks")).toEqual([]);
  });
});

describe("link checks", () => {
  it.each([0, 101])("refuse to claim %s links", async (limit) => {
    await expect(claim(limit)).rejects.toMatchObject({ code: invalidParameter });
  });

  it("refuse a moved link without a valid new URL", async () => {
    await claim();
    await expect(settle("moved")).rejects.toMatchObject({ code: checkViolation });
    await expect(settle("moved", "javascript:alert(1)")).rejects.toMatchObject({ code: checkViolation });
  });

  it("are only for the Worker, and cannot be requested by a member", async () => {
    await expect(database.as("member", "select public.check_link_again($1)", id)).rejects.toMatchObject({
      code: denied,
    });
    for (const actor of ["stranger", "member", "admin"] as const) {
      await expect(database.as(actor, "select public.claim_links(3, 60)")).rejects.toMatchObject({ code: denied });
      await expect(database.as(actor, "select public.settle_link($1, $2, 'gone')", id, url)).rejects.toMatchObject({
        code: denied,
      });
      await expect(database.as(actor, "select from private.link_checks")).rejects.toMatchObject({ code: denied });
    }
  });
});
