import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { signIn } from "./admin.ts";
import { expect, expectToFit, store, stored, test } from "./fixtures.ts";

/** Adds an event for one test only, with a waitlist that nobody else joins. @returns the path of its people in /admin */
async function addEvent(key: string): Promise<string> {
  const event = { key, title: `Meeting ${key}`, place: "Kahala", summary: "A meeting.", is_published: true };
  return `/admin/events/${(await store("events", event)).id}/people`;
}

async function join(page: Page, key: string, name: string, email: string, honeypot = ""): Promise<void> {
  const form = { name, email, event: key, nickname2: honeypot };
  expect((await page.request.post(`/events/${key}`, { form })).ok()).toBe(true);
}

async function write(page: Page, name: string, message: string, honeypot = ""): Promise<void> {
  const form = { name, email: "visitor@example.org", message, nickname2: honeypot };
  expect((await page.request.post("/contact", { form })).ok()).toBe(true);
}

const rows = (page: Page) => page.locator("table.rows tbody tr");
const openTab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "This event" }).getByRole("link", { name }).click();
const fitsPhone = async (page: Page) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await expectToFit(page);
};

test("an admin finds a visitor's waitlist entry by search, adds a note, and removes it after a confirmation", async ({
  page,
  unique,
}) => {
  const list = await addEvent(unique);
  await join(page, unique, "Keʻala Kāne", "keala@example.org");
  await join(page, unique, "Noa", "noa@example.org");
  await signIn(page);
  await page.goto(`/admin/events?q=${unique}`);
  await page.getByRole("link", { name: `Meeting ${unique}`, exact: true }).click();
  await openTab(page, "People");
  await expect(page.getByText("2 not yet notified, 0 notified")).toBeVisible();
  await expect(rows(page).getByRole("rowheader")).toHaveText(["Keʻala Kāne", "Noa"]);

  await page.getByLabel("Search names, email addresses and notes").fill("ke'ala KANE");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(rows(page).getByRole("rowheader")).toHaveText(["Keʻala Kāne"]);
  await expect(page).toHaveURL(/\?q=ke%27ala\+KANE/);
  await page.getByRole("link", { name: "Keʻala Kāne" }).click();

  await page.getByLabel("Note").fill("Wants a seat\nnear the door");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByRole("status")).toHaveText("Saved.");
  await expect(page.getByLabel("Note")).toHaveValue("Wants a seat\nnear the door");
  await page.goto(`${list}?q=door`);
  await expect(rows(page)).toHaveCount(1);
  await fitsPhone(page);

  await page.getByRole("link", { name: "Keʻala Kāne" }).click();
  await page.getByRole("link", { name: "Remove this person …" }).click();
  await page.getByRole("link", { name: "Keep them" }).click();
  await page.getByRole("link", { name: "Remove this person …" }).click();
  await page.getByRole("button", { name: "Remove for good" }).click();
  await expect(page.getByRole("status")).toHaveText("Removed.");
  await expect(rows(page).getByRole("rowheader")).toHaveText(["Noa"]);
});

test("addresses marked as notified by hand, after a confirmation, can still be found", async ({ page, unique }) => {
  const list = await addEvent(unique);
  for (const number of [1, 2, 3]) await join(page, unique, `Person ${number}`, `person-${number}@example.org`);
  await join(page, unique, "Robot", "robot@example.org", "x");
  await signIn(page);
  await page.goto(list);
  await openTab(page, "Emails");
  await page.getByRole("link", { name: "Notify people by hand" }).click();
  await expect(page.getByText("3 people haven’t been notified yet.")).toBeVisible();
  const box = page.getByLabel("Addresses 1 to 3");
  const addresses = "person-1@example.org, person-2@example.org, person-3@example.org";
  await expect(box).toHaveValue(addresses);
  await expect(box).not.toBeEditable();
  await fitsPhone(page);

  await join(page, unique, "Late", "late@example.org");
  await page.getByRole("link", { name: "Mark 3 people as notified …" }).click();
  await expect(page.getByRole("heading", { name: "Mark 3 people as notified?" })).toBeVisible();
  await expect(page.getByText("This cannot be undone")).toBeVisible();
  await page.getByRole("link", { name: "Not yet" }).click();
  await expect(page.getByText("3 people haven’t been notified yet.")).toBeVisible();
  await page.getByRole("link", { name: "Mark 3 people as notified …" }).click();
  await page.getByRole("button", { name: "Mark 3 people as notified" }).click();
  await expect(page.getByRole("status")).toHaveText("Marked as notified.");
  await expect(page).toHaveURL(/[?&]told=/);
  await expect(box).toHaveValue(addresses);
  await expect(page.getByText("1 more not yet notified.")).toBeVisible();
  const csv = await page.getByRole("link", { name: "3 people as CSV" }).getAttribute("href");
  expect((await (await page.request.get(csv ?? "")).text()).split("\r\n")).toHaveLength(5);
  const [event] = await stored("events", `key=eq.${unique}`);
  const told = await stored("waitlist_entries", `event_id=eq.${event?.id}&name=like.Person*`);
  expect(told.map((row) => Boolean(row.notified_at))).toEqual([true, true, true]);

  await page.getByRole("link", { name: "Look again" }).click();
  await expect(page.getByLabel("Address 1", { exact: true })).toHaveValue("late@example.org");
  await page.goto(`${list}?state=told`);
  await expect(rows(page)).toHaveCount(3);
});

