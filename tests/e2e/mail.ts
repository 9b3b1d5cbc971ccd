import type { Page } from "@playwright/test";
import { currentStack, expect } from "./fixtures.ts";

interface ShownMail {
  id: string;
  to: string[];
  subject: string;
}

/** Opens the mail to an address whose subject begins so at the local mail page, once it is there. */
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
  await page.goto(`${mails}/`);
  await page.locator(`a[href="/mails/${found?.id}"]`).click();
}
