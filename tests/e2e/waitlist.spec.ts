import type { Page } from "@playwright/test";
import { expect, expectToFit, pressUntilFocused, stored, test } from "./fixtures.ts";

const consent =
  "By joining you agree to email updates about the next edition of this event. Your information is never shared. Only the organizers see it.";

const fillIn = async (page: Page, name: string, email: string) => {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Email", { exact: true }).fill(email);
};

/** Expects an error in the title, in the focused summary, and at the field. */
async function expectError(page: Page, label: string, message: string): Promise<void> {
  await expect(page.locator(".summary")).toContainText(message);
  await expect(page.locator(".summary")).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  const field = page.getByLabel(label, { exact: true });
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(new RegExp(message));
}

test("joining the Bitcoin Pizza Day waitlist stores the entry, and says so in the page and in a toast", async ({
  page,
  scripts,
  unique,
}) => {
  const email = `bitcoin-${unique}@example.org`;
  await page.goto("/events");
  await expect(page.getByText(consent)).toBeVisible();
  await fillIn(page, "Keʻala Kāne", email);
  await page.getByRole("button", { name: "Join the Bitcoin Pizza Day Waitlist" }).click();
  const said = page.getByRole("status");
  await expect(said).toContainText("You've been added to the Bitcoin Pizza Day waitlist!");
  await expect(said).toContainText("We'll notify you when tickets become available.");
  await expect(page.locator(".toast")).toContainText("You've been added to the Bitcoin Pizza Day waitlist!");
  await expect(page).toHaveURL(scripts ? "/events" : /\/events\?done=waitlist&event=bitcoin/);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("");
  expect(await stored("waitlist_entries", `email=eq.${email}`)).toEqual([
    expect.objectContaining({ name: "Keʻala Kāne", suspected_spam: false, consent_version: expect.any(String) }),
  ]);
});

test("the ETH Hawaii tab changes the waitlist's text and the event that is stored", async ({
  page,
  scripts,
  unique,
}) => {
  const email = `ethereum-${unique}@example.org`;
  await page.goto("/events");
  await page.getByRole("link", { name: "ETH Hawaii", exact: true }).click();
  await expect(page).toHaveURL(/event=ethereum/);
  await expect(page.locator("#event")).toContainText("Multiple sessions throughout the day");
  await expect(page.locator("#event")).toContainText("Limited to 200 attendees");
  await fillIn(page, "Li Na", email);
  await page.getByRole("button", { name: "Join the ETH Hawaii Waitlist" }).click();
  await expect(page.getByRole("status")).toContainText("You've been added to the ETH Hawaii waitlist!");
  await expect(page).toHaveURL(scripts ? /\/events\?event=ethereum$/ : /done=waitlist&event=ethereum/);
  const [event] = await stored("events", "key=eq.ethereum");
  expect(await stored("waitlist_entries", `email=eq.${email}&event_id=eq.${event?.id}`)).toHaveLength(1);
});

