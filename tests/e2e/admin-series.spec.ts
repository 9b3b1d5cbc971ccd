import type { Page } from "@playwright/test";
import { signIn } from "./admin.ts";
import { expect, expectToFit, store, stored, test } from "./fixtures.ts";

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();
/** Opens the form of an edition from the list of its series. */
async function openDetails(page: Page, day: string) {
  await editionOf(page, day).getByRole("link").click();
  await page.getByRole("link", { name: "Details", exact: true }).click();
}

const editionOf = (page: Page, day: string) =>
  page.getByRole("region", { name: "The next dates" }).getByRole("row", { name: day });

test("a new series creates its editions, and a date that was left out, moved or deleted does not come back", async ({
  page,
  context,
  request,
  unique,
  watch,
}) => {
  watch.allow(/status 409/);
  const title = `Hālau ʻEvening ${unique}`;
  await store("events", {
    ...{ key: `evening-${unique}`, title, place: "Kāneʻohe", summary: "An evening by the sea.", is_published: true },
    ...{ starts_at: "2096-01-05T18:00-10:00", ends_at: "2096-01-05T20:00-10:00", date_precision: "exact" },
  });
  // Another test may create editions at the same time: the job skips a series that is locked.
  const makeUntil = (shown: () => Promise<unknown>) =>
    expect(async () => {
      await request.get("/cdn-cgi/handler/scheduled?time=60000");
      await page.reload();
      await shown();
    }).toPass();

  await signIn(page);
  await page.goto("/admin/series/new");
  await page.getByLabel("How often it takes place").selectOption("Every week, or every few weeks");
  await page.getByLabel("Day of the week").selectOption("Thursday");
  await page.getByLabel("From", { exact: true }).fill("2096-01-01");
  await page.getByLabel("Dates left out").fill("1/12/2096");
  await page.getByRole("button", { name: "Show the next dates" }).click();
  const dates = page.locator("form [data-focus]");
  await expect(dates).toContainText("Nothing is saved yet");
  await expect(dates.getByRole("listitem")).toHaveCount(12);
  await expect(dates.getByRole("listitem").nth(1)).toHaveText("January 19, 2096");
  await expect(dates).toBeFocused();
  await expectToFit(page);

  await page.getByLabel("Name", { exact: true }).fill(title);
  await page.getByLabel("How many editions ahead").fill("4");
  await page.getByLabel("Publish editions as soon as they are made").check();
  await page.getByRole("button", { name: "Create series" }).click();
  await expect(page.locator(".summary")).toContainText("Choose the event that editions are copied from");
  await expect(page.getByLabel("Dates left out")).toHaveValue("1/12/2096");
  await page.getByLabel("Event that editions are copied from").selectOption({ label: `${title}, January 5, 2096` });
  await page.getByRole("button", { name: "Create series" }).click();
  await expect(page).toHaveURL(/\?done=created&at=[^&]+$/);
  const address = page.url().replace(/\?.*/, "");
  await page.goto(address);
  await makeUntil(() => expect(editionOf(page, "February 2, 2096")).toContainText("Published", { timeout: 1000 }));
  await expectToFit(page);

  const other = await context.newPage();
  await other.goto(address);
  await other.getByLabel("What it is").fill("Once a week.");
  await save(other);
  await expect(other).toHaveURL(/\?done=saved&at=[^&]+$/);
  await page.getByLabel("How many editions ahead").fill("5");
  await save(page);
  await expect(page.getByRole("heading", { name: "This was changed since you opened it" })).toBeVisible();
  await expect(page.getByLabel("How many editions ahead")).toHaveValue("5");
  await page.getByLabel("What it is").fill("Once a week.");
  await save(page);
  await expect(page).toHaveURL(/\?done=saved&at=[^&]+$/);

  // One edition is moved, and one deleted.
  await openDetails(page, "January 19, 2096");
  await page.getByLabel("Date", { exact: true }).fill("2096-01-20");
  await save(page);
  await expect(page).toHaveURL(/\?done=saved&at=[^&]+$/);
  await page.goto(address);
  await openDetails(page, "January 26, 2096");
  await page.getByRole("link", { name: "Delete this event" }).click();
  await page.getByRole("button", { name: "Delete for good" }).click();
  await expect(page).toHaveURL(/\/admin\/events\?done=deleted/);
  await page.goto(address);
  await makeUntil(() => expect(editionOf(page, "February 9, 2096")).toContainText("Published", { timeout: 1000 }));
  await expect(editionOf(page, "January 19, 2096")).toContainText("Moved to Friday, January 20, 2096");
  await expect(editionOf(page, "January 26, 2096")).toContainText("Its edition was deleted, and is not made again");
  await expect(page.getByRole("row", { name: "January 12, 2096" })).toHaveCount(0);

  // Saves for this and all later editions: the moved one is kept, because it is not ticked.
  await openDetails(page, "January 5, 2096");
  await page.getByLabel("Somewhere else", { exact: true }).fill("Hilo");
  await page.getByLabel("This and all later editions").check();
  await save(page);
  const question = page.locator("form [data-focus]");
  await expect(question).toContainText("Nothing is saved yet.");
  await expect(question.getByRole("checkbox")).toHaveCount(1);
  await expect(page.getByLabel("Somewhere else", { exact: true })).toHaveValue("Hilo");
  await expectToFit(page);
  await save(page);
  await expect(page.getByRole("status").first()).toContainText("Saved, for this edition and later ones.");
  const [series] = await stored("series", `id=eq.${address.split("/").at(-1)}`);
  const editions = await stored("events", `series_id=eq.${series?.id}&order=starts_at`);
  expect(editions.map(({ place }) => place)).toEqual(["Hilo", "Kāneʻohe", "Hilo", "Hilo"]);

  const visitors = await page.goto(`/series/${series?.key}`);
  expect(visitors?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await page.goto(address);
  await page.getByRole("link", { name: "Delete this series" }).click();
  await page.getByRole("button", { name: "Delete for good" }).click();
  await expect(page).toHaveURL(/\/admin\/series\?done=deleted/);
  expect(await stored("events", `key=like.${series?.key}-2096*`)).toHaveLength(3);
  expect(
    await stored("events", `key=eq.evening-${unique}`),
    "the edition that the others are copied from",
  ).toHaveLength(1);
});

test("submitting the form of a series twice creates one series", async ({ page, unique }) => {
  await signIn(page);
  await page.goto("/admin/series/new");
  await page.getByLabel("Name", { exact: true }).fill(`Twice ${unique}`);
  const form = await page.evaluate(() => [...new FormData(document.querySelector("form#series") as HTMLFormElement)]);
  const answers = await Promise.all(
    [1, 2].map(() =>
      page.request.post("/admin/series/new", {
        headers: { Origin: new URL(page.url()).origin },
        form: { ...Object.fromEntries(form as [string, string][]), intent: "save" },
      }),
    ),
  );
  for (const answer of answers) expect(answer.url()).toContain("done=created");
  expect(await stored("series", `name=eq.Twice ${unique}`)).toHaveLength(1);
});
