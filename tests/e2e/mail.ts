import type { Page } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { currentStack, expect, expectToFit, test } from "./fixtures.ts";

interface ShownMail {
  id: string;
  to: string[];
  subject: string;
}

/**
 * Waits for the email to an address whose subject begins with `about`, and opens it on the local mail page. Before that
 * it checks its layout on a narrow phone.
 */
export async function openMail(page: Page, email: string, about: string): Promise<void> {
  const { mails } = currentStack();
  let found: ShownMail | undefined;
  await expect
    .poll(async () => {
      const all = (await (await fetch(`${mails}/mails.json`)).json()) as ShownMail[];
      found = all.find(({ to, subject }) => to.includes(email) && subject.startsWith(about));
      return found !== undefined;
    })
    .toBe(true);
  await lookAt(page, `${mails}/mails/${found?.id}.html`);
  await page.goto(`${mails}/`);
  await page.locator(`a[href="/mails/${found?.id}"]`).click();
}

/**
 * Expects the HTML of an email to fit 320 px, also without its pictures, and axe to find nothing in it, light and dark.
 */
async function lookAt(page: Page, letter: string): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(letter);
  await expectToFit(page, "the width of the letter");
  // axe cannot run with scripts disabled.
  if (test.info().project.use.javaScriptEnabled !== false) await expectNoViolations(page);
  const pictures = page.getByRole("img");
  const described = await pictures.count();
  if (described > 0) {
    await page.route(/\.(jpg|png)$/, (route) => route.fulfill({ contentType: "image/png", body: "" }));
    await page.reload();
    await expectToFit(page, "the width of the letter without pictures");
    await expect(pictures).toHaveCount(described);
    await page.unroute(/\.(jpg|png)$/);
  }
  if (before) await page.setViewportSize(before);
}
