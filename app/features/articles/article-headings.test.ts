import { expect, it } from "vitest";
import { headingsOf } from "./article-headings.ts";

it("finds the headings of a text with their levels and positions", () => {
  const text = "Aloha\n\n## Where it begins\n### ʻĀina\ntext #no\n#no either\n##\n";
  expect(headingsOf(text)).toEqual([
    { level: 2, text: "Where it begins", at: 7 },
    { level: 3, text: "ʻĀina", at: 26 },
  ]);
  expect(text.slice(26)).toMatch(/^### ʻĀina/);
});

it("does not mistake a comment in fenced code for a heading", () => {
  expect(headingsOf("```sh\n# one\n~~~\n# two\n```\n# three").map(({ text }) => text)).toEqual(["three"]);
});
