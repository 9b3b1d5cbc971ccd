import { signIn } from "./admin.ts";
import { expect, stored, test } from "./fixtures.ts";

test("an owner brings people from a file, looks them over, imports them and undoes it", async ({ page, unique }) => {
  const email = `kai-${unique}@example.org`;
  await signIn(page);
  await page.goto("/admin/subscribers");
  await page.getByRole("link", { name: "Import subscribers" }).click();
  await page.getByLabel("CSV file").setInputFiles({
    name: "audience.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`First Name,Email Address,OPTIN_TIME\nKeʻala,${email},2024-03-14 09:12:31\nNoa,noa\n`),
  });
  await page.getByLabel("Where it comes from").fill("Mailchimp");
  await page.getByLabel("What they agreed to").fill("Send me your news by email.");
  await page.getByRole("button", { name: "Read the file" }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("From Mailchimp");
  await expect(page.getByRole("status").first()).toContainText("Nothing has been imported yet");
  await expect(page.getByLabel("Email address")).toHaveValue("1");
  await expect(page.getByRole("row", { name: email })).toContainText("New");
  await expect(page.getByRole("row", { name: "3 noa" })).toContainText("The email address is not one.");
  expect(await stored("newsletter_subscribers", `email=eq.${email}`)).toEqual([]);

  await page.getByRole("button", { name: "Import 1 person" }).click();
  await expect(page.getByRole("heading", { name: "1 person imported from Mailchimp" })).toBeVisible();
  expect(await stored("newsletter_subscribers", `email=eq.${email}`)).toMatchObject([
    { imported_from: "Mailchimp", agreed_text: "Send me your news by email.", confirmed_at: null },
  ]);
  await page.getByRole("button", { name: "Undo the import" }).click();
  await expect(page.getByRole("heading", { name: "This import was undone" })).toBeVisible();
  expect(await stored("newsletter_subscribers", `email=eq.${email}`)).toEqual([]);
});
