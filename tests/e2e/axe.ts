import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Rules that depend on sizes and colors: contrast, links in sentences, targets, scrollable regions. */
export const visual = ["color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable", "label"];

/** The same rules for forced colors, without contrast: axe sees the colors that the system has replaced. */
export const forced = visual.filter((rule) => rule !== "color-contrast");

const ours = createRequire(import.meta.url);
const content = readFileSync(
  createRequire(ours.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** Adds axe to every document that the page opens from now on; else `findViolations` does. */
export const bringAxe = (page: Page) => page.addInitScript({ content });

type Options = Parameters<AxeBuilder["options"]>[0];

/** In the page. AxeBuilder would take a third longer: it returns all that passed, and asks five times. */
declare const axe: { run(context: Document, options: Options): ReturnType<AxeBuilder["analyze"]> };

/**
 * Lists what axe finds wrong on a page, one line per rule; emails in frames are checked separately. @param only rules,
 * or tags of rules; without it axe's default set
 */
export async function findViolations(page: Page, only?: { type: "rule" | "tag"; values: string[] }): Promise<string[]> {
  // A form's response is visible before its stylesheet has loaded, and then every target would be too small.
  await page.waitForLoadState();
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(content);
  return page.evaluate(
    async (options) => {
      const { violations } = await axe.run(document, options);
      return violations.map(({ id, nodes }) => `${id} at ${nodes.map((node) => node.target)}`);
    },
    { iframes: false, resultTypes: ["violations"], ...(only && { runOnly: only }) } satisfies Options,
  );
}

const everything = {
  type: "tag" as const,
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"],
};
const colors = { type: "rule" as const, values: ["color-contrast", "link-in-text-block"] };

/** Expects axe to find nothing on a page, light and dark. Only for projects where scripts run. */
export async function expectNoViolations(page: Page): Promise<void> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    // Between the schemes only colors differ.
    const violations = await findViolations(page, colorScheme === "dark" ? colors : everything);
    found.push(...violations.map((violation) => `${colorScheme}: ${violation}`));
  }
  expect(found).toEqual([]);
}