test("suspected spam is kept apart, and can be put on the waitlist", async ({ page, unique }) => {
  const list = await addEvent(unique);
  await join(page, unique, "Robot", "robot@example.org", "x");
  await join(page, unique, "Twice", "twice@example.org");
  await join(page, unique, "Twice, with the field filled in", "twice@example.org", "x");
  await signIn(page);
  await page.goto(list);
  await expect(rows(page).getByRole("rowheader")).toHaveText(["Twice"]);
  await page.getByRole("link", { name: "2 suspected spam" }).click();
  await page.getByRole("link", { name: "Robot" }).click();
  await page.getByRole("button", { name: "This is not spam …" }).click();
  await expect(page.getByRole("heading", { name: "Mark 1 person as not spam?" })).toBeVisible();
  await page.getByRole("button", { name: "Mark 1 person as not spam" }).click();
  await expect(page.getByRole("status")).toHaveText("1 person marked as not spam.");
  await page.goto(list);
  await expect(rows(page).getByRole("rowheader")).toHaveText(["Robot", "Twice"]);

  await page.goto(`${list}?state=spam`);
  await page.getByLabel("Check Twice, with the field filled in").check();
  await page.getByRole("button", { name: "Not spam …" }).click();
  await expect(page.getByRole("heading", { name: "1 person left out" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "The address is on the list already" })).toBeVisible();
});

test("an admin checks several people, sees whom it concerns, marks them as notified, and undoes it", async ({
  page,
  unique,
  watch,
}) => {
  watch.allow(/status 422/);
  const list = await addEvent(unique);
  for (const name of ["Kai", "Lani", "Noe"]) await join(page, unique, name, `${name.toLowerCase()}@example.org`);
  await signIn(page);
  await page.goto(list);
  await page.getByRole("button", { name: "Mark as notified …" }).click();
  await expect(page.getByRole("alert")).toHaveText("Nobody is checked. Check the people you mean first.");
  await page.getByLabel("Check Kai").check();
  await page.getByLabel("Check Noe").check();
  await fitsPhone(page);
  await page.getByRole("button", { name: "Mark as notified …" }).click();
  await expect(page.getByRole("heading", { name: "Mark 2 people as notified?" })).toBeVisible();
  await expect(page.getByText("No email leaves")).toBeVisible();
  await expect(page.locator(".names a")).toHaveText(["Kai", "Noe"]);
  await fitsPhone(page);
  await page.getByRole("button", { name: "Mark 2 people as notified" }).click();
  await expect(page.getByRole("status")).toHaveText("2 people marked as notified.");
  const done = page.url();
  await page.goto(`${list}?state=unnotified`);
  await expect(rows(page).getByRole("rowheader")).toHaveText(["Lani"]);
  await page.goto(`${list}`);
  await page.getByRole("link", { name: "Check all on this page" }).click();
  await page.getByRole("button", { name: "Mark as notified …" }).click();
  await expect(page.getByRole("heading", { name: "2 people left out" })).toBeVisible();
  await page.goto(done);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("status")).toContainText("All of it was undone.");
  await page.goto(`${list}?state=unnotified`);
  await expect(rows(page)).toHaveCount(3);
});

