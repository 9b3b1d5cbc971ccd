import type { Page } from "@playwright/test";
import { signIn } from "./admin.ts";
import { expect, test } from "./fixtures.ts";
import { openMail } from "./mail.ts";

const said = (page: Page, words: string) => expect(page.getByRole("status").first()).toContainText(words);

async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/admin/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/** Opens the email and follows the link in its text. */
async function followMail(page: Page, email: string, about: string): Promise<void> {
  await openMail(page, email, about);
  await page.locator("pre a").first().click();
}

test("an editor is invited, resets the password, and changes the address, each by email", async ({
  page,
  browser,
  unique,
  scripts,
  address,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const [email, moved] = [`noe-${unique}@letters.example`, `moved-${unique}@letters.example`];
  await signIn(page);
  await page.goto("/admin/admins");
  await page.getByRole("link", { name: "Invite by email" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Role").selectOption("editor");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await said(page, "The invitation is on its way.");
  await expect(page.getByRole("row", { name: email })).toContainText("Editor");

  const context = await browser.newContext({
    baseURL,
    javaScriptEnabled: scripts,
    reducedMotion: "reduce",
    extraHTTPHeaders: { "CF-Connecting-IP": address },
  });
  const other = await context.newPage();
  await followMail(other, email, "You are invited");
  await expect(other.getByRole("button", { name: "Show password" })).toHaveCount(scripts ? 1 : 0);
  if (scripts) {
    await other.getByRole("button", { name: "Show password" }).click();
    await expect(other.locator("input[name=next]")).toHaveAttribute("type", "text");
  }
  await other.locator("input[name=next]").fill("nine slow honu cross the bay");
  await other.getByRole("button", { name: "Accept" }).click();
  await said(other, "Welcome!");
  await expect(other).toHaveURL(/\/admin\?done=accepted&at=[^&]+$/);
  await other.getByRole("button", { name: "Logout" }).first().click();

  await other.goto("/admin/login");
  await other.getByRole("link", { name: "Forgot your password?" }).click();
  await other.getByLabel("Email").fill(email);
  await other.getByRole("button", { name: "Send me a link" }).click();
  await said(other, "an email with a link is on its way");
  await followMail(other, email, "Choose a new password");
  await other.locator("input[name=next]").fill("ten old monk seals nap here");
  await other.getByRole("button", { name: "Change password" }).click();
  await said(other, "Your password is changed");
  await fillSignIn(other, email, "ten old monk seals nap here");
  await said(other, "Welcome back!");

  await other.goto("/admin/account");
  await other.getByRole("link", { name: "Change your email address" }).click();
  await other.getByLabel("New email address").fill(moved);
  await other.getByRole("button", { name: "Change address" }).click();
  await said(other, "An email with a link is on its way to the new address.");
  await followMail(other, moved, "Confirm your new email address");
  await other.getByRole("button", { name: "Use this address" }).click();
  await said(other, "Your email address is changed.");
  await fillSignIn(other, moved, "ten old monk seals nap here");
  await said(other, "Welcome back!");
  await openMail(other, email, "Your email address for signing in was changed");
  await context.close();
});
