// Lists of paths that are kept by hand, held to the site map: what looks at every page must not leave out a new one.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import routes from "../app/routes.ts";
import { pages } from "./e2e/pages.ts";
import { sitePages } from "./worker/site-map.ts";

/** They need what a mail has, a door pass or a link to a draft, so the tests of mails, doors and articles look at them. */
const ofLinks = /^(w|t|n|newsletter|check-in|preview)(\/:|$)|^door/;

/** File of a page that visitors see → the patterns of its paths. */
const files = new Map<string, RegExp[]>();
for (const { file, path = "" } of routes) {
  if (!file.endsWith(".tsx") || ofLinks.test(path) || /^(admin|styleguide|\*)/.test(path)) continue;
  const pattern = new RegExp(`^/${path.replaceAll(/:\w+/g, "[^/]+")}(\\?|$)`);
  files.set(file, [...(files.get(file) ?? []), pattern]);
}

const screens = readFileSync("tools/screenshots/screens.ts", "utf8").matchAll(/\bpath: "([^"]+)"/g);

it.each([
  ["tests/e2e/pages.ts", pages],
  ["tools/screenshots/screens.ts", [...screens].map(([, path = ""]) => path)],
  // The page in the frame has no canonical address and no header: a test of its own looks at it.
  ["tests/worker/site-map.ts", ["/newsletter/embed", ...sitePages.map(({ path }) => path)]],
])("%s has every public page of app/routes.ts", (_file, paths) => {
  expect(files.size).toBeGreaterThan(10);
  const missing = [...files].filter(([, patterns]) => !paths.some((path) => patterns.some((each) => each.test(path))));
  expect(missing.map(([file]) => file)).toEqual([]);
});