test("an admin reads a message, adds a note and marks it as done; reading alone changes nothing", async ({
  page,
  unique,
}) => {
  await write(page, `Noa ${unique}`, `First line of ${unique}\n<b>Second</b> line`);
  await signIn(page);
  await page.goto(`/admin/messages?q=${unique}`);
  await page.getByRole("link", { name: `Noa ${unique}` }).click();
  const text = page.locator("blockquote");
  await expect(text).toHaveText(`First line of ${unique}\n<b>Second</b> line`, { useInnerText: true });
  expect(await stored("contact_messages", `name=like.*${unique}`)).toEqual([
    expect.objectContaining({ status: "new", handled_at: null }),
  ]);
  await fitsPhone(page);

  await page.getByRole("button", { name: "Mark as open" }).click();
  await expect(page.getByRole("status")).toHaveText("Saved. Undo");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Mark as new" })).toHaveCount(0);
  await page.getByRole("button", { name: "Mark as open" }).click();
  await page.getByLabel("Note").fill(`Answered, see ${unique}`);
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByLabel("Note")).toHaveValue(`Answered, see ${unique}`);
  await page.getByRole("button", { name: "Mark as done" }).click();
  await expect(page.locator(".facts")).toContainText("Done since");
  await page.goto(`/admin/messages?q=${unique}`);
  await expect(page.getByText("No messages match.")).toBeVisible();
  await page.getByRole("link", { name: "Search all" }).click();
  await expect(rows(page)).toHaveCount(1);
});

test("a suspected message is kept apart until an admin marks it as not spam", async ({ page, unique }) => {
  await write(page, `Robot ${unique}`, `Buy ${unique}`, "x");
  await signIn(page);
  await page.goto(`/admin/messages?state=all&q=${unique}`);
  await expect(rows(page)).toHaveCount(0);
  await page.goto(`/admin/messages?state=suspected&q=${unique}`);
  await page.getByRole("link", { name: `Robot ${unique}` }).click();
  await page.getByRole("button", { name: "Not spam" }).click();
  await expect(page.getByRole("status")).toHaveText("Marked as not spam. Undo");
  await page.goto(`/admin/messages?q=${unique}`);
  await expect(rows(page)).toHaveCount(1);

  await page.goBack();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("status")).toHaveText("Moved to suspected spam.");
  await page.goto(`/admin/messages?q=${unique}`);
  await expect(rows(page)).toHaveCount(0);
});

test("a message is deleted for good after a confirmation", async ({ page, unique, watch }) => {
  watch.allow(/404/);
  await write(page, `Noa ${unique}`, `Please forget ${unique}`);
  await signIn(page);
  await page.goto(`/admin/messages?q=${unique}`);
  await page.getByRole("link", { name: `Noa ${unique}` }).click();
  const erase = page.getByRole("link", { name: "Delete this message …" });
  await expect(erase).toBeVisible();
  const address = page.url();
  await erase.click();
  await expect(page.getByRole("heading", { name: `Delete the message from Noa ${unique}?` })).toBeVisible();
  await page.getByRole("link", { name: "Keep it" }).click();
  await erase.click();
  await page.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByRole("status")).toHaveText("Deleted.");
  expect(await stored("contact_messages", `name=like.*${unique}`)).toEqual([]);

  expect((await page.goto(address))?.status()).toBe(404);
  await page.getByRole("main").getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test("two admins add a note to the same message: the second sees both notes and loses nothing", async ({
  page,
  unique,
  watch,
  context,
}) => {
  watch.allow(/status 409/);
  await write(page, `Noa ${unique}`, `Aloha ${unique}`);
  await signIn(page);
  await page.goto(`/admin/messages?q=${unique}`);
  await page.getByRole("link", { name: `Noa ${unique}` }).click();
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByLabel("Note").fill("Theirs");
  await other.getByRole("button", { name: "Save note" }).click();
  await expect(other.getByRole("status")).toHaveText("Saved.");

  await page.getByLabel("Note").fill("Mine");
  await page.getByRole("button", { name: "Save note" }).click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("This was changed since you opened it");
  await expect(alert.getByRole("row").last().getByRole("cell")).toHaveText(["Theirs", "Mine"]);
  await expect(page.getByLabel("Note")).toHaveValue("Mine");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByRole("status")).toHaveText("Saved.");
  await expect(page.getByLabel("Note")).toHaveValue("Mine");

  await other.getByRole("button", { name: "Mark as done" }).click();
  await expect(other.getByRole("alert")).toContainText("This was changed since you opened it");
  await expect(other.locator(".facts")).toContainText("New");
});

