import type { Page } from "@playwright/test";
import { signIn } from "./admin.ts";
import { findViolations } from "./axe.ts";
import { currentStack, expect, store, stored, test } from "./fixtures.ts";
import { findLayoutFaults } from "./layout.ts";
import { openMail } from "./mail.ts";

const longName = "Kaleookalani Kahanamoku-Kealoha Nāhiʻenaʻenakaʻahumanuolanii";
const dayInMilliseconds = 86_400_000;
/** 6:00 PM in Honolulu, so that the reminder is due the day before, whenever this test runs. */
const inThreeMonths = `${new Date(Date.now() + 90 * dayInMilliseconds).toISOString().slice(0, 10)}T04:00:00Z`;

async function findFaults(page: Page, scripts: boolean): Promise<string[]> {
  const faults: string[] = [];
  await page.waitForLoadState();
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    faults.push(...(await page.evaluate(findLayoutFaults)).map((fault) => `${width} px: ${fault}`));
  }
  // axe cannot run with scripts disabled.
  if (!scripts) return faults;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    faults.push(...(await findViolations(page)).map((violation) => `${colorScheme}: ${violation}`));
  }
  return faults;
}

/** The subjects of the emails an address has received, oldest first. */
async function subjectsTo(email: string): Promise<string[]> {
  const all = (await (await fetch(`${currentStack().mails}/mails.json`)).json()) as { to: string[]; subject: string }[];
  return all.filter(({ to }) => to.includes(email)).map(({ subject }) => subject);
}

