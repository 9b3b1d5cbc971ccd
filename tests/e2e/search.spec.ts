import { expect, test } from "./fixtures.ts";

test("on a phone, searching for “pizza” from the menu finds the pizza parties and leads to one", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/about");
  await page.locator(".menu summary").click();
  const field = page.getByRole("navigation", { name: "Menu" }).getByRole("searchbox", { name: "Search" });
  await field.fill("pizza");
  await field.press("Enter");
  await expect(page).toHaveURL("/search?q=pizza");
  await expect(page.getByRole("searchbox", { name: "Search this site" })).toHaveValue("pizza");
  await expect(page.getByRole("status")).toHaveText(/^\d+ results for “pizza”\.$/);
  await expect(page.locator("main mark").first()).toHaveText(/pizza/i);
  await page.getByRole("link", { name: /Bitcoin Pizza Day/ }).click();
  await expect(page).toHaveURL("/events/bitcoin");
});

test("on a wide screen an icon leads to the search, with links for kinds and ʻōlelo Hawaiʻi in any spelling", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("banner").getByRole("link", { name: "Search" }).click();
  await expect(page).toHaveURL("/search");
  const search = async (words: string) => {
    await page.getByRole("searchbox", { name: "Search this site" }).fill(words);
    await page.getByRole("main").getByRole("button", { name: "Search" }).click();
  };
  await search("bitcoin");
  const kinds = page.getByRole("navigation", { name: "Kinds of results" });
  await kinds.getByRole("link", { name: /^Guides/ }).click();
  await expect(page).toHaveURL("/search?q=bitcoin&kind=guides");
  await expect(kinds.getByRole("link", { name: /^Guides/ })).toHaveAttribute("aria-current", "page");
  for (const hint of await page.locator("main li .hint").allTextContents()) expect(hint).toBe("Guide");
  for (const words of ["hawaii kaneohe", "HAWAIʻI KĀNEʻOHE"]) {
    await search(words);
    await expect(page.getByRole("link", { name: "Ledgers of Hawaiʻi and Kāneʻohe" })).toBeVisible();
  }
  await search("xylophone");
  await expect(page.getByRole("status")).toHaveText("0 results for “xylophone”.");
  await page.getByRole("main").getByRole("link", { name: "events" }).click();
  await expect(page).toHaveURL("/events");
});

test("a page that does not exist offers to search for its words", async ({ page, watch }) => {
  watch.allow(/404/);
  await page.goto("/bitcoin-pizza");
  await expect(page.getByRole("searchbox", { name: "Search this site" })).toHaveValue("bitcoin pizza");
  await page.getByRole("main").getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL("/search?q=bitcoin+pizza");
  await expect(page.getByRole("link", { name: "Bitcoin Pizza Day 2025" })).toBeVisible();
});

test("the search works by keyboard only", async ({ page }) => {
  await page.goto("/search");
  await page.getByRole("searchbox", { name: "Search this site" }).focus();
  await page.keyboard.type("pizza");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/search?q=pizza");
  await page
    .getByRole("navigation", { name: "Kinds of results" })
    .getByRole("link", { name: /^Events/ })
    .focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/search?q=pizza&kind=events");
  await expect(page.getByRole("status")).toHaveText(/^\d+ results for “pizza” in Events\.$/);
});
