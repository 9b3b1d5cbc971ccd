import { expect, it } from "vitest";
import { guessColumns } from "../../admin/import-noun.ts";
import { linesOfText } from "../../admin/imported-file.ts";
import { importNoun } from "./import-nouns.ts";
import { checkLines } from "./imports.server.ts";

const noun = importNoun("subscribers", "owner") ?? expect.fail("no noun");

function reasonsOf(text: string, mapping?: Record<string, number>) {
  const read = linesOfText(text);
  if ("fault" in read) return expect.fail(read.fault);
  const { columns, lines } = read;
  const chosen = mapping ?? guessColumns(columns, noun.fields);
  return checkLines(noun, lines, columns, { mapping: chosen, departures: { columns: {}, words: {} } }).rows.map(
    ({ line, refusal, reason, email }) => (refusal ? [line, refusal, ...(reason ? [reason] : [])] : [line, email]),
  );
}

it("each line of a file is accepted or refused on its own", () => {
  const text = [
    "email,name",
    "kai@example.org,Kai",
    '"=HYPERLINK(""https://example.org"")",Robot',
    `${",".repeat(1_000_000)}x`,
    "KAI@example.org,Kai again",
    '"noa@example.org"x,Noa',
    ",Nobody",
    "noa@example.org",
  ].join("\n");
  expect(reasonsOf(text)).toEqual([
    [2, "kai@example.org"],
    [3, "unfit", "The email address begins with “=” or another character that spreadsheets read as a formula."],
    [4, "too-many-values", "It has more values than the first line has columns: 1,000,001 for 2."],
    [5, "twin", "It is the same as line 2."],
    [6, "broken-quotes"],
    [7, "unfit", "It has no email address."],
    [8, "noa@example.org"],
  ]);
});

it("every line is refused if no column is chosen for the email address", () => {
  expect(reasonsOf("Name,RSVP\nKai,Yes\nNoa,No")).toEqual([
    [2, "no-column", "No column is chosen for: Email address."],
    [3, "no-column", "No column is chosen for: Email address."],
  ]);
});

it("editors cannot import people, and unknown kinds cannot be imported", () => {
  expect(importNoun("subscribers", "editor")).toBeUndefined();
  expect(importNoun("toString", "owner")).toBeUndefined();
});

it("the guards against formulas in our own files are removed when they are read", () => {
  const text = ["title,url,summary", "Work,https://example.org/,'- one", "Other,https://example.org/2,'tis"].join("\n");
  const resources = importNoun("resources", "editor") ?? expect.fail("no noun");
  const read = linesOfText(text);
  if ("fault" in read) return expect.fail(read.fault);
  const mapping = guessColumns(read.columns, resources.fields);
  const departures = { columns: {}, words: {} };
  const lines = checkLines(resources, read.lines, read.columns, { mapping, departures }).rows;
  expect(lines.map(({ checked }) => checked?.description)).toEqual(["- one", "'tis"]);
});
