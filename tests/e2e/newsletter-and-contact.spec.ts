import type { FrameLocator, Page } from "@playwright/test";
import { expect, stored, test } from "./fixtures.ts";

const subscribe = async (place: Page | FrameLocator, email: string) => {
  await place.getByLabel("Email", { exact: true }).fill(email);
  await place.getByRole("button", { name: "Subscribe" }).click();
};

const skipBrowserChecks = (page: Page) =>
  page.evaluate(() => {
    for (const form of document.forms) form.noValidate = true;
  });

test("the newsletter box on /insights stores the address and says thanks", async ({ page, scripts, unique }) => {
  const email = `letter-${unique}@example.org`;
  await page.goto("/insights#newsletter");
  await subscribe(page, email);
  await expect(page.getByRole("status")).toContainText("Thanks for subscribing!");
  await expect(page.locator(".toast")).toContainText("Thanks for subscribing!");
  await expect(page).toHaveURL(scripts ? "/insights#newsletter" : /\/insights\?done=pending/);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("");
  expect(await stored("newsletter_subscribers", `email=eq.${email}`)).toHaveLength(1);
});

test("the newsletter in the home page's frame shows its result in the frame", async ({ page, unique }) => {
  const email = `frame-${unique}@example.org`;
  await page.goto("/");
  const frame = page.locator("iframe[title='Newsletter sign-up']");
  await frame.scrollIntoViewIfNeeded();
  const box = await frame.boundingBox();
  expect(box?.width).toBeLessThanOrEqual(500);
  expect(box?.height).toBeLessThanOrEqual(407);
  const inside = page.frameLocator("iframe[title='Newsletter sign-up']");
  await subscribe(inside, email);
  await expect(inside.getByRole("status")).toContainText("Thanks for subscribing!");
  await expect(page).toHaveURL("/");
  expect(await stored("newsletter_subscribers", `email=eq.${email}`)).toHaveLength(1);
});

test("Subscribe takes a press when Back has brought the typed address back", async ({ page }) => {
  await page.goto("/insights");
  const email = page.getByLabel("Email", { exact: true });
  await email.fill("back@example.org");
  await page.goto("/about");
  await page.goBack();
  await expect(email).toHaveValue("back@example.org");
  await expect(page.getByRole("button", { name: "Subscribe" })).toBeEnabled();
});

test("Subscribe is disabled for an empty field only if scripts run", async ({ page, scripts }) => {
  await page.goto("/insights");
  const button = page.getByRole("button", { name: "Subscribe" });
  if (scripts) await expect(button).toBeDisabled();
  else await expect(button).toBeEnabled();
  await page.getByLabel("Email", { exact: true }).fill("k");
  await expect(button).toBeEnabled();
});

test("an invalid address gets “Please enter a valid email address”, and stays in the field", async ({ page }) => {
  await page.goto("/insights");
  await skipBrowserChecks(page);
  await subscribe(page, "nobody");
  const email = page.getByLabel("Email", { exact: true });
  await expect(email).toHaveAccessibleDescription(/Please enter a valid email address/);
  await expect(email).toHaveValue("nobody");
  await expect(page.locator(".summary")).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
});

