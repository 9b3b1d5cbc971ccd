import { signIn } from "./admin.ts";
import { bringAxe, findViolations } from "./axe.ts";
import { expect, expectToFit, test } from "./fixtures.ts";

test("an admin finds a draft from the dashboard, and opens its page", async ({ page }) => {
  await signIn(page);
  await page.goto("/admin");
  await page.getByRole("searchbox", { name: "Search the admin area" }).fill("peer electronic");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/\/admin\/search\?q=peer\+electronic$/);
  await page.getByRole("region", { name: "Resources" }).getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bitcoin: A Peer-to-Peer Electronic Cash System");
});

test("the admin search says when nothing is found, and fits a phone", async ({ page, scripts }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page);
  await bringAxe(page);
  for (const [query, says] of [
    ["", "every word has to be in it"],
    ["xylophone", "No results for “xylophone”."],
    ["%", "No results for “%”."],
    ["x".repeat(500), `No results for “${"x".repeat(100)}”.`],
    ["bitcoin", "Events ("],
  ] as const) {
    await page.goto(`/admin/search?q=${encodeURIComponent(query)}`);
    await expect(page.getByRole("main")).toContainText(says);
    await expectToFit(page, query);
    if (scripts) expect(await findViolations(page), query).toEqual([]);
  }
});