test("a note of more than 2,000 characters is refused, and kept in the form", async ({ page, unique }) => {
  await write(page, `Noa ${unique}`, `Aloha ${unique}`);
  await signIn(page);
  await page.goto(`/admin/messages?q=${unique}`);
  await page.getByRole("link", { name: `Noa ${unique}` }).click();
  await page.getByLabel("Note").fill("n".repeat(2001));
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.locator(".summary")).toContainText("Note must be at most 2,000 characters");
  await expect(page.getByLabel("Note")).toHaveValue("n".repeat(2001));
  await page.getByLabel("Note").fill("");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByRole("status")).toHaveText("Saved.");
});

test("subscribers are listed, exported and removed after a confirmation; suspected spam is kept apart", async ({
  page,
  unique,
}) => {
  const subscribe = (email: string, nickname2 = "") => page.request.post("/insights", { form: { email, nickname2 } });
  await subscribe(`reader-${unique}@example.org`);
  await subscribe(`robot-${unique}@example.org`, "x");
  await signIn(page);
  await page.goto("/admin/subscribers");
  await page.getByLabel("Search email addresses").fill(unique);
  await page.getByRole("button", { name: "Show" }).click();
  await expect(rows(page).getByRole("rowheader")).toHaveText([`reader-${unique}@example.org`]);
  await fitsPhone(page);
  const csv = await page.getByRole("link", { name: "as CSV" }).getAttribute("href");
  const file = await (await page.request.get(csv ?? "")).text();
  expect(file).toContain(`\r\n"reader-${unique}@example.org",`);
  expect(file).not.toContain(`robot-${unique}`);

  await page.goto(`/admin/subscribers?q=${unique}&state=spam`);
  await expect(rows(page).getByRole("rowheader")).toHaveText([`robot-${unique}@example.org`]);
  await page.getByRole("button", { name: "Not spam" }).click();
  await expect(page.getByRole("status")).toHaveText("Marked as not spam. Undo");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("status")).toHaveText("Moved to suspected spam.");
  await page.goto(`/admin/subscribers?q=${unique}&state=spam`);
  await page.getByRole("button", { name: "Not spam" }).click();

  await page.goto(`/admin/subscribers?q=${unique}&sort=address`);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("link", { name: `Remove robot-${unique}@example.org …` }).click();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(`Remove robot-${unique}@example.org?`);
  await page.getByRole("button", { name: "Remove for good" }).click();
  await expect(page.getByRole("status")).toHaveText("Removed.");
  expect(await stored("newsletter_subscribers", `email=like.*${unique}*`)).toHaveLength(1);
});

test("an owner looks up a person's data by address, downloads it, and erases it after ticking a box", async ({
  page,
  unique,
}) => {
  await addEvent(unique);
  const email = `erase-${unique}@example.org`;
  await join(page, unique, "Lani", email);
  await page.request.post("/insights", { form: { email } });
  await signIn(page);
  await page.goto("/admin");
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "People" }).click();
  await page.getByLabel("Email").fill(email.toUpperCase());
  await page.getByRole("button", { name: "Look up" }).click();
  await expect(page.getByRole("heading", { level: 2, name: email })).toBeVisible();
  await expect(page.locator(".facts dd")).toHaveText([
    `Meeting ${unique}`,
    /^\d emails? that we sent or will send$/,
    "on the list of subscribers",
    "1 row under a digest of the address, to prevent abuse",
  ]);
  await expect(page).toHaveURL(/\/admin\/people$/);
  await fitsPhone(page);

  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download everything as a file" }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toMatch(/^personal-data-\d{4}-\d{2}-\d{2}\.json$/);
  expect(JSON.parse(readFileSync(await file.path(), "utf8"))).toMatchObject({
    email,
    waitlists: [{ name: "Lani", email }],
  });

  await page.getByRole("button", { name: "Erase" }).click();
  await expect(page.getByRole("checkbox")).toBeFocused();
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Erase" }).click();
  await expect(page.getByRole("status")).toHaveText(
    "Erased: no entry, message, note or account contains this address anymore.",
  );
  expect(await stored("waitlist_entries", `email=eq.${email}`)).toEqual([]);
  expect(await stored("newsletter_subscribers", `email=eq.${email}`)).toEqual([]);
});
