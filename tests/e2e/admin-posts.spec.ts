import type { Page } from "@playwright/test";
import { signIn } from "./admin.ts";
import { expect, store, test } from "./fixtures.ts";

/** Adds a published event, and opens the form for a post about it. @returns the event's title */
async function openForm(page: Page, unique: string): Promise<string> {
  const title = `Moʻolelo ${unique}`;
  const { id } = await store("events", { key: unique, title, place: "Hilo", summary: "Aloha.", is_published: true });
  await signIn(page);
  await page.goto(`/admin/events/${id}`);
  await page.getByRole("link", { name: "Post to a channel" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Post to a channel");
  return title;
}

const post = (page: Page) => page.getByRole("button", { name: "Post it" }).click();

const isQueued = (page: Page) => expect(page.getByRole("status").first()).toContainText("Queued.");

/** The row of a post. A text of several lines is collapsed, so the row has no accessible name. */
const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

/** Reloads the list until a post is in the given state. */
const becomes = (page: Page, text: string, state: string) =>
  expect(async () => {
    await page.goto("/admin/posts");
    await expect(rowOf(page, text)).toContainText(state, { timeout: 500 });
  }).toPass();

test("an admin writes a post to a channel, sends it, and sees it as sent", async ({ page, unique }) => {
  const title = await openForm(page, unique);
  const text = page.getByRole("textbox", { name: "Text" });
  await expect(text).toHaveValue(new RegExp(`^${title}\n[^]*Hilo[^]*Aloha\\.[^]*/events/${unique}$`));
  await page.getByLabel("Discord, at most 2,000 characters").check();
  await text.fill("   ");
  await post(page);
  await expect(page.getByRole("link", { name: "Write the text" })).toBeVisible();
  await expect(page.getByLabel("Discord, at most 2,000 characters")).toBeChecked();
  await text.fill(`Come to ${title} @everyone`);
  await post(page);
  await isQueued(page);
  await becomes(page, `Come to ${title}`, "Sent");
  await page
    .getByRole("row", { name: `Come to ${title}` })
    .getByRole("link", { name: "Event" })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
});

test("a post to a channel that is down is shown as such, and can be withdrawn", async ({ page, unique }) => {
  const title = await openForm(page, unique);
  await page.getByLabel("Slack, at most 2,000 characters").check();
  await post(page);
  await isQueued(page);
  await becomes(page, title, "Will be tried again");
  const row = rowOf(page, title);
  await expect(row).toContainText("status 503. Next attempt");
  await row.getByRole("button", { name: "Remove from this list" }).click();
  await expect(page.getByRole("status").first()).toContainText("Deleted");
  await expect(rowOf(page, title)).toHaveCount(0);
});
