import { describe, expect, it } from "vitest";
import { tagsField, tagsInOneLine } from "./tags.schema.ts";

describe("tags in one line", () => {
  it.each([
    [undefined, []],
    ["", []],
    [" , ,", []],
    ["NFT", ["NFT"]],
    ["NFT, nft,  Smart contracts ,", ["NFT", "Smart contracts"]],
    ["Hawaiʻi, hawaii, Hawai'i", ["Hawaiʻi"]],
    ["a,b,c,d,e,f,A", ["a", "b", "c", "d", "e", "f"]],
  ])("are read from %j and written back", (text, expected) => {
    const tags = tagsField.parse(text);
    expect(tags).toEqual(expected);
    expect(tagsField.parse(tagsInOneLine(tags))).toEqual(expected);
  });

  it.each([
    ["a,b,c,d,e,f,g", "Enter at most 6 tags, with commas between them"],
    [",a".repeat(10_000), "Enter at most 6 tags, with commas between them"],
    ["x".repeat(31), "A tag must be at most 30 characters"],
  ])("are refused if they are %j", (text, message) => {
    expect(tagsField.safeParse(text).error?.issues[0]?.message).toBe(message);
  });
});
