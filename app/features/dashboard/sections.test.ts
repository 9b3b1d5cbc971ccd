import { expect, it } from "vitest";
import { navigation } from "../../admin/navigation.ts";
import { sections } from "./sections.ts";

it("are those of the menu, in its order, but for the search, whose field is above them, and the three of the specification keep their titles", () => {
  const menu = navigation.flatMap(({ items }) => items.map(({ to }) => to));
  expect(["/admin", "/admin/search", ...sections.map(({ to }) => to)]).toEqual(menu);
  const titles = sections.map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining(["Manage Tabs", "Manage Resources", "Analytics"]));
});
