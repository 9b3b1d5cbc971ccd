import type { Page } from "@playwright/test";
import sharp from "sharp";
import { startStack, testSettings } from "../../harness/serving/stack.ts";
import { accountsOf } from "../support/accounts.ts";
import { signIn } from "./admin.ts";
import { bringAxe, findViolations } from "./axe.ts";
import { expect, expectToFit, stored, test } from "./fixtures.ts";

test("a new admin, created by the command, runs the whole site for a day", async ({ page, unique }, info) => {
  test.setTimeout(180_000);
  const { newcomer } = accountsOf(info.project.name);
  const passwords = JSON.parse(process.env.E2E_ONE_TIME_PASSWORDS ?? "{}") as Record<string, string>;
  const said = (words: string) => expect(page.getByRole("status").first()).toContainText(words);
  const press = (name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();

  await test.step("signs in with the one-time password", async () => {
    await page.goto("/admin");
    await page.getByLabel("Email").fill(newcomer);
    await page.getByLabel("Password").fill(passwords[newcomer] ?? "");
    await press("Sign In");
    await expect(page.getByRole("heading", { name: "Account", exact: true })).toBeVisible();
  });

  await test.step("chooses a password before anything else opens", async () => {
    await page.goto("/admin/messages");
    await expect(page).toHaveURL(/\/admin\/account$/);
    await expect(page.getByText("Choose your own password")).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Admin" }).getByRole("link")).toHaveText(["Account"]);
    await page.getByLabel("Current password").fill(passwords[newcomer] ?? "");
    await page.getByLabel("New password").fill("seven calm swells before dawn");
    await press("Change password");
    await expect(page.getByRole("navigation", { name: "Admin" }).getByRole("link").first()).toHaveText("Dashboard");
  });

  await test.step("makes a tab with two resources, publishes one, puts it first", async () => {
    await page.goto("/admin/tabs");
    await page.getByLabel("Label").fill(`Day ${unique}`);
    await page.getByLabel("Key").fill(unique);
    await press("Create tab");
    await said("Created.");
    for (const title of ["Draft", "Published"]) {
      await page.goto(`/admin/resources/new?tab=${unique}`);
      await page.getByLabel("Title").fill(`${title} ${unique}`);
      await page.getByLabel("Description", { exact: true }).fill("For the first day.");
      await page.getByLabel("Link").fill(`https://${unique}.example/${title}`);
      await press("Create resource");
      await said("Created.");
    }
    await page.goto(`/admin/resources?tab=${unique}`);
    await press(`Publish Published ${unique}`);
    await said("Published.");
    await press(`Up Published ${unique}`);
    await said("Order changed.");
    await expect(page.locator("tbody th").first()).toHaveText(`Published ${unique}`);
    await page.goto(`/education?tab=${unique}`);
    await expect(page.getByRole("article").getByRole("heading")).toHaveText([`Published ${unique}`]);
  });

  await test.step("creates an event with a poster", async () => {
    await page.goto("/admin/events/new");
    await page.getByLabel("Title").fill(`Day ${unique}`);
    await page.getByLabel("Date", { exact: true }).fill("2094-05-22");
    await page.getByLabel("Start time").fill("18:00");
    await page.getByLabel("End time").fill("20:00");
    await page.getByLabel("Somewhere else", { exact: true }).fill("Kāneʻohe");
    await page.getByLabel("Summary").fill("An evening.");
    await page.getByText("Text and co-hosts").click();
    await page.getByLabel("Text").fill("Come.");
    await page.getByLabel("Visitors see this event").check();
    await press("Create event");
    await said("Created.");
    await page.getByRole("link", { name: "Add a poster" }).click();
    await page.getByLabel("Description", { exact: true }).fill("A plain poster");
    const buffer = await sharp({ create: { width: 400, height: 500, channels: 3, background: "#0f3f4a" } })
      .png()
      .toBuffer();
    await page
      .locator("input[type=file][name=picture]")
      .setInputFiles({ name: "poster.png", mimeType: "image/png", buffer });
    await press("Save and use this picture");
    await expect(page).toHaveURL(/\?done=picture&at=[^&]+$/);
  });

  await test.step("sees a visitor's entry arrive in its waitlist, and exports the list", async () => {
    await page.goto(`/events/day-${unique}`);
    await expect(page.getByRole("img", { name: "A plain poster" })).toBeVisible();
    await page.getByLabel("Name", { exact: true }).fill("Keʻala");
    await page.getByLabel("Email", { exact: true }).fill(`keala-${unique}@example.org`);
    await press(/^Join the .* Waitlist$/);
    await said("You've been added");
    const [event] = await stored("events", `key=eq.day-${unique}`);
    await page.goto(`/admin/events/${event?.id}/people`);
    await expect(page.getByRole("rowheader", { name: "Keʻala" })).toBeVisible();
    const list = await page.request.get(`/admin/events/${event?.id}/people.csv`);
    expect(await list.text()).toContain(`keala-${unique}@example.org`);
  });

  await test.step("answers a message", async () => {
    await page.request.post("/contact", {
      form: { name: unique, email: "kai@example.org", message: `Hello ${unique}` },
    });
    await page.goto(`/admin/messages?q=${unique}`);
    await page.getByRole("link", { name: unique }).click();
    await page.getByLabel("Answer by email").fill(`Aloha ${unique}`);
    await press("Send answer");
    await said("Your answer is on its way.");
    await expect(page.getByText(/^Done since/)).toBeVisible();
  });

  await test.step("sees all of this in the charts and the log", async () => {
    await page.goto("/admin/analytics");
    await expect(page.getByRole("img", { name: "Waitlist entries per day" })).toBeVisible();
    await page.goto(`/admin/log?q=${encodeURIComponent(newcomer)}`);
    const log = page.locator("tbody");
    for (const done of [`Day ${unique}`, `Published ${unique}`]) await expect(log).toContainText(done);
    await expect(log.getByText(newcomer).first()).toBeVisible();
  });

  await test.step("signs out", async () => {
    await press("Logout");
    await said("You are signed out.");
    await page.goto("/admin");
    await expect(page).toHaveURL(/\/admin\/login$/);
  });
});

/** What each page says while it is empty, and where its one link leads. */
const firstDay = [
  ["/admin/events", "There are no events yet", "/admin/events/new"],
  ["/admin/resources", "The library is empty", "/admin/tabs"],
  ["/admin/resources/new", "Create a tab first", "/admin/tabs"],
  ["/admin/tabs", "There are no tabs yet", "#new"],
  ["/admin/pictures", "There are no pictures yet", "#add"],
  ["/admin/messages", "There are no messages yet", "/contact"],
  ["/admin/subscribers", "There are no subscribers", "/insights#newsletter"],
  ["/admin/analytics", "Nothing has happened yet", "/admin/events/new"],
] as const;

test("on an empty site each page says what belongs there and what to do next, and the first steps can be done", async ({
  page,
  scripts,
}) => {
  test.setTimeout(180_000);
  const stack = await startStack(process.env.E2E_EMPTY_TEMPLATE ?? "");
  const at = (path: string) => `${stack.url}${path}`;
  const steps = page.getByRole("region", { name: "First steps" });
  const open = steps.getByRole("listitem").filter({ hasText: "To do:" });
  try {
    // A database that has just been started is slow to respond to its first request.
    await expect.poll(async () => (await fetch(at("/healthz?deep"))).status, { timeout: 60_000 }).toBe(200);
    await fetch(`${stack.settings.SUPABASE_URL}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey: testSettings.SUPABASE_PUBLISHABLE_KEY ?? "", "Content-Type": "application/json" },
      body: JSON.stringify({ email: "nobody@example.org", password: "not a password" }),
    });
    await bringAxe(page);
    await page.goto(at("/admin/login"));
    await page.getByLabel("Email").fill(testSettings.LOCAL_ADMIN_EMAIL ?? "");
    await page.getByLabel("Password").fill(testSettings.LOCAL_ADMIN_PASSWORD ?? "");
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(open.getByRole("heading")).toHaveText([
      "Add your own names and links",
      "Add your next event",
      "Fill the library",
      "Add a second owner",
      "Set up your second factor",
    ]);
    await expect(page.getByText("Nothing right now.")).toBeVisible();

    for (const [path, title, next] of firstDay) {
      await page.goto(at(path));
      const nothing = page.locator(".nothing");
      await expect(nothing.getByRole("heading"), path).toHaveText(title);
      await expect(nothing.getByRole("link"), path).toHaveCount(1);
      await expect(nothing.getByRole("link"), path).toHaveAttribute("href", next);
      if (!scripts) continue;
      expect(await findViolations(page), path).toEqual([]);
    }

    await page.goto(at("/admin/tabs"));
    await page.getByLabel("Label").fill("Books");
    await page.getByLabel("Key").fill("books");
    await page.getByRole("button", { name: "Create tab" }).click();
    await page.goto(at("/admin/resources/new"));
    await page.getByLabel("Title").fill("A first book");
    await page.getByLabel("Description", { exact: true }).fill("For the first day.");
    await page.getByLabel("Link").fill("https://example.org/book");
    await page.getByRole("button", { name: "Create resource" }).click();
    await page.goto(at("/admin/events/new"));
    await page.getByLabel("Title").fill("A first evening");
    await page.getByLabel("Date", { exact: true }).fill("2094-05-22");
    await page.getByLabel("Start time").fill("18:00");
    await page.getByLabel("Somewhere else", { exact: true }).fill("Hilo");
    await page.getByLabel("Summary").fill("An evening.");
    await page.getByRole("button", { name: "Create event" }).click();
    await page.goto(at("/admin"));
    await expect(steps).toContainText("3 of 6 done");
    const left = ["Add your own names and links", "Add a second owner", "Set up your second factor"];
    await expect(open.getByRole("heading")).toHaveText(left);
  } finally {
    await stack.stop();
  }
});

const onPhone = async (page: Page) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page);
};

test("on a phone all sections are behind one button that needs no script, and the current one is marked", async ({
  page,
  scripts,
}) => {
  await onPhone(page);
  await bringAxe(page);
  await page.goto("/admin/events");
  const nav = page.getByRole("navigation", { name: "Admin" });
  await expect(nav.getByRole("link")).toHaveCount(0);
  await page.getByText("Menu", { exact: true }).click();
  await expect(nav.getByRole("link", { name: "Events" })).toHaveAttribute("aria-current", "page");
  for (const name of ["Dashboard", "Messages", "Account", "View site"])
    await expect(nav.getByRole("link", { name, exact: true })).toBeInViewport();
  await expect(nav.getByRole("button", { name: "Logout" })).toBeInViewport();
  if (scripts) {
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(nav.getByRole("link")).toHaveCount(0);
    await page.getByText("Menu", { exact: true }).click();
  }
  await nav.getByRole("link", { name: "Messages" }).click();
  await expect(page).toHaveURL(/\/admin\/messages$/);
});

test("the save bar of a long form stays in view, and never covers the focused element", async ({ page }) => {
  await onPhone(page);
  await page.goto("/admin/events/new");
  const save = page.getByRole("button", { name: "Create event" });
  await expect(save).toBeInViewport();
  for (const group of await page.locator("form.form > details > summary").all()) await group.click();
  await page.getByLabel("Title").focus();
  const seen = new Set<string>();
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press("Tab");
    const held = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      const bar = document.querySelector(".save-bar");
      if (!element || !bar || bar.contains(element) || !element.closest("form.form")) return null;
      const box = element.getBoundingClientRect();
      const head = document.querySelector(".admin-head")?.getBoundingClientRect().bottom ?? 0;
      // In a long text the browser scrolls the caret's line into view, which is the first one here.
      const bottom = element.tagName === "TEXTAREA" ? box.top + 46 : box.bottom;
      return {
        name: element.name ?? element.innerText,
        isFree: bottom <= bar.getBoundingClientRect().top && box.top >= head,
      };
    });
    if (!held) {
      if (seen.size > 10) break;
      continue;
    }
    seen.add(held.name);
    expect(held, `${held.name} is covered`).toMatchObject({ isFree: true });
  }
  expect(seen).toContain("is_published");
  await expect(save).toBeInViewport();
});

test("no page of the admin area is wider than 320 px", async ({ page }) => {
  await onPhone(page);
  for (const path of [
    "/admin",
    "/admin/events",
    "/admin/events/new",
    "/admin/pictures",
    "/admin/tabs",
    "/admin/resources",
    "/admin/resources?tab=resources",
    "/admin/waitlists/bitcoin",
    "/admin/messages",
    "/admin/subscribers",
    "/admin/people",
    "/admin/analytics?days=all",
    "/admin/log",
    "/admin/admins",
    "/admin/account",
  ]) {
    await page.goto(path);
    await expectToFit(page, path);
  }
});
