import { describe, expect, it } from "vitest";
import { linesOf, nameOf, pageOf, verbOf } from "./audit-entry.ts";

const entry = (verb: string, changes: unknown, table_name = "education_tabs") => ({
  verb,
  table_name,
  row_id: "00000000-0000-4000-8000-000000000001",
  changes,
});

describe("an entry of the log in words", () => {
  it("shows the old and the new value of a change", () => {
    const changes = { label: { old: "Media", new: "Films" }, is_active: { old: true, new: false } };
    expect(linesOf(entry("update", changes))).toEqual(["Label: Media → Films", "Visitors see this tab: Yes → No"]);
  });

  it("shows a value that is or was missing as (empty)", () => {
    const changes = { time_note: { old: null, new: "" }, ends_at: { old: null, new: "2026-11-21T00:00:00Z" } };
    expect(linesOf(entry("update", changes, "events"))).toEqual([
      "Note beside the date: (empty) → (empty)",
      "End time: (empty) → November 20, 2026, 2:00 PM HST",
    ]);
  });

  it("writes co-hosts as the form does", () => {
    const hosts = [{ name: "Makers of Hilo", url: "https://makers.example/" }, { name: "Hālau ʻo Kekuhi" }];
    expect(linesOf(entry("update", { co_hosts: { old: [], new: hosts } }, "events"))).toEqual([
      "Co-hosts: (empty) → Makers of Hilo https://makers.example/, Hālau ʻo Kekuhi",
    ]);
  });

  it("names the people that an email went to as its form does", () => {
    expect(linesOf(entry("insert", { audience: "came" }, "campaigns"))).toEqual(["To: People who were checked in"]);
  });

  it("states the kind, source and rows of an import, and that it was undone", () => {
    const changes = { kind: "subscribers", source: "Mailchimp", rows: 5000 };
    const [made, undone] = [entry("insert", changes, "imports"), entry("delete", changes, "imports")];
    expect([verbOf(made), nameOf(made, {}), verbOf(undone)]).toEqual(["Imported", "Mailchimp", "Undone"]);
    expect(linesOf(made)).toEqual(["Kind: Subscribers", "Imported from: Mailchimp", "Rows: 5000"]);
  });

  it("shows the whole row that was added or deleted", () => {
    const row = { id: "1", label: "Films", display_order: 3, unknown: { width: 2 } };
    for (const verb of ["insert", "delete"])
      expect(linesOf(entry(verb, row))).toEqual(["Label: Films", "Position: 3", 'Unknown: {"width":2}']);
  });

  it("leaves out the empty values of a row that was added or deleted", () => {
    const row = { title: "Films", time_note: null, co_hosts: [], summary: "" };
    for (const verb of ["insert", "delete"]) expect(linesOf(entry(verb, row, "events"))).toEqual(["Title: Films"]);
  });

  it("leaves out the ids of other rows", () => {
    const id = "00000000-0000-4000-8000-000000000009";
    const move = { reservation_id: id, reason: "Speaks", moved_by: id };
    expect(linesOf(entry("insert", move, "line_moves"))).toEqual(["Reason: Speaks"]);
  });

  it("describes an event in the words of its form, with times in Honolulu", () => {
    const row = {
      title: "Luau",
      starts_at: "2027-04-01T10:00:00+00:00",
      date_precision: "tba",
      status: "cancelled",
      is_published: true,
      sequence: 4,
      dated_at: "2027-04-01T10:00:00+00:00",
    };
    expect(linesOf(entry("insert", row, "events"))).toEqual([
      "Title: Luau",
      "Start time: April 1, 2027, 12:00 AM HST",
      "How much of the date is known: To be announced",
      "State: Canceled",
      "Visitors see this event: Yes",
    ]);
  });

  it("describes a resource and a message in the words of their forms", () => {
    const icon = { icon_name: { old: "Youtube", new: "BookText" }, resource_type: { old: "compact", new: "compact" } };
    expect(linesOf(entry("update", icon, "education_resources"))).toEqual([
      "Icon: Video → Book",
      "Layout: Compact, without an icon → Compact, without an icon",
    ]);
    expect(linesOf(entry("update", { columns: ["handled_at", "suspected_spam"] }, "contact_messages"))).toEqual([
      "Done since",
      "Suspected spam",
    ]);
  });

  it("describes a post and a talk in the words of their pages", () => {
    const post = { channel: { old: "slack", new: "discord" }, state: { old: "due", new: "sent" } };
    expect(linesOf(entry("update", post, "channel_posts"))).toEqual([
      "Channel: Slack → Discord",
      "State: Waiting → Sent",
    ]);
    const talk = { kind: { old: "talk", new: "workshop" }, status: { old: "scheduled", new: "cancelled" } };
    expect(linesOf(entry("update", talk, "talks"))).toEqual(["Kind: Talk → Workshop", "Status: Scheduled → Canceled"]);
  });

  it("names only the columns of what visitors sent", () => {
    expect(linesOf(entry("update", { columns: ["note", "status"] }, "contact_messages"))).toEqual(["Note", "State"]);
    expect(linesOf(entry("delete", { columns: [] }, "contact_messages"))).toEqual([]);
  });

  it("does not fail on changes in an unexpected format", () => {
    expect(linesOf(entry("update", null))).toEqual([]);
    expect(linesOf(entry("update", { label: "odd" }))).toEqual(["Label: (empty) → (empty)"]);
  });
});

