import type { Page } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { currentStack, expect, expectToFit, test } from "./fixtures.ts";

interface ShownMail {
  id: string;
  to: string[];
  subject: string;
}

/**
 * Opens the mail to an address whose subject begins so at the local mail page, once it is there. Before that it is looked
 * at as a narrow phone shows it.
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

/** That the HTML of a mail fits 320 px, and that axe finds nothing in it, light and dark. */
async function lookAt(page: Page, letter: string): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(letter);
  await expectToFit(page, "the width of the letter");
  // axe itself cannot run where scripts are off.
  if (test.info().project.use.javaScriptEnabled !== false) await expectNoViolations(page);
  if (before) await page.setViewportSize(before);
}
