import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** What only shows by its measures and colors: contrast, links in sentences, targets, parts that scroll. */
export const visual = ["color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable", "label"];

/** The same in forced colors: axe reads the colors that the system has replaced, so contrast is not its matter there. */
export const forced = visual.filter((rule) => rule !== "color-contrast");

/** That axe finds nothing on a page, light and dark; it runs where scripts do. */
export async function expectNoViolations(page: Page): Promise<void> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const axe = new AxeBuilder({ page }).setLegacyMode(true);
    // Between the schemes nothing but colors differs.
    if (colorScheme === "dark") axe.withRules(["color-contrast", "link-in-text-block"]);
    else axe.withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]);
    const { violations } = await axe.analyze();
    found.push(...violations.map(({ id, nodes }) => `${colorScheme}: ${id} at ${nodes.map((node) => node.target)}`));
  }
  expect(found).toEqual([]);
}
