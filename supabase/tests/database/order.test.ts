import { beforeEach, describe, expect, it } from "vitest";
import { addResource, denied, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();

const version = "2026-01-02 03:04:05.678901+00";
const unknown = "00000000-0000-4000-8000-000000000000";

const resources = async (tab = "reading") =>
  (
    await database.sql(
      "select title, display_order as place from public.education_resources where tab_key = $1 order by display_order, title",
      tab,
    )
  ).map((row) => `${row.place} ${row.title}`);
const tabs = async () =>
  (
    await database.sql("select label, display_order as place from public.education_tabs order by display_order, label")
  ).map((row) => `${row.place} ${row.label}`);
const place = (what: "tab" | "resource", id: string | undefined, position: number | null) =>
  database.call("admin", `public.reorder_${what}($1, $2)`, id, position);

let ids: Record<string, string>;
beforeEach(async () => {
  await database.sql("delete from public.education_resources");
  await database.sql("delete from public.education_tabs");
  const rows = await database.sql<{ id: string; tab_key: string }>(
    `insert into public.education_tabs (tab_key, label, display_order, updated_at)
     select lower(label), label, 5, $1 from unnest(array['Media', 'Other', 'Reading']) label returning id, tab_key`,
    version,
  );
  ids = Object.fromEntries(rows.map((row) => [row.tab_key, row.id]));
  for (const title of ["A", "B", "C", "D"])
    ids[title] = await addResource(database, { tab: "reading", title, order: 7 });
  await database.sql("alter table public.education_resources disable trigger set_updated_at");
  await database.sql("update public.education_resources set updated_at = $1", version);
  await database.sql("alter table public.education_resources enable trigger set_updated_at");
});

describe("reorder_resource", () => {
  it.each([
    [1, ["1 C", "2 A", "3 B", "4 D"]],
    [2, ["1 A", "2 C", "3 B", "4 D"]],
    [3, ["1 A", "2 B", "3 C", "4 D"]],
    [4, ["1 A", "2 B", "3 D", "4 C"]],
    [99, ["1 A", "2 B", "3 D", "4 C"]],
    [0, ["1 C", "2 A", "3 B", "4 D"]],
    [-5, ["1 C", "2 A", "3 B", "4 D"]],
    [null, ["1 C", "2 A", "3 B", "4 D"]],
  ])("moves C to position %s", async (position, expected) => {
    expect(await place("resource", ids.C, position)).toBe("placed");
    expect(await resources()).toEqual(expected);
  });

  it("moves up, down and to the same position twice", async () => {
    await place("resource", ids.A, 2);
    await place("resource", ids.D, 3);
    await place("resource", ids.D, 3);
    expect(await resources()).toEqual(["1 B", "2 A", "3 D", "4 C"]);
  });

  it("does not count or move deleted resources, and does not affect other tabs", async () => {
    const elsewhere = await addResource(database, { tab: "media", title: "E", order: 7 });
    await database.sql(
      "update public.education_resources set deleted_at = now(), display_order = 0 where id = $1",
      ids.A,
    );
    expect(await place("resource", ids.D, 2)).toBe("placed");
    expect(await resources()).toEqual(["0 A", "1 B", "2 D", "3 C"]);
    expect(await resources("media")).toEqual(["7 E"]);
    expect(await place("resource", ids.A, 1)).toBe("not-found");
    expect(await place("resource", elsewhere, 9)).toBe("placed");
    expect(await resources("media")).toEqual(["1 E"]);
  });

  it("does not count as an edit of any resource, unlike other changes", async () => {
    await place("resource", ids.D, 1);
    expect(await database.sql("select from public.education_resources where updated_at <> $1", version)).toEqual([]);
    await database.as(
      "admin",
      "update public.education_resources set display_order = 9, title = 'Z' where id = $1",
      ids.A,
    );
    await database.as("admin", "update public.education_resources set deleted_at = now() where id = $1", ids.B);
    await database.as("admin", "update public.education_resources set title = title where id = $1", ids.C);
    const changed = await database.sql("select id from public.education_resources where updated_at = now()");
    expect(changed.map((row) => row.id).sort()).toEqual([ids.A, ids.B, ids.C].sort());
  });

  it("logs one row that says what was moved", async () => {
    await place("resource", ids.D, 1);
    expect(
      await database.sql("select row_id, changes from public.audit_log where table_name = 'education_resources'"),
    ).toEqual([{ row_id: ids.D, changes: { display_order: { old: 7, new: 1 } } }]);
    await database.as("admin", "update public.education_resources set display_order = 9 where id = $1", ids.A);
    expect(await database.sql("select from public.audit_log where row_id = $1", ids.A)).toHaveLength(1);
  });
});

describe("reorder_tab", () => {
  it.each([
    [1, ["1 Other", "2 Media", "3 Reading"]],
    [2, ["1 Media", "2 Other", "3 Reading"]],
    [3, ["1 Media", "2 Reading", "3 Other"]],
    [50, ["1 Media", "2 Reading", "3 Other"]],
  ])("moves Other to position %s", async (position, expected) => {
    expect(await place("tab", ids.other, position)).toBe("placed");
    expect(await tabs()).toEqual(expected);
    expect(await database.sql("select from public.education_tabs where updated_at <> $1", version)).toEqual([]);
  });

  it("leaves other changes of a tab to count as edits, with or without its position", async () => {
    await database.as(
      "admin",
      "update public.education_tabs set display_order = 9, label = 'Z' where id = $1",
      ids.other,
    );
    await database.as("admin", "update public.education_tabs set is_active = false where id = $1", ids.media);
    expect(await database.sql("select from public.education_tabs where updated_at = now()")).toHaveLength(2);
  });
});

describe("reordering from an expected position", () => {
  const placeFrom = (what: "tab" | "resource", id: string | undefined, position: number, from: number | null) =>
    database.call("admin", `public.reorder_${what}($1, $2, $3)`, id, position, from);

  it("does not move an item from a position that it is no longer in", async () => {
    expect(await placeFrom("resource", ids.D, 1, 4)).toBe("placed");
    expect(await placeFrom("resource", ids.A, 3, 1)).toBe("changed");
    expect(await resources()).toEqual(["1 D", "2 A", "3 B", "4 C"]);
    expect(await placeFrom("resource", ids.A, 3, 2)).toBe("placed");
    expect(await placeFrom("tab", ids.other, 1, 2)).toBe("placed");
    expect(await placeFrom("tab", ids.media, 3, 1)).toBe("changed");
    expect(await tabs()).toEqual(["1 Other", "2 Media", "3 Reading"]);
    expect(await placeFrom("tab", ids.media, 3, null)).toBe("placed");
  });

  it("accepts the same move twice, even beyond the end", async () => {
    for (let time = 0; time < 2; time += 1) {
      expect(await placeFrom("resource", ids.A, 3, 1)).toBe("placed");
      expect(await placeFrom("tab", ids.media, 50, 1)).toBe("placed");
    }
    expect(await resources()).toEqual(["1 B", "2 C", "3 A", "4 D"]);
    expect(await tabs()).toEqual(["1 Other", "2 Reading", "3 Media"]);
  });

  it("counts positions without deleted resources", async () => {
    await database.sql(
      "update public.education_resources set deleted_at = now(), display_order = 0 where id = $1",
      ids.A,
    );
    expect(await placeFrom("resource", ids.B, 2, 1)).toBe("placed");
    expect(await placeFrom("resource", ids.D, 1, 3)).toBe("placed");
  });
});

it("an unknown tab or resource cannot be moved", async () => {
  expect(await place("tab", unknown, 1)).toBe("not-found");
  expect(await place("resource", unknown, 1)).toBe("not-found");
});

describe("delete_tab", () => {
  const remove = (id: string | undefined, to: string | null = null, at = version) =>
    database.call("admin", "public.delete_tab($1, $2, $3)", id, at, to);

  it("deletes an empty tab", async () => {
    expect(await remove(ids.media)).toBe("deleted");
    expect(await tabs()).toEqual(["5 Other", "5 Reading"]);
  });

  it("deletes a tab with resources only if they are moved", async () => {
    expect(await remove(ids.reading)).toBe("not-empty");
    await addResource(database, { tab: "media", title: "M", order: 3 });
    await database.sql(
      "update public.education_resources set deleted_at = now(), display_order = 9 where id = $1",
      ids.B,
    );
    expect(await remove(ids.reading, "media")).toBe("deleted");
    expect(await resources("media")).toEqual(["3 M", "4 A", "5 C", "6 D", "7 B"]);
    expect(await database.sql("select from public.education_resources where deleted_at is not null")).toHaveLength(1);
    expect(await tabs()).toEqual(["5 Media", "5 Other"]);
  });

  it("treats a tab with only deleted resources as not empty, because their deletion can be undone", async () => {
    await database.sql("update public.education_resources set deleted_at = now()");
    expect(await remove(ids.reading)).toBe("not-empty");
  });

  it.each(["nowhere", "reading", ""])("refuses %j as a target", async (to) => {
    expect(await remove(ids.reading, to)).toBe("no-target");
    expect(await resources()).toHaveLength(4);
  });

  it("deletes nothing if the tab was changed in the meantime", async () => {
    expect(await remove(ids.media, null, "2026-01-02 03:04:05.678902+00")).toBe("changed");
    expect(await database.call("admin", "public.delete_tab($1, null)", ids.media)).toBe("changed");
    expect(await tabs()).toHaveLength(3);
  });

  it("returns not-found for a tab that was deleted", async () => {
    await remove(ids.media);
    expect(await remove(ids.media)).toBe("not-found");
  });

  it("logs the deletion of the tab and the new tab of each resource", async () => {
    await remove(ids.reading, "media");
    const rows = await database.sql<Row>(
      "select verb, table_name, changes from public.audit_log where actor is not null and verb <> 'access'",
    );
    expect(rows.filter((row) => row.table_name === "education_tabs")).toMatchObject([{ verb: "delete" }]);
    expect(rows.filter((row) => row.table_name === "education_resources")).toHaveLength(4);
    expect(rows[0]?.changes).toMatchObject({ tab_key: { old: "reading", new: "media" } });
  });
});

describe("changing the order", () => {
  it.each(["stranger", "worker"] as const)("is denied to a %s", async (actor) => {
    for (const call of ["reorder_tab(null, 1)", "reorder_resource(null, 1)", "delete_tab(null, null)"]) {
      await expect(database.call(actor, `public.${call}`)).rejects.toMatchObject({ code: denied });
    }
  });

  it("finds nothing to move or delete for a member", async () => {
    const before = [await tabs(), await resources()];
    expect(await database.call("member", "public.reorder_tab($1, 1)", ids.other)).toBe("not-found");
    expect(await database.call("member", "public.reorder_resource($1, 1)", ids.D)).toBe("not-found");
    expect(await database.call("member", "public.delete_tab($1, $2)", ids.media, version)).toBe("not-found");
    expect([await tabs(), await resources()]).toEqual(before);
  });
});