test("without a network the newsletter says “Network error. Please check your connection and try again.”", async ({
  page,
  scripts,
  context,
  unique,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  const email = `offline-${unique}@example.org`;
  await page.goto("/insights");
  await page.getByLabel("Email", { exact: true }).fill(email);
  const send = page.getByRole("button", { name: "Subscribe" });
  await context.setOffline(true);
  await send.click();
  if (scripts) {
    await expect(page.getByRole("alert")).toHaveText("Network error. Please check your connection and try again.");
    await context.setOffline(false);
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
    await send.click();
  } else {
    await expect(page.getByRole("main")).toHaveCount(0);
    await context.setOffline(false);
    await page.reload();
  }
  await expect(page.getByRole("status")).toContainText("Thanks for subscribing!");
  expect(await stored("newsletter_subscribers", `email=eq.${email}`)).toHaveLength(1);
});

const write = async (page: Page, name: string, email: string, message: string) => {
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("textbox", { name: "Message" }).fill(message);
  await page.getByRole("button", { name: "Send Message" }).click();
};

test("a message is stored, and the receipt replaces the form, with a draft for the mail program", async ({
  page,
  scripts,
  unique,
}) => {
  const email = `message-${unique}@example.org`;
  const tried: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith("mailto:")) tried.push(request.url());
  });
  await page.goto("/contact");
  await write(page, "Keʻala Kāne", email, "Aloha,\nmay we use your room & your chairs?");
  await expect(page.getByRole("status")).toContainText("Thank you! We have your message.");
  await expect(page.getByText(/^HB-/), "the number stands in its sentence").toHaveCSS("display", "inline");
  await expect(page.getByRole("button", { name: "Send Message" })).toHaveCount(0);
  const href = await page.getByRole("link", { name: "Open the draft in your mail program" }).getAttribute("href");
  const draft = new URL(href ?? "");
  expect(draft.pathname).toBe("aloha@example.org");
  expect([...draft.searchParams.keys()]).toEqual(["subject", "body"]);
  expect(draft.searchParams.get("subject")).toBe("New Contact Form Message from Keʻala Kāne");
  expect(draft.searchParams.get("body")).toContain("may we use your room & your chairs?");
  expect(draft.searchParams.get("body")).toContain(email);
  await expect(page).toHaveURL(/\/contact$/);
  if (scripts) await expect.poll(() => tried).toEqual([href]);
  else expect(tried).toEqual([]);
  expect(await stored("contact_messages", `email=eq.${email}`)).toEqual([
    expect.objectContaining({ name: "Keʻala Kāne", message: "Aloha,\nmay we use your room & your chairs?" }),
  ]);
  await page.getByRole("link", { name: "Write another message" }).click();
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("");
});

test("submitting a message twice quickly stores it once", async ({ page, unique }) => {
  const email = `again-${unique}@example.org`;
  await page.goto("/contact");
  await page.getByRole("textbox", { name: "Name" }).fill("Kai");
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("textbox", { name: "Message" }).fill("Once");
  await page.getByRole("button", { name: "Send Message" }).dblclick();
  await expect(page.getByRole("status")).toContainText("Thank you! We have your message.");
  expect(await stored("contact_messages", `email=eq.${email}`)).toHaveLength(1);
});

test("a contact form with mistakes keeps every value and names each mistake", async ({ page }) => {
  await page.goto("/contact");
  await skipBrowserChecks(page);
  await write(page, "", "nobody", "Aloha\nkākou");
  await expect(page.locator(".summary")).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.locator(".summary").getByRole("link")).toHaveText([
    "Enter your name",
    "Please enter a valid email address",
  ]);
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue("nobody");
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("Aloha\nkākou");
  await page.locator(".summary").getByRole("link", { name: "Enter your name" }).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
});

test("the first field that the browser finds empty is below the navigation bar, with its label", async ({ page }) => {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto("/contact");
    const name = page.getByRole("textbox", { name: "Name" });
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(name).toBeFocused();
    const bar = await page.locator(".bar").boundingBox();
    const bottom = (bar?.y ?? 0) + (bar?.height ?? Number.NaN);
    for (const part of [page.getByText("Name", { exact: true }), name]) {
      const top = async () => (await part.boundingBox())?.y;
      await expect.poll(top, `${part} at ${width} px`).toBeGreaterThanOrEqual(bottom);
      expect(await top()).toBeLessThan(740 / 2);
    }
  }
});

test("the contact page lists the two events of June 2023 as past, with links to see them", async ({ page }) => {
  await page.goto("/contact");
  const events = page.getByRole("region", { name: "Upcoming Events" });
  await expect(events).toContainText("Blockchain Basics Workshop");
  await expect(events).toContainText("NFT Art & Collectibles Showcase");
  await expect(events).toContainText("Past events");
  await events.getByRole("link", { name: /^See the event.*NFT Art & Collectibles Showcase$/ }).click();
  await expect(page).toHaveURL(/\/events\/nft-art-showcase$/);
});
