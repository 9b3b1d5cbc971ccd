import { testSettings } from "../../harness/serving/stack.ts";
import { signIn } from "./admin.ts";
import { expect, test } from "./fixtures.ts";

test("a form sent after the session has ended comes back filled in after the sign-in, and can be saved", async ({
  page,
  context,
  watch,
  unique,
}) => {
  watch.allow(/status 401/);
  await signIn(page);
  await page.goto("/admin/tabs");
  const form = page.getByRole("region", { name: "New tab" });
  await form.getByLabel("Label").fill(`Tab ${unique}`);
  await form.getByLabel("Key").fill(`tab-${unique}`);
  await context.clearCookies();
  await form.getByRole("button", { name: "Create tab" }).click();
  await expect(page.getByRole("status").first()).toContainText("Your session has ended, so nothing was saved.");
  await page.getByLabel("Email").fill(testSettings.LOCAL_ADMIN_EMAIL ?? "");
  await page.getByLabel("Password").fill(testSettings.LOCAL_ADMIN_PASSWORD ?? "");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("status").first()).toContainText("You are signed in again.");
  await expect(form.getByLabel("Label")).toHaveValue(`Tab ${unique}`);
  await expect(form.getByLabel("Key")).toHaveValue(`tab-${unique}`);
  await form.getByRole("button", { name: "Create tab" }).click();
  await expect(page).toHaveURL(/\/admin\/tabs\?done=created/);
  await expect(page.getByRole("link", { name: `Tab ${unique}`, exact: true })).toBeVisible();
});