describe("what was done", () => {
  it("is a correction if it changes the name or email of a person on a list, and shows no value", () => {
    const corrected = entry("update", { columns: ["email", "name"] }, "waitlist_entries");
    expect([verbOf(corrected), linesOf(corrected)]).toEqual(["Corrected", ["Email", "Name"]]);
    expect(verbOf(entry("update", { columns: ["email"] }, "newsletter_subscribers"))).toBe("Corrected");
    expect(verbOf(entry("update", { columns: ["note"] }, "waitlist_entries"))).toBe("Changed");
    expect(verbOf(entry("delete", { columns: [] }, "waitlist_entries"))).toBe("Deleted");
    expect(verbOf(entry("update", { title: { old: "a", new: "b" } }, "events"))).toBe("Changed");
  });
});

describe("the row of an entry", () => {
  it("is called by its title or label if the log kept the whole row", () => {
    expect(nameOf(entry("insert", { title: "Films" }), {})).toBe("Films");
    expect(nameOf(entry("delete", { label: "Media" }), {})).toBe("Media");
    expect(nameOf(entry("update", { label: { old: "Media", new: "Films" } }), {})).toBeUndefined();
  });

  it("is called by its email address if it is a current or former admin, but never if it is a visitor", () => {
    const added = entry("insert", {}, "admin_users");
    expect(nameOf(added, { [added.row_id]: "kai@example.org" })).toBe("kai@example.org");
    expect(nameOf(added, {})).toBe("a deleted account");
    const visitors = ["waitlist_entries", "newsletter_subscribers", "contact_messages", "people"];
    for (const table of visitors) {
      const change = entry("update", { columns: ["note"] }, table);
      expect(nameOf(change, { [change.row_id]: "kai@example.org" })).toBeUndefined();
    }
  });

  it("is called by its current title if the log has none, and by nothing if the row is gone", () => {
    const change = entry("update", { columns: ["summary"] }, "events");
    expect(nameOf(change, { [change.row_id]: "A calm evening" })).toBe("A calm evening");
    expect(nameOf(change, {})).toBeUndefined();
  });

  it("is removed, not deleted, when an account stops being an admin", () => {
    expect(verbOf(entry("delete", {}, "admin_users"))).toBe("Removed");
    expect(verbOf(entry("delete", {}))).toBe("Deleted");
  });

  it("links to its page if it has one and still exists", () => {
    expect(pageOf(entry("update", {}))).toBe("/admin/tabs/00000000-0000-4000-8000-000000000001");
    expect(pageOf(entry("delete", {}))).toBeUndefined();
    expect(pageOf(entry("update", {}, "outbox"))).toBeUndefined();
  });
});
