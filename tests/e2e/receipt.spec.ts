import { expectNoViolations } from "./axe.ts";
import { expect, expectToFit, stored, test } from "./fixtures.ts";
import { openMail } from "./mail.ts";

const receipt = "You are on the waitlist";

test("a visitor joins a waitlist, confirms, corrects the name, changes the address, leaves, and undoes that", async ({
  page,
  unique,
  scripts,
}) => {
  test.slow();
  const email = `receipt-${unique}@example.org`;
  await page.goto("/events/nft-art-showcase");
  await page.getByLabel("Name", { exact: true }).fill("Kaleo");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.locator("#waitlist").getByRole("button").click();
  await expect(page.getByRole("status")).toContainText(
    "You've been added to the NFT Art & Collectibles Showcase waitlist!",
  );

  await openMail(page, email, receipt);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("You are on the waitlist for NFT Art");
  await expect(page.getByText("auto-generated")).toBeVisible();
  const mail = page.frameLocator("iframe");
  await expect(mail.getByRole("link", { name: "Open your page" })).toBeVisible();
  await expect(mail.getByText("I did not ask for this")).toBeVisible();
  await page.locator("pre a").first().click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your page");
  await expect(page.getByText(/^Number \d+, in the order in which people joined/)).toBeVisible();
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await expect(page.getByRole("status")).toContainText("Your email address is confirmed.");
  await expect(page.getByRole("button", { name: "Confirm this address" })).toHaveCount(0);

  await page.getByLabel("Name", { exact: true }).fill("Kaleo Kāne");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByRole("status")).toContainText("Your name is saved.");
  const [corrected] = await stored("waitlist_entries", `email=eq.${email}`);
  expect(corrected).toMatchObject({ name: "Kaleo Kāne", confirmed_at: expect.any(String) });
  if (scripts) await expectNoViolations(page);

  const newEmail = `new-${email}`;
  await page.getByLabel("New email address").fill(newEmail);
  await page.getByRole("button", { name: "Change address" }).click();
  await expect(page.getByText("Waiting for confirmation of n…@example.org")).toBeVisible();
  await expect(page.getByRole("button", { name: "Keep the old address" })).toBeVisible();
  await openMail(page, newEmail, "Confirm your new email address");
  await page.locator("pre a").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your new email address");
  if (scripts) await expectNoViolations(page);
  await page.getByRole("button", { name: "Use this address" }).click();
  await expect(page.getByRole("status")).toContainText("Your email address is changed.");
  await openMail(page, email, "Your email address for NFT Art");
  await openMail(page, newEmail, "Your new email address for NFT Art");
  await page.locator("pre a").first().click();
  const before = await stored("waitlist_entries", `email=eq.${newEmail}`);
  expect(before).toEqual([expect.objectContaining({ id: corrected?.id, created_at: corrected?.created_at })]);

  await page.getByRole("button", { name: "Leave this waitlist" }).click();
  await expect(page.getByRole("status")).toContainText("You left the waitlist.");
  expect(await stored("waitlist_entries", `email=eq.${newEmail}`)).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("status")).toContainText("You are on the waitlist.");
  expect(await stored("waitlist_entries", `email=eq.${newEmail}`)).toEqual(before);

  await page.goto("/events/nft-art-showcase");
  await page.getByRole("link", { name: "Lost your link?" }).click();
  await page.getByLabel("Email", { exact: true }).fill(newEmail);
  await page.getByRole("button", { name: "Send me the link" }).click();
  await expect(page.getByRole("status")).toContainText("If this address is on the list, an email with the link");
  if (scripts) await expectNoViolations(page);
});

test("the status page fits a phone with long names and addresses", async ({ page, unique }) => {
  const email = `${"k".repeat(50)}-${unique}@example.org`;
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/events/nft-art-showcase");
  await page.getByLabel("Name", { exact: true }).fill("K".repeat(60));
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.locator("#waitlist").getByRole("button").click();
  await expect(page.getByRole("status")).toContainText("You've been added");
  await openMail(page, email, receipt);
  await page.locator("pre a").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your page");
  await expectToFit(page);
});