test("Back after joining a waitlist and choosing another tab shows the previous tab", async ({ page, unique }) => {
  await page.goto("/events?event=ethereum");
  await fillIn(page, "Li Na", `back-${unique}@example.org`);
  await page.getByRole("button", { name: "Join the ETH Hawaii Waitlist" }).click();
  await expect(page.getByRole("status")).toContainText("ETH Hawaii waitlist!");
  await page.getByRole("link", { name: "Bitcoin Pizza Day", exact: true }).click();
  await expect(page.getByRole("button", { name: "Join the Bitcoin Pizza Day Waitlist" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/event=ethereum/);
  await expect(page.getByRole("button", { name: "Join the ETH Hawaii Waitlist" })).toBeVisible();
});

test("/bitcoin-pizza-day preselects Bitcoin Pizza Day and its waitlist", async ({ page, unique }) => {
  const email = `pizza-day-${unique}@example.org`;
  await page.goto("/bitcoin-pizza-day");
  await expect(page.getByRole("link", { name: "Bitcoin Pizza Day", exact: true })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await fillIn(page, "Noa", email);
  await page.getByRole("button", { name: "Join the Bitcoin Pizza Day Waitlist" }).click();
  await expect(page.getByRole("status")).toContainText("You've been added to the Bitcoin Pizza Day waitlist!");
  expect(await stored("waitlist_entries", `email=eq.${email}`)).toHaveLength(1);
});

test("the Global Pizza Party page replaces the form with a thank-you, and stores the entry", async ({
  page,
  unique,
}) => {
  const email = `party-${unique}@example.org`;
  await page.goto("/global-pizza-party");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("5th Annual Global Pizza Party 2025");
  await expect(page.getByText(consent)).toBeVisible();
  await fillIn(page, "Mei", email);
  await page.locator("#waitlist").getByRole("button").click();
  await expect(page.getByRole("status")).toHaveText(
    "Thank you! You've been added. We'll notify you when tickets are available.",
  );
  await expect(page.locator("#waitlist form")).toHaveCount(0);
  expect(await stored("waitlist_entries", `email=eq.${email}`)).toHaveLength(1);
});

test("the next person at the same device gets an empty form, and with scripts never the answer before", async ({
  page,
  scripts,
  unique,
}) => {
  const thanks = page.getByText("Thank you! You've been added.");
  const name = page.getByLabel("Name", { exact: true });
  for (const person of ["first", "second"]) {
    if (person === "first") await page.goto("/global-pizza-party");
    await fillIn(page, `Mei ${person}`, `${person}-${unique}@example.org`);
    await page.locator("#waitlist").getByRole("button").click();
    await expect(thanks).toBeVisible();
    await expect(page.locator("#waitlist form")).toHaveCount(0);
    await page.getByRole("link", { name: "Sign up another person" }).click();
    await expect(name).toHaveValue("");
    await expect(thanks).toHaveCount(0);
  }
  expect(await stored("waitlist_entries", `email=like.*-${unique}@example.org`)).toHaveLength(2);
  if (!scripts) return;
  await page.goBack();
  await expect(name).toBeVisible();
  await page.reload();
  await expect(name).toBeVisible();
  await expect(thanks).toHaveCount(0);
});

test("every event has a waitlist on its own page", async ({ page, scripts, unique }) => {
  const email = `nft-${unique}@example.org`;
  await page.goto("/events/nft-art-showcase");
  await expect(page.getByText("Took place June 28, 2023")).toBeVisible();
  await fillIn(page, "Pua", email);
  await page.locator("#waitlist").getByRole("button").click();
  await expect(page.getByRole("status")).toContainText(
    "You've been added to the NFT Art & Collectibles Showcase waitlist!",
  );
  await expect(page).toHaveURL(scripts ? "/events/nft-art-showcase" : /\/events\/nft-art-showcase\?done=waitlist/);
  expect(await stored("waitlist_entries", `email=eq.${email}`)).toHaveLength(1);
});

test("an empty waitlist form says what is missing at each field, and the summary takes the focus", async ({ page }) => {
  await page.goto("/events");
  await page.getByRole("button", { name: "Join the Bitcoin Pizza Day Waitlist" }).click();
  await expectError(page, "Name", "Enter your name");
  await expectError(page, "Email", "Enter your email address");
  await page.locator(".summary").getByRole("link", { name: "Enter your email address" }).click();
  await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
});

test("an invalid name and email get their messages at the fields, and what was typed is kept", async ({
  page,
  unique,
}) => {
  await page.goto("/events?event=ethereum");
  await fillIn(page, "K", "kai@");
  await page.getByRole("button", { name: "Join the ETH Hawaii Waitlist" }).click();
  await expectError(page, "Name", "Name must be at least 2 characters");
  await expectError(page, "Email", "Please enter a valid email address");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("K");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("kai@");
  await expect(page.getByRole("button", { name: "Join the ETH Hawaii Waitlist" })).toBeVisible();
  await fillIn(page, "Kai", `mended-${unique}@example.org`);
  await page.getByRole("button", { name: "Join the ETH Hawaii Waitlist" }).click();
  await expect(page.getByRole("status")).toContainText("You've been added to the ETH Hawaii waitlist!");
  await expect(page).not.toHaveTitle(/Error/);
});

test("the forms on other pages use the browser's validation", async ({ page }) => {
  await page.goto("/global-pizza-party");
  await page.getByLabel("Name", { exact: true }).fill("Kai");
  await page.locator("#waitlist").getByRole("button").click();
  await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
  expect(await page.locator("#waitlist form").evaluate((form: HTMLFormElement) => form.checkValidity())).toBe(false);
  await expect(page.locator(".summary")).toHaveCount(0);
});

test("submitting twice quickly joins once, and the same address later gets the same response", async ({
  page,
  unique,
}) => {
  const email = `twice-${unique}@example.org`;
  await page.goto("/events");
  await fillIn(page, "First Name", email);
  await page.getByRole("button", { name: "Join the Bitcoin Pizza Day Waitlist" }).dblclick();
  await expect(page.getByRole("status")).toContainText("You've been added");
  await fillIn(page, "Second Name", email.toUpperCase());
  await page.getByRole("button", { name: "Join the Bitcoin Pizza Day Waitlist" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("");
  await expect(page.getByRole("status")).toContainText("You've been added to the Bitcoin Pizza Day waitlist!");
  const rows = await stored("waitlist_entries", `email=ilike.${email}`);
  expect(rows).toEqual([expect.objectContaining({ name: "First Name" })]);
});

test("the honeypot cannot be reached by mouse or keyboard; if filled, the entry is kept as suspected spam", async ({
  page,
  unique,
}) => {
  const email = `robot-${unique}@example.org`;
  await page.goto("/events");
  await fillIn(page, "Robot", email);
  const honeypot = page.getByLabel("Leave this field empty");
  await expect(honeypot).not.toBeInViewport();
  await page.getByLabel("Email", { exact: true }).press("Tab");
  await expect(honeypot).not.toBeFocused();
  await honeypot.evaluate((field: HTMLInputElement) => {
    field.value = "x";
  });
  await page.getByRole("button", { name: "Join the Bitcoin Pizza Day Waitlist" }).click();
  await expect(page.getByRole("status")).toContainText("You've been added to the Bitcoin Pizza Day waitlist!");
  expect(await stored("waitlist_entries", `email=eq.${email}`)).toEqual([
    expect.objectContaining({ suspected_spam: true }),
  ]);
});

test("a waitlist can be joined by keyboard only", async ({ page, unique }) => {
  await page.goto("/events");
  await pressUntilFocused(page, "input[name=name]");
  await page.keyboard.type("Kai");
  await page.keyboard.press("Tab");
  await page.keyboard.type(`keys-${unique}@example.org`);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Who receives it" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toContainText("You've been added to the Bitcoin Pizza Day waitlist!");
});

test("without a network the waitlist says “There was an error. Please try again.” and keeps what was typed", async ({
  page,
  scripts,
  context,
  unique,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  const email = `offline-${unique}@example.org`;
  await page.goto("/events");
  await fillIn(page, "Kai", email);
  const send = page.getByRole("button", { name: "Join the Bitcoin Pizza Day Waitlist" });
  await context.setOffline(true);
  await send.click();
  if (scripts) {
    await expect(page.getByRole("alert")).toHaveText("There was an error. Please try again.");
    await context.setOffline(false);
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Kai");
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
    await send.click();
  } else {
    // Without scripts the browser shows its own error page, whose reload submits the form again.
    await expect(page.getByRole("main")).toHaveCount(0);
    await context.setOffline(false);
    await page.reload();
  }
  await expect(page.getByRole("status")).toContainText("You've been added to the Bitcoin Pizza Day waitlist!");
  expect(await stored("waitlist_entries", `email=eq.${email}`)).toHaveLength(1);
});

test("a name of 60 characters does not widen the page", async ({ page, unique }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/events");
  await fillIn(page, "K".repeat(60), `wide-${unique}@`);
  await page.getByRole("button", { name: "Join the Bitcoin Pizza Day Waitlist" }).click();
  await expect(page.locator(".summary")).toBeVisible();
  await expectToFit(page);
});
