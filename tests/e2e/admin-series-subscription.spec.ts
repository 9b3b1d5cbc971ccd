import { expectNoViolations } from "./axe.ts";
import { expect, expectToFit, store, test } from "./fixtures.ts";
import { openMail } from "./mail.ts";

test("a visitor subscribes to a series, confirms, and unsubscribes", async ({ page, unique, scripts }) => {
  const name = `Hālau ʻEvenings ${unique}`;
  const series = await store("series", { key: `evenings-${unique}`, name });
  await store("events", {
    ...{ key: `evening-of-${unique}`, title: name, place: "Kāneʻohe", summary: "An evening by the sea." },
    ...{ starts_at: "2096-03-01T18:00-10:00", date_precision: "exact", is_published: true, series_id: series.id },
  });
  const email = `evenings-${unique}@example.org`;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/series/evenings-${unique}`);
  await page.getByRole("link", { name: "Get emails about new editions" }).click();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByRole("status")).toContainText("Check your email.");
  await expectToFit(page);
  if (scripts) await expectNoViolations(page);

  await openMail(page, email, "Confirm your email address");
  await page.locator("pre a").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your subscription");
  if (scripts) await expectNoViolations(page);
  await page.getByRole("button", { name: "Confirm and subscribe" }).click();
  await expect(page.getByRole("status")).toContainText("You are subscribed.");
  await expect(page.getByRole("button", { name: "Confirm and subscribe" })).toHaveCount(0);
  if (scripts) await expectNoViolations(page);
  await expectToFit(page);

  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You have unsubscribed");
  await expect(page.getByRole("status")).toContainText("We have erased your email address");
  await expectToFit(page);
});
