import { describe, expect, it } from "vitest";
import { remarkReadingTime } from "./reading-time.ts";

interface Words {
  value: string;
  data: { estree: { body: { declaration: { declarations: { init: { value: number } }[] } }[] } };
}

function wordsIn(text: string): number | undefined {
  const tree = { children: ["the text"] as unknown[] };
  remarkReadingTime()(tree, { toString: () => text });
  const [added, ...others] = tree.children as [Words, ...unknown[]];
  expect(others).toEqual(["the text"]);
  const count = added.data.estree.body[0]?.declaration.declarations[0]?.init.value;
  expect(added.value).toBe(`export const words = ${count}`);
  return count;
}

describe("the number of words of an article", () => {
  it.each([
    ["Aloha kākou, welcome.", 3],
    ["---\ntitle: four words of title\n---\n\nJust two", 2],
    ["# A title\n\nand *three* more words", 6],
    ["[two words](https://example.org/not-a-word) here", 3],
    ["<Picture src='a b c' /> one", 1],
    ["- one\n- two", 2],
    ["a *hash*, and a [link](https://example.org).", 5],
    ["", 0],
  ])("of %j is %i", (text, count) => {
    expect(wordsIn(text)).toBe(count);
  });
});
