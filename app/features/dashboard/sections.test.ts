import { expect, it } from "vitest";
import { navigation } from "../../admin/navigation.ts";
import { sections } from "./sections.ts";

it("the sections are the menu's in its order, without the search, and three keep their specified titles", () => {
  const menu = navigation.flatMap(({ items }) => items.map(({ to }) => to));
  expect(["/admin", "/admin/search", ...sections.map(({ to }) => to)]).toEqual(menu);
  const titles = sections.map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining(["Manage Tabs", "Manage Resources", "Analytics"]));
});
