import type { Page } from "@playwright/test";
import { currentStack, expect, stored, test } from "./fixtures.ts";

interface ShownMail {
  id: string;
  to: string[];
}

/** Opens the mail to an address at the local mail page, once it is there. */
async function openMail(page: Page, email: string): Promise<void> {
  const { mails } = currentStack();
  let found: ShownMail | undefined;
  await expect
    .poll(async () => {
      const all = (await (await fetch(`${mails}/mails.json`)).json()) as ShownMail[];
      found = all.find(({ to }) => to.includes(email));
      return found !== undefined;
    })
    .toBe(true);
  await page.goto(`${mails}/`);
  await page.locator(`a[href="/mails/${found?.id}"]`).click();
}

test("join, read the receipt, open your page, confirm, correct, leave, undo", async ({ page, unique }) => {
  const email = `receipt-${unique}@example.org`;
  await page.goto("/events/nft-art-showcase");
  await page.getByLabel("Name", { exact: true }).fill("Kaleo");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.locator("#waitlist").getByRole("button").click();
  await expect(page.getByRole("status")).toContainText(
    "You've been added to the NFT Art & Collectibles Showcase waitlist!",
  );

  await openMail(page, email);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("You are on the waitlist for NFT Art");
  await expect(page.getByText("auto-generated")).toBeVisible();
  const mail = page.frameLocator("iframe");
  await expect(mail.getByRole("link", { name: "Open your page" })).toBeVisible();
  await expect(mail.getByText("I did not ask for this")).toBeVisible();
  await page.locator("pre a").first().click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your place");
  await expect(page.getByText(/^Number \d+, in the order in which people joined/)).toBeVisible();
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await expect(page.getByRole("status")).toContainText("Your address is confirmed.");
  await expect(page.getByRole("button", { name: "Confirm this address" })).toHaveCount(0);

  await page.getByLabel("Name", { exact: true }).fill("Kaleo Kāne");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByRole("status")).toContainText("Your name is saved.");
  const before = await stored("waitlist_entries", `email=eq.${email}`);
  expect(before).toEqual([expect.objectContaining({ name: "Kaleo Kāne", confirmed_at: expect.any(String) })]);

  await page.getByRole("button", { name: "Leave this waitlist" }).click();
  await expect(page.getByRole("status")).toContainText("You left the waitlist.");
  expect(await stored("waitlist_entries", `email=eq.${email}`)).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("status")).toContainText("You are on the waitlist.");
  expect(await stored("waitlist_entries", `email=eq.${email}`)).toEqual(before);
});

test("your page does not widen a phone", async ({ page, unique }) => {
  const email = `${"k".repeat(50)}-${unique}@example.org`;
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/events/nft-art-showcase");
  await page.getByLabel("Name", { exact: true }).fill("K".repeat(60));
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.locator("#waitlist").getByRole("button").click();
  await expect(page.getByRole("status")).toContainText("You've been added");
  await openMail(page, email);
  await page.locator("pre a").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your place");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
