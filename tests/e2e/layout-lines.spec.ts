import type { Locator } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const phone = { width: 360, height: 740 };

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error("not drawn");
  return box;
};

test("the icon of a date or a place stands on the first line of its text", async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto("/events");
  const off = await page.locator(".where li").evaluateAll((items) =>
    items.flatMap((item) => {
      const icon = item.querySelector("svg")?.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(item.lastChild ?? item);
      const [line] = range.getClientRects();
      if (!icon || !line) return ["not drawn"];
      const apart = (icon.top + icon.bottom) / 2 - (line.top + line.bottom) / 2;
      return Math.abs(apart) > 3 ? [`${item.textContent}: ${apart} px`] : [];
    }),
  );
  expect(off).toEqual([]);
});

test("a radio button stands on the first line of its label", async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto("/suggest");
  const choice = page.locator(".choice", { hasText: "Something for the library" });
  const lines = await choice.evaluate((label) => {
    const range = document.createRange();
    range.selectNodeContents(label.lastChild ?? label);
    return [...range.getClientRects()].map(({ top, bottom }) => (top + bottom) / 2);
  });
  const radio = await boxOf(choice.getByRole("radio"));
  expect(lines.length).toBeGreaterThan(1);
  expect(Math.abs(radio.y + radio.height / 2 - (lines[0] ?? 0))).toBeLessThan(3);
});

test("the sign-up in the frame of Home is not cut off", async ({ page }) => {
  await page.goto("/");
  const frame = page.frameLocator("iframe[title='Newsletter sign-up']");
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await frame.getByRole("link", { name: "Privacy Policy" }).scrollIntoViewIfNeeded();
    const cut = await frame.locator("html").evaluate((root) => root.scrollHeight - root.clientHeight);
    expect(cut, `${width} px`).toBe(0);
  }
});
