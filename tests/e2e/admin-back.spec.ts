import { signIn } from "./admin.ts";
import { expect, test } from "./fixtures.ts";

test("a button that was pressed takes a press again when Back restores its page", async ({ page, scripts }) => {
  await signIn(page);
  await page.goto("/admin/resources/new");
  // The browser stays on the page, as it is while the next one loads.
  await page.route("**/admin/resources/new", (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 204 }) : route.continue(),
  );
  await page.getByLabel("Title").fill("A work");
  await page.getByLabel("Description").fill("About it.");
  await page.getByLabel("Link", { exact: true }).fill("https://example.org/back");
  await page.getByRole("button", { name: "Create resource" }).click();
  if (scripts) {
    await expect(page.getByRole("button", { name: "Saving …" })).toHaveAttribute("aria-disabled", "true");
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  }
  await expect(page.getByRole("button", { name: "Create resource" })).not.toHaveAttribute("aria-disabled");
});
