import { describe, expect, it } from "vitest";
import { linesOf, nameOf, pageOf } from "./audit-entry.ts";

const entry = (verb: string, changes: unknown, table_name = "education_tabs") => ({
  verb,
  table_name,
  row_id: "00000000-0000-4000-8000-000000000001",
  changes,
});

describe("an entry of the log in words", () => {
  it("says of a change what was and what is", () => {
    const changes = { label: { old: "Media", new: "Films" }, is_active: { old: true, new: false } };
    expect(linesOf(entry("update", changes))).toEqual(["label: Media → Films", "is_active: yes → no"]);
  });

  it("says of a value that was not there, or is not any more, that it is empty", () => {
    const changes = { note: { old: null, new: "" }, deleted_at: { old: null, new: "2026-11-21T00:00:00Z" } };
    expect(linesOf(entry("update", changes))).toEqual([
      "note: (empty) → (empty)",
      "deleted_at: (empty) → 2026-11-21T00:00:00Z",
    ]);
  });

  it("shows the whole row that was added or deleted", () => {
    const row = { label: "Films", display_order: 3, poster: { width: 2 } };
    for (const verb of ["insert", "delete"])
      expect(linesOf(entry(verb, row))).toEqual(["label: Films", "display_order: 3", 'poster: {"width":2}']);
  });

  it("names the columns alone of what visitors sent", () => {
    expect(linesOf(entry("update", { columns: ["note", "status"] }, "contact_messages"))).toEqual(["note", "status"]);
    expect(linesOf(entry("delete", { columns: [] }, "contact_messages"))).toEqual([]);
  });

  it("says nothing of what it does not understand", () => {
    expect(linesOf(entry("update", null))).toEqual([]);
    expect(linesOf(entry("update", { label: "odd" }))).toEqual(["label: (empty) → (empty)"]);
  });
});

describe("the row of an entry", () => {
  it("is called by its title or label where the whole row is kept", () => {
    expect(nameOf(entry("insert", { title: "Films" }))).toBe("Films");
    expect(nameOf(entry("delete", { label: "Media" }))).toBe("Media");
    expect(nameOf(entry("update", { label: { old: "Media", new: "Films" } }))).toBeUndefined();
  });

  it("has a link to its page while it is there and has one", () => {
    expect(pageOf(entry("update", {}))).toBe("/admin/tabs/00000000-0000-4000-8000-000000000001");
    expect(pageOf(entry("delete", {}))).toBeUndefined();
    expect(pageOf(entry("update", {}, "outbox"))).toBeUndefined();
  });
});
