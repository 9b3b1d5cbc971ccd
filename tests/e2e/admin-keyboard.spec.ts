import type { Page } from "@playwright/test";
import { accountPassword, accountsOf } from "../support/accounts.ts";
import { expect, reach, stored, test } from "./fixtures.ts";

async function type(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await reach(page, field);
  await page.keyboard.type(text);
}

async function press(page: Page, role: "button" | "link" | "checkbox", name: string | RegExp): Promise<void> {
  const control = page.getByRole(role, typeof name === "string" ? { name, exact: true } : { name }).first();
  await reach(page, control);
  await page.keyboard.press(role === "link" ? "Enter" : "Space");
}

test("by keyboard only, an admin signs in, publishes an event, adds a resource, and erases a person", async ({
  page,
  unique,
}, info) => {
  test.slow();
  const said = (words: string) => expect(page.getByRole("status").first()).toContainText(words);
  const section = async (name: string, title = name) => {
    await reach(page, page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name, exact: true }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toContainText(title);
  };
  const email = `gone-${unique}@example.org`;
  await page.request.post("/contact", { form: { name: unique, email, message: `Aloha ${unique}` } });

  await page.goto("/admin");
  await type(page, "Email", accountsOf(info.project.name).leaver);
  await type(page, "Password", accountPassword);
  await page.keyboard.press("Enter");
  await said("Welcome back!");

  await section("Events");
  await press(page, "link", "New event");
  await type(page, "Title", `Keys ${unique}`);
  await reach(page, page.getByLabel("Date", { exact: true }));
  await page.keyboard.type("05222094");
  await type(page, "Start time", "0600PM");
  await type(page, "Somewhere else", "Kāneʻohe");
  await reach(page, page.getByText("Text and co-hosts"));
  await page.keyboard.press("Enter");
  await type(page, "Text", "Come.");
  await press(page, "button", "Create event");
  await expect(page.getByLabel("Summary", { exact: true })).toBeFocused();
  await page.keyboard.type("An evening.");
  await press(page, "button", "Create event");
  await said("Created.");
  await press(page, "link", "Details");
  await press(page, "checkbox", "Visitors see this event");
  await press(page, "button", "Save");
  await said("Saved.");
  const [event] = await stored("events", `key=eq.keys-${unique}`);
  expect(event?.is_published).toBe(true);
  expect(new Date(String(event?.starts_at)).toISOString()).toBe("2094-05-23T04:00:00.000Z");

  await section("Library", "Resources");
  await press(page, "link", "New resource");
  await type(page, "Title", `Keys ${unique}`);
  await type(page, "Description", "A draft.");
  await type(page, "Link", `https://${unique}.example/`);
  await press(page, "button", "Create resource");
  await said("Created.");

  await section("Messages");
  await press(page, "link", unique);
  await press(page, "button", "Mark as done");
  await said("Saved.");

  await section("People");
  await type(page, "Email", email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: email })).toBeVisible();
  await press(page, "checkbox", /^Delete all of this/);
  await press(page, "button", "Erase");
  await said("Erased");
  expect(await stored("contact_messages", `email=eq.${email}`)).toEqual([]);
});
