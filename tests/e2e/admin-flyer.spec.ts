import type { Page } from "@playwright/test";
import jsQR from "jsqr";
import sharp from "sharp";
import { signIn } from "./admin.ts";
import { expectNoViolations } from "./axe.ts";
import { currentStack, expect, store, test } from "./fixtures.ts";
import { findLayoutFaults } from "./layout.ts";

// Pictures have 150 dots per inch: an inch has 96 CSS pixels.
test.use({ deviceScaleFactor: 150 / 96 });

/** CSS pixels between the margins of a sheet of paper. */
const papers = { Letter: { width: 725, height: 965 }, A4: { width: 703, height: 1031 } } as const;

/** Whether the sheet is one page on both kinds of paper, with nothing of it cut. */
async function expectOnePage(page: Page, scripts: boolean): Promise<void> {
  await page.emulateMedia({ media: "print" });
  for (const format of ["Letter", "A4"] as const) {
    const paper = (await page.pdf({ format })).toString("latin1");
    expect(paper.match(/\/Type\s*\/Page\b/g), `${page.url()} on ${format}`).toHaveLength(1);
    if (!scripts) continue;
    await page.setViewportSize(papers[format]);
    const cut = await page.locator(".flyer").evaluate((sheet, { width, height }) => {
      const inner = sheet.getBoundingClientRect();
      const isWithin = (element: Element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return left >= inner.left - 1 && right <= inner.right + 1 && top >= inner.top - 1 && bottom <= inner.bottom + 1;
      };
      const elements = [...sheet.querySelectorAll("*")];
      const faults = elements.filter((each) => !isWithin(each) || each.scrollWidth > each.clientWidth + 1);
      return [
        ...faults.map((each) => each.outerHTML.slice(0, 80)),
        ...(inner.width > width || inner.height > height ? ["sheet"] : []),
      ];
    }, papers[format]);
    expect(cut, `${page.url()} on ${format}`).toEqual([]);
  }
}

/** What the QR code on the printed sheet says, read from a picture of the whole sheet. */
async function readCode(page: Page): Promise<string> {
  const picture = await page.locator(".flyer").screenshot();
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data ?? "";
}

test("an organizer prints a flyer with a link's name, and a sign for the door, on one page of either paper", async ({
  page,
  unique,
  scripts,
}) => {
  test.slow();
  const long = "Ka lāhui Hawaiʻi evening of neighbors who learn how blocks are linked, ".repeat(3);
  const event = await store("events", {
    ...{ key: unique, title: `${long.slice(0, 180)}${unique}`.slice(0, 200), is_published: true },
    ...{ place: `Hālau ${"of the university, room 101, second floor ".repeat(4)}`.slice(0, 190) },
    ...{ summary: "An evening for everyone who has a question.", date_precision: "exact" },
    ...{ starts_at: "2090-05-01T18:00:00-10:00", ends_at: "2090-05-01T21:00:00-10:00" },
  });
  const path = `/admin/events/${event.id}`;
  await signIn(page);
  await page.goto(path);
  await page.getByRole("link", { name: "Links and flyers" }).click();
  await page.getByLabel("Name").fill("Library flyer");
  await page.getByRole("button", { name: "Add link" }).click();
  await expect(page.getByRole("row", { name: /Library flyer/ })).toContainText(`/events/${unique}?from=library-flyer`);
  await page.getByRole("link", { name: "Flyer with “Library flyer”" }).click();
  await page.getByLabel("Second line").fill("W".repeat(120));
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByLabel("First line")).toHaveValue("An evening for everyone who has a question.");
  if (scripts) {
    await expectNoViolations(page);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(findLayoutFaults)).toEqual([]);
    }
  }
  await expectOnePage(page, scripts);
  const { url } = currentStack();
  expect(await readCode(page)).toBe(`${url}/events/${unique}?from=library-flyer`);
  await page.emulateMedia({ media: "screen" });

  await page.goto(`${path}/flyer?from=unknown`);
  expect(await readCode(page), "a name that does not exist").toBe(`${url}/events/${unique}`);
  await page.goto(`${path}/sign`);
  await page.getByLabel("Arrow", { exact: true }).selectOption("To the left");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("img", { name: "Arrow: to the left" })).toBeVisible();
  await expectOnePage(page, scripts);
});

test("a series and the newsletter have flyers, too", async ({ page, unique, scripts }) => {
  const series = await store("series", { key: unique, name: `Evenings ${unique}` });
  const { url } = currentStack();
  await signIn(page);
  await page.goto(`/admin/series/${series.id}`);
  await page.getByRole("link", { name: "Links and flyers" }).click();
  await page.getByRole("link", { name: "Flyer to print" }).click();
  await expectOnePage(page, scripts);
  expect(await readCode(page)).toBe(`${url}/series/${unique}`);
  await page.emulateMedia({ media: "screen" });
  await page.goto("/admin/issues");
  await page.getByRole("link", { name: "Links and flyers" }).click();
  await page.getByLabel("Name").fill(`Radio ${unique}`);
  await page.getByRole("button", { name: "Add link" }).click();
  await page.getByRole("link", { name: `Flyer with “Radio ${unique}”` }).click();
  await expectOnePage(page, scripts);
  expect(await readCode(page)).toBe(`${url}/insights?from=radio-${unique}#newsletter`);
});
