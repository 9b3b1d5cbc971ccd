import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** What only shows by its measures and colors: contrast, links in sentences, targets, parts that scroll. */
export const visual = ["color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable", "label"];

/** The same in forced colors: axe reads the colors that the system has replaced, so contrast is not its matter there. */
export const forced = visual.filter((rule) => rule !== "color-contrast");

const ours = createRequire(import.meta.url);
const content = readFileSync(
  createRequire(ours.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** Every document that the page opens from now on has axe in it: AxeBuilder would put it there twice for each look. */
export const bringAxe = (page: Page) => page.addInitScript({ content });

/** What axe finds wrong on a page, one line for each rule; letters in frames are looked at alone. @param only rules, or tags of rules; without it axe's own choice */
export async function findViolations(page: Page, only?: { type: "rule" | "tag"; values: string[] }): Promise<string[]> {
  // A form's answer is in sight before its stylesheet has come, and then every target would be too small.
  await page.waitForLoadState();
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(content);
  const { violations } = await new AxeBuilder({ page, axeSource: ";" })
    .setLegacyMode(true)
    .options({ iframes: false, resultTypes: ["violations"], ...(only && { runOnly: only }) })
    .analyze();
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map((node) => node.target)}`);
}

const everything = {
  type: "tag" as const,
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"],
};
const colors = { type: "rule" as const, values: ["color-contrast", "link-in-text-block"] };

/** That axe finds nothing on a page, light and dark; it runs where scripts do. */
export async function expectNoViolations(page: Page): Promise<void> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    // Between the schemes nothing but colors differs.
    const violations = await findViolations(page, colorScheme === "dark" ? colors : everything);
    found.push(...violations.map((violation) => `${colorScheme}: ${violation}`));
  }
  expect(found).toEqual([]);
}
