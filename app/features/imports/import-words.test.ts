import { describe, expect, it } from "vitest";
import { resourceImport } from "../education/resource-import.ts";
import { eventImport } from "../events/import/event-import.ts";
import { subscriberImport } from "../newsletter/subscriber-import.ts";
import { linesOfChanges, statesOf } from "./import-words.ts";

describe("the changes of a line to existing data", () => {
  it("are listed by field, in the words of its form", () => {
    const [before, said] = [
      { starts_at: "2027-05-20T04:00:00+00:00", ends_at: "2027-05-20T06:00:00+00:00", date_precision: "exact" },
      { starts_at: "2027-06-01T10:00:00+00:00", ends_at: null, date_precision: "day" },
    ];
    expect(
      linesOfChanges(eventImport, {
        dates: [before, said],
        title: ["Talk", "Talk story"],
        ticket_url: [null, "https://example.org/"],
      }),
    ).toEqual([
      "Title: Talk → Talk story",
      "Date: Wednesday, May 19, 2027, 6:00 PM to 8:00 PM HST → Tuesday, June 1, 2027",
      "Ticket link: (empty) → https://example.org/",
    ]);
    expect(
      linesOfChanges(resourceImport, {
        icon_name: ["BookOpen", "Youtube"],
        tags: [["defi"], ["defi", "NFT"]],
        tab_key: ["media", "films"],
        display_order: [4],
      }),
    ).toEqual(["Tab: media → films", "Icon: Open book → Video", "Tags: defi → defi, NFT"]);
  });

  it("are reversed if they are undone", () => {
    expect(linesOfChanges(eventImport, { title: ["Talk", "Talk story"] }, true)).toEqual(["Title: Talk story → Talk"]);
  });

  it("show only the part of a long text that differs", () => {
    const text = `${"All of this is as it was. ".repeat(20)}Then comes`;
    const [line] = linesOfChanges(eventImport, { about: [`${text} a boat.`, `${text} a canoe.`] });
    expect(line).toBe("Text: … it was. Then comes a boat. → … it was. Then comes a canoe.");
    expect(linesOfChanges(eventImport, { about: [text, `${text} a canoe.`] })).toEqual([
      "Text: … as it was. Then comes → … as it was. Then comes a canoe.",
    ]);
  });
});

it("lines of people are new, already there or refused, but never changed", () => {
  expect(statesOf(subscriberImport)).toEqual(["new", "there", "refused"]);
  expect(statesOf(eventImport)).toEqual(["new", "changed", "there", "refused"]);
});
