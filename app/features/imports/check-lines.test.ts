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
  return checkLines(noun, lines, columns.length, chosen).map(({ line, reason, email }) => [line, reason ?? email]);
}

it("a file is refused line by line", () => {
  const text = [
    "email,name",
    "kai@example.org,Kai",
    '"=HYPERLINK(""https://example.org"")",Robot',
    ",".repeat(1_000_000),
    "KAI@example.org,Kai again",
    '"noa@example.org"x,Noa',
    ",Nobody",
    "noa@example.org",
  ].join("\n");
  expect(reasonsOf(text)).toEqual([
    [2, "kai@example.org"],
    [3, "The email address begins as a formula of a spreadsheet does."],
    [4, "It has more values than the first line has columns: 1,000,001 for 2."],
    [5, "It is the same as line 2."],
    [6, "Something stands behind a closing quotation mark."],
    [7, "It has no email address."],
    [8, "noa@example.org"],
  ]);
});

it("without a column for the address every line is refused", () => {
  expect(reasonsOf("Name,RSVP\nKai,Yes\nNoa,No")).toEqual([
    [2, "No column is chosen for: Email address."],
    [3, "No column is chosen for: Email address."],
  ]);
});

it("people are for owners", () => {
  expect(importNoun("subscribers", "editor")).toBeUndefined();
  expect(importNoun("toString", "owner")).toBeUndefined();
});
