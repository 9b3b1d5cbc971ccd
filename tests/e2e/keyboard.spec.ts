import type { Locator, Page } from "@playwright/test";
import { expect, reach, test } from "./fixtures.ts";

/** No journey in this file uses the mouse. */
async function type(page: Page, field: Locator, text: string): Promise<void> {
  await reach(page, field);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

async function press(page: Page, control: Locator, key = "Enter"): Promise<void> {
  await reach(page, control);
  await page.keyboard.press(key);
}

/** Expects the words to be in exactly one live region: the toast that repeats them is silent. */
async function expectSpokenOnce(page: Page, words: string): Promise<void> {
  const speaking = page.locator("[role=status], [role=alert], [aria-live]").filter({ hasText: words });
  await expect(speaking).toHaveCount(1);
}

test("by keyboard only, a visitor finds an event and joins its waitlist after a mistake", async ({
  page,
  scripts,
  unique,
}) => {
  await page.goto("/");
  await press(page, page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Events" }));
  await expect(page).toHaveURL("/events");
  await press(page, page.getByRole("link", { name: "ETH Hawaii", exact: true }));
  const join = page.getByRole("button", { name: "Join the ETH Hawaii Waitlist" });
  await expect(join).toBeVisible();
  if (scripts) await expect(page.getByRole("link", { name: "ETH Hawaii", exact: true })).toBeFocused();
  const name = page.getByLabel("Name", { exact: true });
  const email = page.getByLabel("Email", { exact: true });
  await type(page, name, "K");
  await type(page, email, `keys-${unique}@example.org`);
  await page.keyboard.press("Enter");
  await expect(page.locator(".summary")).toBeFocused();
  await expectSpokenOnce(page, "at least 2 characters");
  await press(page, page.locator(".summary a"));
  await expect(name).toBeFocused();
  await type(page, name, "Keʻala");
  await expect(email).toHaveValue(`keys-${unique}@example.org`);
  await press(page, join, "Space");
  await expect(page.getByRole("status")).toContainText("You've been added to the ETH Hawaii waitlist!");
  await expectSpokenOnce(page, "You've been added");
  if (scripts) await expect(page.locator(".notice")).toBeFocused();
  // The next Tab stop is in the part of the page that was updated.
  await page.keyboard.press("Tab");
  await expect(page.locator("#waitlist :focus")).toHaveCount(1);
});

test("by keyboard only, a visitor searches for a resource, likes it, and takes the like back", async ({
  page,
  scripts,
}) => {
  // Each project uses a separate resource, because they run at the same time.
  const title = `Island work ${scripts ? 47 : 48}`;
  await page.goto("/education");
  await type(page, page.getByRole("searchbox", { name: "Search the library" }), title);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page.getByRole("status")).toContainText("1 resource found");
  const like = page.getByRole("button", { name: `Like ${title}` });
  for (const [pressed, count] of [
    ["true", "1"],
    ["false", "0"],
  ] as const) {
    await press(page, like, "Space");
    await expect(like).toHaveAttribute("aria-pressed", pressed);
    await expect(like).toHaveText(`Like ${title}, likes so far: ${count}`);
    await expect(like).not.toHaveAttribute("aria-disabled");
    if (scripts) await expect(like).toBeFocused();
  }
});

test("by keyboard only, a visitor subscribes to the newsletter, and sends a message after a mistake", async ({
  page,
  scripts,
  unique,
}) => {
  await page.goto("/insights");
  await type(page, page.getByLabel("Email"), `letter-${unique}@example.org`);
  await press(page, page.getByRole("button", { name: "Subscribe" }));
  await expect(page.getByRole("status")).toContainText("Thanks for subscribing!");
  await expectSpokenOnce(page, "Thanks for subscribing!");
  await press(page, page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Contact" }));
  await expect(page).toHaveURL("/contact");
  await type(page, page.getByRole("textbox", { name: "Name" }), "Leilani");
  await type(page, page.getByRole("textbox", { name: "Email" }), `leilani-${unique}@example.org`);
  const message = page.getByRole("textbox", { name: "Message" });
  await press(page, page.getByRole("button", { name: "Send Message" }));
  await expect(message).toBeFocused();
  await type(page, message, "Aloha. Do you come to Hilo, too?");
  await press(page, page.getByRole("button", { name: "Send Message" }));
  await expect(page.getByRole("status")).toContainText("Thank you! We have your message.");
  await expectSpokenOnce(page, "Thank you!");
  if (scripts) await expect(page.locator(".notice")).toBeFocused();
  await press(page, page.getByRole("link", { name: "Write another message" }));
  await expect(page.getByRole("button", { name: "Send Message" })).toBeVisible();
});
