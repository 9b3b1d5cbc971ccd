import { expect, it } from "vitest";
import { navigation } from "./navigation.ts";
import { pages, roleWords } from "./roles.ts";

it("the menu has 15 entries in five groups, each page once and known to the table of rights", () => {
  expect(navigation.map((group) => group.length)).toEqual([1, 2, 3, 5, 4]);
  const all = navigation.flat().flatMap((item) => item.pages.map(({ to }) => to));
  expect(new Set(all).size).toBe(all.length);
  expect(all.filter((to) => !(to in pages))).toEqual([]);
});

it("what editors cannot open is called as in the menu", () => {
  const labels = navigation.flat().flatMap((item) => [item.label, ...item.pages.map(({ label }) => label)]);
  const [, named = ""] = /cannot open ([A-Z].*?), [a-z]/.exec(roleWords.editor) ?? [];
  expect(named.split(/, | or /).filter((name) => !labels.includes(name))).toEqual([]);
  expect(named).toBe("Subscribers, People or Settings");
});
