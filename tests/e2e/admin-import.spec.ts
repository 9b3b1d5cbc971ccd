import type { Page } from "@playwright/test";
import { signIn } from "./admin.ts";
import { expect, store, stored, test } from "./fixtures.ts";

test("an owner uploads a file of subscribers, reviews it, imports it and undoes the import", async ({
  page,
  unique,
}) => {
  const email = `kai-${unique}@example.org`;
  await signIn(page);
  await page.goto("/admin/subscribers");
  await page.getByRole("link", { name: "Import subscribers" }).click();
  await page.getByLabel("CSV file").setInputFiles({
    name: "audience.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`First Name,Email Address,OPTIN_TIME\nKeʻala,${email},2024-03-14 09:12:31\nNoa,noa\n`),
  });
  await page.getByLabel("Where it comes from").fill("Mailchimp");
  await page.getByLabel("What they agreed to").fill("Send me your news by email.");
  await page.getByRole("button", { name: "Read the file" }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("From Mailchimp");
  await expect(page.getByRole("status").first()).toContainText("Nothing has been imported yet");
  await expect(page.getByLabel("Email address")).toHaveValue("1");
  await expect(page.getByRole("row", { name: email })).toContainText("New");
  await expect(page.getByRole("row", { name: "3 noa" })).toContainText("This is not an email address: “");
  expect(await stored("newsletter_subscribers", `email=eq.${email}`)).toEqual([]);

  await page.getByRole("button", { name: "Import 1 person" }).click();
  await expect(page.getByRole("heading", { name: "1 person imported from Mailchimp" })).toBeVisible();
  expect(await stored("newsletter_subscribers", `email=eq.${email}`)).toMatchObject([
    { imported_from: "Mailchimp", agreed_text: "Send me your news by email.", confirmed_at: null },
  ]);
  await page.getByRole("button", { name: "Undo the import" }).click();
  await expect(page.getByRole("heading", { name: "This import was undone" })).toBeVisible();
  expect(await stored("newsletter_subscribers", `email=eq.${email}`)).toEqual([]);
});

/** Uploads a file of resources or events for review. */
async function bring(page: Page, kind: "resources" | "events", name: string, text: string, source: string) {
  await page.goto(`/admin/${kind}`);
  await page.getByRole("link", { name: `Import ${kind}` }).click();
  await page.getByLabel(kind === "events" ? "CSV or .ics file" : "CSV, JSON or bookmarks file").setInputFiles({
    ...{ name, mimeType: name.endsWith(".ics") ? "text/calendar" : "text/csv", buffer: Buffer.from(text) },
  });
  await page.getByLabel("Where it comes from").fill(source);
  await page.getByRole("button", { name: "Read the file" }).click();
}

const said = (page: Page) => page.getByRole("status").first();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test("an admin imports resources: new ones, changed ones, and one that is refused", async ({ page, unique }) => {
  const works = async () =>
    (await stored("education_resources", `url=like.*${unique}*&order=url`)).map(({ title, is_published }) => [
      title,
      is_published,
    ]);
  const url = (name: string) => `https://${unique}.example/${name}`;
  const there = {
    tab_key: "resources",
    title: "Ledgers",
    description: "About them.",
    url: url("1"),
    is_published: true,
  };
  await store("education_resources", there);
  await signIn(page);
  await bring(page, "resources", "library.csv", "", "Raindrop");
  await expect(page.getByRole("link", { name: "The file is empty." })).toBeVisible();
  await expect(page.getByLabel("Where it comes from")).toHaveValue("Raindrop");
  await page.getByRole("link", { name: "All resources" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Resources");

  const lines = [
    "title,url,excerpt",
    `Ledgers of Hawaiʻi,${url("1")},About them.`,
    `${"A very long title ".repeat(20)},${url("2")},About it.`,
    `New work,${url("3")},About it.`,
  ];
  await bring(page, "resources", "library.csv", lines.join("\n"), "Raindrop");
  await expect(said(page)).toContainText("Nothing has been imported yet");
  await expect(page.getByText("1 new, 1 different, 0 already there, 1 refused.")).toBeVisible();
  await expect(page.getByRole("row", { name: /^2 / })).toContainText("Title: Ledgers → Ledgers of Hawaiʻi");
  await expect(page.getByRole("row", { name: /^3 / })).toContainText(
    "Refused: Title must be at most 200 characters: “A very long title",
  );
  await page.getByRole("link", { name: "see what would change" }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
  const box = page.getByRole("checkbox", { name: "Change what is there already" });
  await expect(box).not.toBeChecked();
  await box.check();
  await press(page, "Import 1 resource");
  await expect(page.getByRole("heading", { name: "1 resource imported from Raindrop, 1 changed" })).toBeVisible();
  expect(await works()).toEqual([
    ["Ledgers of Hawaiʻi", true],
    ["New work", false],
  ]);
  await press(page, "Undo the import");
  await expect(page.getByRole("heading", { name: "This import was undone" })).toBeVisible();
  await expect(page.getByRole("row", { name: /^2 / })).toContainText("As before");
  await expect(page.getByRole("row", { name: /^4 / })).toContainText("Taken back");
  expect(await works()).toEqual([["Ledgers", true]]);
  await page.getByRole("link", { name: "Import resources" }).first().click();
  await expect(page.getByRole("row", { name: "Raindrop" }).first()).toContainText("Undone");
});

test("an admin imports a calendar, and imports it again after a date has moved", async ({ page, unique }) => {
  const calendar = (...events: string[][]) =>
    [
      "BEGIN:VCALENDAR",
      ...events.flatMap((lines) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"]),
      "END:VCALENDAR",
      "",
    ].join("\r\n");
  const talk = (start: string) => [
    `UID:${unique}@luma`,
    `SUMMARY:Moʻolelo ${unique}`,
    `DTSTART:${start}`,
    "LOCATION:Hilo",
  ];
  const weekly = ["SUMMARY:Every week", "DTSTART:20940521T040000Z", "RRULE:FREQ=HOURLY"];
  const events = async () =>
    (await stored("events", `title=like.*${unique}*`)).map(({ starts_at, is_published }) => [
      new Date(String(starts_at)).toISOString(),
      is_published,
    ]);
  await signIn(page);
  await bring(page, "events", "calendar.ics", calendar(), "Luma");
  await expect(page.getByRole("link", { name: "There is no event in this calendar file." })).toBeVisible();
  await bring(page, "events", "calendar.ics", calendar(talk("20940521T040000Z"), weekly), "Luma");
  await expect(page.getByRole("row", { name: /^2 / })).toContainText("New");
  await expect(page.getByRole("row", { name: "Every week" })).toContainText(
    "It repeats more often than daily: make a series of it here.",
  );
  await press(page, "Import 1 event");
  await expect(page.getByRole("heading", { name: "1 event imported from Luma" })).toBeVisible();
  expect(await events()).toEqual([["2094-05-21T04:00:00.000Z", false]]);

  await bring(page, "events", "calendar.ics", calendar(talk("20940528T040000Z")), "Luma");
  await expect(page.getByRole("row", { name: /^2 / })).toContainText(
    "Date: Thursday, May 20, 2094, 6:00 PM HST → Thursday, May 27, 2094, 6:00 PM HST",
  );
  await page.getByRole("checkbox", { name: "Change what is there already" }).check();
  await press(page, "Change 1 event");
  await expect(page.getByRole("heading", { name: "0 events imported from Luma, 1 changed" })).toBeVisible();
  expect(await events()).toEqual([["2094-05-28T04:00:00.000Z", false]]);
  await press(page, "Undo the import");
  await expect(page.getByRole("row", { name: /^2 / })).toContainText("As before");
  expect(await events()).toEqual([["2094-05-21T04:00:00.000Z", false]]);
});
