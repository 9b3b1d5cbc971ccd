import { index, route } from "@remix-run/route-config";
import { expect, test } from "vitest";
import { adminPatterns, framedPage, publicPages, publicRoutesOf } from "./public-pages.ts";

test("every public page of the seeded site is found in the site map", () => {
  expect(publicPages.length).toBeGreaterThan(20);
  for (const path of ["/", "/about", "/events/bitcoin", "/privacy-policy", framedPage])
    expect(publicPages).toContain(path);
  expect(publicPages.filter((path) => /[:*]|^\/(admin|styleguide|w|door)\b/.test(path))).toEqual([]);
  expect(adminPatterns).toEqual(expect.arrayContaining(["/admin", "/admin/log", "/admin/tabs/:id"]));
});

test("an added page is found, and one with a parameter requires an example", () => {
  const found = publicRoutesOf([
    index("routes/home.tsx"),
    route("venues", "routes/venues.tsx"),
    route("venues.json", "routes/venues-json.ts"),
    route("v/:token", "routes/venue-link.tsx"),
    route("admin", "routes/admin/layout.tsx", [route("venues", "routes/admin/venues.tsx")]),
  ]);
  expect(found).toEqual([
    { file: "routes/home.tsx", paths: ["/"] },
    { file: "routes/venues.tsx", paths: ["/venues"] },
  ]);
  expect(() => publicRoutesOf([route("venues/:key", "routes/venue.tsx")])).toThrow("no example of venues/:key");
});
