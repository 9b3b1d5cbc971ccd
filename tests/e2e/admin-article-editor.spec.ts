import type { Page } from "@playwright/test";
import { signIn } from "./admin.ts";
import { expectNoViolations } from "./axe.ts";
import { expect, reach, test } from "./fixtures.ts";

test("the article editor formats by keyboard, shows a live preview, and keeps the text through a crash", async ({
  page,
  unique,
  scripts,
}) => {
  await signIn(page);
  await page.goto("/admin/articles/new");
  await (scripts ? writeWithIslands(page, unique) : seeThePlainForm(page));
});

async function writeWithIslands(page: Page, unique: string): Promise<void> {
  const text = page.getByLabel("Text", { exact: true });
  const preview = page.getByRole("region", { name: "Live preview" });
  const tools = page.getByRole("toolbar");
  await expect(tools).toBeVisible();
  expect(await page.locator("[data-recovered]").count()).toBe(0);

  await text.focus();
  await page.keyboard.type("Where it begins");
  await page.keyboard.press("Shift+Tab");
  await expect(tools.getByRole("button", { name: "Bold" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(text).toBeFocused();
  await page.keyboard.type("\n\nHawai");
  await reach(page, tools.getByRole("button", { name: "Heading" }), "Shift+Tab", 3);
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.keyboard.type("i ");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("<b>aloha</b>");
  const written = "## Where it begins\n\nHawaiʻi **<b>aloha</b>**";
  await expect(text).toHaveValue(written);
  await expect(preview.getByRole("heading", { name: "Where it begins" })).toBeVisible();
  await expect(preview.locator(".prose strong")).toHaveText("<b>aloha</b>");
  await expect(page.getByText("5 words · 1 min read")).toBeVisible();
  await expectNoViolations(page);

  await page.getByText("Headings (1)").click();
  await page.getByRole("button", { name: "Where it begins" }).click();
  await expect.poll(() => text.evaluate((field: HTMLTextAreaElement) => field.selectionStart)).toBe(0);

  await page.goto("/admin/articles/new");
  await expect(text).toHaveValue("");
  const offered = page.getByRole("button", { name: "Use that text" });
  await reach(page, offered, "Tab", 80);
  await page.keyboard.press("Enter");
  await expect(text).toHaveValue(written);
  await page.keyboard.press("Control+z");
  await expect(text).toHaveValue("");
  await page.keyboard.press("Control+Shift+z");
  await expect(text).toHaveValue(written);

  await page.getByLabel("Title").fill(`Kāhea ${unique}`);
  await page.getByLabel("Excerpt").fill("What it is about.");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByRole("status")).toContainText("Saved.");
  await expect(tools).toBeVisible();
  await expect(text).toHaveValue(written);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await expect(offered).toBeHidden();
  await text.fill("Another text");
  await page.reload();
  await expect(offered).toBeVisible();
  await page.getByRole("button", { name: "Discard it" }).click();
  await expect(offered).toBeHidden();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  expect(await page.locator("[data-recovered]").count()).toBe(0);
}

async function seeThePlainForm(page: Page): Promise<void> {
  await expect(page.getByLabel("Text", { exact: true })).toBeEditable();
  await expect(page.getByText("0 words")).toBeVisible();
  await expect(page.getByRole("toolbar")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Live preview" })).toHaveCount(0);
  expect(await page.locator(".form-panel form button").allTextContents()).toEqual(["Save draft", "Preview"]);
}
