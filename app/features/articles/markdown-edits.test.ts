import { describe, expect, it } from "vitest";
import {
  type Edit,
  emphasize,
  exchangeText,
  insertBlock,
  insertText,
  linkTo,
  markLines,
  type Passage,
} from "./markdown-edits.ts";

/** A passage whose selection is between two bars: "a |word|". */
function passage(marked: string): Passage {
  const [before = "", chosen = "", after = ""] = marked.split("|");
  return { text: before + chosen + after, start: before.length, end: before.length + chosen.length };
}

function done({ text }: Passage, { from, to, insert, start, end }: Edit): string {
  const next = text.slice(0, from) + insert + text.slice(to);
  return `${next.slice(0, start)}|${next.slice(start, end)}|${next.slice(end)}`;
}

describe("the buttons above a text", () => {
  it.each([
    ["an ʻokina", "Hawai||i", (at: Passage) => insertText(at, "ʻ"), "Hawaiʻ||i"],
    ["a letter in place of a selection", "k|a|hea", (at: Passage) => insertText(at, "ā"), "kā||hea"],
    ["bold", "a |word| b", (at: Passage) => emphasize(at, "**"), "a **|word|** b"],
    ["bold again", "a **|word|** b", (at: Passage) => emphasize(at, "**"), "a |word| b"],
    ["italic of bold", "**|word|**", (at: Passage) => emphasize(at, "*"), "***|word|***"],
    ["no italic, but bold", "***|word|***", (at: Passage) => emphasize(at, "*"), "**|word|**"],
    ["no bold, but italic", "***|word|***", (at: Passage) => emphasize(at, "**"), "*|word|*"],
    ["bold of nothing", "a || b", (at: Passage) => emphasize(at, "**"), "a **|text|** b"],
    ["a heading", "one\ntw||o\nthree", (at: Passage) => markLines(at, "## "), "one\n## two||\nthree"],
    ["a heading again", "## tw||o", (at: Passage) => markLines(at, "## "), "two||"],
    ["a list", "o|ne\n\ntw|o", (at: Passage) => markLines(at, "- "), "|- one\n\n- two|"],
    ["a list in part", "|- one\ntwo|", (at: Passage) => markLines(at, "- "), "|- - one\n- two|"],
    ["no list", "|- one\n- two|", (at: Passage) => markLines(at, "- "), "|one\ntwo|"],
    ["a quote of an empty text", "||", (at: Passage) => markLines(at, "> "), "> ||"],
    ["a link of words", "see |this|.", linkTo, "see [this](|https://|)."],
    ["a link of an address", "|https://example.org/a|", linkTo, "[|text|](https://example.org/a)"],
  ])("edit the text and move the selection: %s", (_what, before, edit, after) => {
    const at = passage(before);
    expect(done(at, edit(at))).toBe(after);
  });
});

it.each([
  ["into an empty text", "||", "![a](b)||"],
  ["between two lines", "one||two", "one\n\n![a](b)||\n\ntwo"],
  ["where the empty lines are there", "one\n\n||\n\ntwo", "one\n\n![a](b)||\n\ntwo"],
  ["at the end of a line", "one||\ntwo", "one\n\n![a](b)||\n\ntwo"],
  ["behind what is selected", "|one|", "one\n\n![a](b)||"],
])("inserts a picture %s as a paragraph of its own", (_where, before, after) => {
  const at = passage(before);
  expect(done(at, insertBlock(at, "![a](b)"))).toBe(after);
});

it.each([
  ["before it", "o|n|e (old) two", "o|n|e new two"],
  ["after it", "one (old) |tw|o", "one new |tw|o"],
  ["around it", "|one (old) two|", "|one new two|"],
  ["within it", "one (o|l|d) two", "one new|| two"],
])("replaces one text with another while the selection is %s", (_where, before, after) => {
  const at = passage(before);
  const edit = exchangeText(at, "(old)", "new");
  expect(edit && done(at, edit)).toBe(after);
  expect(exchangeText(at, "(older)", "new")).toBeNull();
});
