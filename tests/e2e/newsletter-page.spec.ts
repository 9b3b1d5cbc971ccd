import { expectNoViolations } from "./axe.ts";
import { expect, expectToFit, stored, test } from "./fixtures.ts";
import { openMail } from "./mail.ts";

test("a visitor subscribes, confirms, unsubscribes, undoes that, changes the address, and erases the data", async ({
  page,
  unique,
  scripts,
  watch,
}) => {
  test.slow();
  watch.allow(/status 404: .*\/n\//);
  const email = `reader-${unique}@example.org`;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/insights#newsletter");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByRole("status")).toContainText("Thanks for subscribing! Check your email to confirm.");

  await openMail(page, email, "Confirm your email address");
  await expect(page.frameLocator("iframe").getByRole("link", { name: "Confirm your address" })).toBeVisible();
  await page.locator("pre a").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your newsletter");
  if (scripts) await expectNoViolations(page);
  expect(await stored("newsletter_subscribers", `email=eq.${email}`)).toMatchObject([{ confirmed_at: null }]);
  await page.getByRole("button", { name: "Confirm and subscribe" }).click();
  await expect(page.getByRole("status")).toContainText("You are subscribed.");
  const before = await stored("newsletter_subscribers", `email=eq.${email}`);
  expect(before).toMatchObject([{ confirmed_at: expect.any(String), left_at: null }]);
  if (scripts) await expectNoViolations(page);
  await expectToFit(page);

  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByRole("status")).toContainText("You have unsubscribed.");
  expect(await stored("newsletter_subscribers", `email=eq.${email}`)).toMatchObject([{ left_at: expect.any(String) }]);
  if (scripts) await expectNoViolations(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("status")).toContainText("You are subscribed again.");
  const [after] = await stored("newsletter_subscribers", `email=eq.${email}`);
  expect({ ...after, updated_at: null }).toEqual({ ...before[0], updated_at: null });

  const newEmail = `new-${email}`;
  await page.getByLabel("New email address").fill(newEmail);
  await page.getByRole("button", { name: "Change address" }).click();
  await expect(page.getByText(`${newEmail} is not confirmed yet`)).toBeVisible();
  await openMail(page, newEmail, "Confirm your new email address");
  await page.locator("pre a").first().click();
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await expect(page.getByRole("status")).toContainText("The newsletter goes to this address from now on.");

  await page.getByRole("button", { name: "Erase now" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your newsletter data is erased");
  expect(await stored("newsletter_subscribers", `email=eq.${newEmail}`)).toEqual([]);
});