test("an admin reads the ticket email, adds a message, gets a test, sends it to all, and follows its progress", async ({
  page,
  scripts,
  unique,
}) => {
  const title = `Lūʻau ${unique}`;
  const people = [1, 2, 3].map((number) => `emails-${unique}-${number}@example.org`);
  const event = await store("events", {
    ...{ key: unique, title, place: "Kahala", summary: "A lūʻau.", is_published: true },
    ...{ starts_at: inThreeMonths, date_precision: "exact" },
    ticket_url: "https://tickets.example/",
  });
  for (const email of people) {
    const form = { name: longName, email, event: unique, nickname2: "" };
    expect((await page.request.post(`/events/${unique}`, { form })).ok()).toBe(true);
  }
  await signIn(page);
  await page.goto(`/admin/events/${event.id}`);
  await expect(page.getByText("3 people have not been notified that tickets are on sale")).toBeVisible();
  await page.getByRole("link", { name: "Email them" }).click();

  const tabs = page.getByRole("navigation", { name: "This event" });
  await expect(tabs.getByRole("link", { name: "Emails" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByText(`Tickets are on sale: ${title}`)).toBeVisible();
  await page.getByLabel("Your words").fill("Bring a friend.\n\nMahalo!");
  await page.getByRole("button", { name: "Save and show" }).click();
  await expect(page.getByRole("status")).toContainText("Saved.");
  await expect(page.locator("pre")).toContainText("Bring a friend.");

  await page.getByRole("button", { name: "Send a test to admin@example.org" }).click();
  await expect(page.getByRole("status")).toContainText("A test is on its way to your address.");
  await expect.poll(() => subjectsTo("admin@example.org")).toContain(`Test: Tickets are on sale: ${title}`);

  await page.getByRole("link", { name: "Send to 3 people …" }).click();
  await expect(page.getByRole("heading", { name: "Send 3 emails?" })).toBeVisible();
  expect(await findFaults(page, scripts)).toEqual([]);
  await page.getByRole("link", { name: "Not yet" }).click();
  await page.getByRole("link", { name: "Send to 3 people …" }).click();
  await page.getByRole("button", { name: "Send 3 emails" }).click();
  await expect(page.getByRole("status")).toContainText("The emails are on their way.");
  for (const email of people) await expect.poll(() => subjectsTo(email)).toContain(`Tickets are on sale: ${title}`);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("row").filter({ hasText: "Tickets are on sale" })).toContainText("3 of 3 sent", {
      timeout: 100,
    });
  }).toPass();
  const news = page.getByRole("region", { name: "News to send" }).getByRole("listitem");
  await expect(news.filter({ hasText: "Tickets are on sale" })).toContainText("No one to notify");
  expect(await findFaults(page, scripts)).toEqual([]);
  const told = await stored("waitlist_entries", `event_id=eq.${event.id}`);
  expect(told.map((entry) => typeof entry.tickets_notified_at)).toEqual(["string", "string", "string"]);
  await openMail(page, people[0] ?? "", "Tickets are on sale");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Tickets are on sale: ${title}`);
});

test("an admin reads, changes and switches off the reminder of an event beforehand", async ({
  page,
  scripts,
  unique,
}) => {
  const event = await store("events", {
    ...{ key: unique, title: `Lūʻau ${unique}`, place: "Kahala", summary: "A lūʻau.", is_published: true },
    ...{ starts_at: inThreeMonths, date_precision: "exact" },
  });
  await signIn(page);
  await page.goto(`/admin/events/${event.id}/emails`);
  await page.getByRole("link", { name: "The day before" }).click();
  await expect(page.getByText("Goes out automatically on")).toBeVisible();
  await expect(page.locator("pre")).toContainText("is tomorrow.");
  await page.getByLabel("Your words").fill("Bring a towel.");
  await page.getByLabel("Do not send this reminder").check();
  await page.getByRole("button", { name: "Save and show" }).click();
  await expect(page.getByText("Switched off: nobody is reminded.")).toBeVisible();
  await expect(page.locator("pre")).toContainText("Bring a towel.");
  await expect(page.getByLabel("Do not send this reminder")).toBeChecked();
  expect(await findFaults(page, scripts)).toEqual([]);
});

test("an admin writes to everyone with a confirmed address, and a person ends these emails and has them again", async ({
  page,
  scripts,
  unique,
}) => {
  const title = `Lūʻau ${unique}`;
  const kai = `own-words-${unique}@example.org`;
  const event = await store("events", {
    ...{ key: unique, title, place: "Kahala", summary: "A lūʻau.", is_published: true },
    ...{ starts_at: inThreeMonths, date_precision: "exact", takes_reservations: true, attendee_limit: 5 },
  });
  for (const email of [kai, `unconfirmed-${unique}@example.org`]) {
    const form = { name: longName, email, event: unique, nickname2: "", party: "1" };
    expect((await page.request.post(`/events/${unique}`, { form })).ok()).toBe(true);
  }
  await openMail(page, kai, "Please confirm your spot");
  await page.locator("pre a").first().click();
  await page.getByRole("button", { name: "Confirm this address" }).click();
  const own = page.url();

  await signIn(page);
  await page.goto(`/admin/events/${event.id}/emails`);
  await page.getByRole("link", { name: "Write an email" }).click();
  await page.getByRole("button", { name: "Save and show" }).click();
  await expect(page.getByText("Enter a subject").first()).toBeVisible();
  await page.getByLabel("To", { exact: true }).selectOption("Everyone who signed up (1)");
  await page.getByLabel("Subject", { exact: true }).fill("What to bring");
  await page
    .getByLabel("Text", { exact: true })
    .fill("Please bring:\n\n- an ID\n- [this form](https://example.org/form)");
  await page.getByRole("button", { name: "Save and show" }).click();
  await expect(page.locator("pre")).toContainText("- this form (https://example.org/form)");
  expect(await findFaults(page, scripts)).toEqual([]);
  await page.getByRole("button", { name: "Send a test to admin@example.org" }).click();
  await expect.poll(() => subjectsTo("admin@example.org")).toContain("Test: What to bring");
  await page.getByLabel("Date", { exact: true }).fill("2020-01-01");
  await page.getByLabel("Time", { exact: true }).fill("09:00");
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(page.getByText("Choose a day and a time that are still to come").first()).toBeVisible();
  await page.getByLabel("Date", { exact: true }).fill("2099-01-01");
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  const row = page.getByRole("row").filter({ hasText: "What to bring" });
  await expect(row).toContainText("Scheduled");
  expect(await findFaults(page, scripts)).toEqual([]);
  await row.getByRole("button", { name: "Make it a draft again" }).click();
  await expect(page.getByRole("status")).toContainText("This email is a draft again.");

  await page.goto(`/admin/events/${event.id}/people`);
  await page.getByRole("row").filter({ hasText: kai }).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Write an email …" }).click();
  await expect(page.getByLabel("To", { exact: true })).toHaveValue("checked");
  await page.getByLabel("To", { exact: true }).selectOption("Everyone who signed up (1)");
  await page.getByRole("button", { name: "Save and show" }).click();
  await page.getByRole("link", { name: "Send to 1 person …" }).click();
  await page.getByRole("button", { name: "Send 1 email" }).click();
  await expect(page.getByRole("status")).toContainText("The emails are on their way.");
  await expect(row).toContainText("Everyone who signed up");
  await expect.poll(() => subjectsTo(kai)).toContain("What to bring");
  expect(await subjectsTo(`unconfirmed-${unique}@example.org`)).not.toContain("What to bring");

  await page.goto(own);
  await page.getByRole("button", { name: "Get no more of them" }).click();
  await expect(page.getByRole("status")).toContainText("The organizers send you no more emails of their own.");
  await page.goto(`/admin/events/${event.id}/emails/new`);
  await expect(page.getByLabel("To", { exact: true })).toContainText("Everyone who signed up (0)");
  await page.goto(own);
  await page.getByRole("button", { name: "Get them again" }).click();
  await expect(page.getByRole("status")).toContainText("The organizers may write to you about this event.");
});
