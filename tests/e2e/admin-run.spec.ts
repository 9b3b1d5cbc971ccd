import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { accountPassword, accountsOf } from "../support/accounts.ts";
import { adminPages, signIn } from "./admin.ts";
import { bringAxe, findViolations, forced, visual } from "./axe.ts";
import { change, currentStack, expect, store, test } from "./fixtures.ts";
import { enlargeText, findLayoutFaults } from "./layout.ts";

async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/admin/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

const said = (page: Page, words: string) => expect(page.getByRole("status").first()).toContainText(words);
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("an admin signs in, sees the dashboard with its cards and counts, and signs out", async ({
  page,
  watch,
}, info) => {
  watch.allow(/status 401/);
  const { leaver } = accountsOf(info.project.name);
  await fillSignIn(page, leaver, "wrong");
  await expect(page.getByRole("alert").first()).toContainText("Invalid login credentials");
  await expect(page.getByLabel("Email")).toHaveValue(leaver);
  await page.getByLabel("Password").fill(accountPassword);
  await page.getByRole("button", { name: "Sign In" }).click();
  await said(page, "Welcome back!");
  await expect(page).toHaveURL(/\/admin\?done=signed-in&at=[^&]+$/);
  await expect(page.getByText(leaver)).toBeVisible();
  const cards = page.locator(".dashboard li");
  await expect(cards.getByRole("heading")).toHaveText(["Manage Tabs", "Manage Resources", "Analytics"]);
  await expect(region(page, "Next events")).toBeVisible();
  await expect(page.locator(".figures dt")).toHaveText([
    ...["People who signed up", "New subscribers", "Messages", "Suggestions", "Likes"],
  ]);
  await expect(cards.filter({ hasText: "Manage Tabs" }).locator(".count")).toHaveText(/^\d+ tabs$/);
  await expect(region(page, "Needs attention")).toContainText("No newsletter provider is configured");
  // What is optional for a site does not need attention.
  await expect(region(page, "Needs attention")).not.toContainText("waitlist endpoint");
  // Notices are sent to an inbox.
  await expect(region(page, "Needs attention")).not.toContainText("No address for notices");
  for (const link of await cards.getByRole("link").all())
    expect((await page.request.get((await link.getAttribute("href")) ?? "")).status()).toBe(200);

  await page.getByRole("button", { name: "Logout" }).click();
  await said(page, "You are signed out.");
  await page.goto("/admin");
  await expect(page).toHaveURL(/\/admin\/login$/);
});

test("a new message is listed under what needs attention, and links to the inbox", async ({ page, unique }) => {
  const form = { name: "Kai", email: "kai@example.org", message: `Aloha ${unique}`, nickname2: "" };
  expect((await page.request.post("/contact", { form })).ok()).toBe(true);
  await signIn(page);
  await page.goto("/admin");
  const need = region(page, "Needs attention")
    .getByRole("listitem")
    .filter({ hasText: /\d new messages?/ });
  await need.getByRole("link", { name: "Messages" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Messages");
});

test("the charts show what visitors did today, as a drawing and as a table", async ({ page, unique }) => {
  const form = { name: "Kai", email: `${unique}@example.org`, event: "bitcoin", nickname2: "" };
  expect((await page.request.post("/events", { form })).ok()).toBe(true);
  await signIn(page);
  await page.goto("/admin/analytics");
  await expect(page.getByRole("img", { name: "Waitlist entries per day" })).toBeVisible();
  await expect(page.locator("svg.chart")).toHaveCount(4);
  const panel = region(page, "Waitlist entries");
  await panel.locator("summary").click();
  const today = new Intl.DateTimeFormat("en-US", { timeZone: "Pacific/Honolulu", dateStyle: "long" }).format(
    new Date(),
  );
  const row = panel.getByRole("row").filter({ hasText: today });
  expect(Number(await row.getByRole("cell").textContent())).toBeGreaterThan(0);

  await page.getByRole("link", { name: "Per week" }).click();
  await expect(page.getByRole("img", { name: "Waitlist entries per week" })).toBeVisible();
  await page.getByRole("link", { name: "7 days" }).click();
  await expect(page.getByRole("link", { name: "7 days" })).toHaveAttribute("aria-current", "true");
  await expect(page.getByRole("img", { name: "Waitlist entries per week" })).toBeVisible();
  await page.getByRole("link", { name: "All", exact: true }).click();
  await expect(page).toHaveURL(/days=all/);
});

test("the log shows who changed what and when, and can be filtered by row, table, verb and person", async ({
  page,
  unique,
}) => {
  const { id } = await store("education_tabs", { tab_key: unique, label: "Media", display_order: 60 });
  await signIn(page);
  await page.goto(`/admin/tabs/${id}`);
  await page.getByLabel("Label").fill("Films");
  await page.getByRole("button", { name: "Save" }).click();
  await said(page, "Saved.");

  await page.goto("/admin/log");
  await expect(page.getByText("nobody can change or delete an entry")).toBeVisible();
  await page.getByLabel("Search row number, or email address of the person who changed it").fill(String(id));
  await page.getByRole("button", { name: "Show" }).click();
  const rows = page.locator("tbody tr");
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("Label: Media → Films");
  await expect(rows.first()).toContainText("admin@example.org");
  await expect(rows.first()).toContainText("HST");
  await expect(rows.last()).toContainText("Added: Tab “Media”");

  await page.locator('select[name="verb"]').selectOption("insert");
  await page.locator('select[name="table"]').selectOption("education_tabs");
  await page.locator('select[name="person"]').selectOption({ label: "admin@example.org" });
  await page.getByRole("button", { name: "Show" }).click();
  await expect(rows).toHaveCount(1);
  await page.locator('select[name="person"]').selectOption("operator");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByText("No entries match.")).toBeVisible();
});

test("the log has 50 entries per page, from newest to oldest", async ({ page, unique }) => {
  const { id } = await store("education_tabs", { tab_key: unique, label: "0", display_order: 61 });
  await signIn(page);
  for (let label = 1; label <= 51; label += 1) await change("education_tabs", `id=eq.${id}`, { label: String(label) });
  await page.goto(`/admin/log?q=${id}`);
  await expect(page.locator("tbody tr")).toHaveCount(50);
  await expect(page.getByText("52 entries, newest first")).toBeVisible();
  await page.getByRole("link", { name: "Older" }).click();
  await expect(page.locator("tbody tr")).toHaveCount(2);
  await expect(page.locator("tbody tr").last()).toContainText("Added: Tab “0”");
  await page.getByRole("link", { name: "Newest" }).click();
  await expect(page.locator("tbody tr").first()).toContainText("Label: 50 → 51");
});

test("an admin adds another admin after a confirmation, makes them an owner, and removes them", async ({
  page,
  browser,
  extraHTTPHeaders,
}, info) => {
  const { helper } = accountsOf(info.project.name);
  await signIn(page);
  await page.goto("/admin/admins");
  await page.getByLabel("Email").fill("nobody@example.org");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Add admin" }).click();
  await expect(page.getByRole("alert").first()).toContainText("There is no account with this address.");
  await expect(page.getByLabel("Email")).toHaveValue("nobody@example.org");
  await page.getByLabel("Email").fill(helper);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: `Add ${helper} as an editor?` })).toBeVisible();
  await expect(page.getByText(/There will be \d+ admins\./)).toBeVisible();
  await page.getByRole("link", { name: "Do not add" }).click();
  await expect(page.getByRole("rowheader", { name: helper })).toHaveCount(0);
  await page.getByLabel("Email").fill(helper.toUpperCase());
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Add admin" }).click();
  await said(page, "Added.");

  const { javaScriptEnabled } = info.project.use;
  const other = await browser.newContext({ baseURL: currentStack().url, extraHTTPHeaders, javaScriptEnabled });
  const theirs = await other.newPage();
  await fillSignIn(theirs, helper, accountPassword);
  await said(theirs, "Welcome back!");

  await theirs.goto("/admin/people");
  await expect(theirs.getByText("Only owners of this site may do this")).toBeVisible();
  await expect(theirs.getByRole("link", { name: "People" })).toHaveCount(0);

  await page.getByRole("link", { name: `Make an owner of ${helper}` }).click();
  await expect(page.getByRole("heading", { name: `Make ${helper} an owner?` })).toBeVisible();
  await page.getByRole("button", { name: "Make an owner" }).click();
  await said(page, "The role is saved.");
  await expect(page.getByRole("row").filter({ hasText: helper }).getByText("Owner", { exact: true })).toBeVisible();
  await theirs.goto("/admin/people");
  await fillSignIn(theirs, helper, accountPassword);
  await said(theirs, "Welcome back!");
  await theirs.goto("/admin/people");
  await expect(theirs.getByLabel("Email")).toBeVisible();

  await page.getByRole("link", { name: `Remove ${helper}` }).click();
  await expect(page.getByRole("heading", { name: `Remove ${helper}?` })).toBeVisible();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await said(page, "Removed.");
  await expect(page.getByRole("row").filter({ hasText: helper })).toHaveCount(0);
  await page.goto("/admin/log?table=admin_users");
  await expect(
    page
      .getByRole("row")
      .filter({ hasText: `Removed: Admin “${helper}”` })
      .first(),
  ).toBeVisible();
  await theirs.goto("/admin/log");
  await expect(theirs.getByText(`Signed in as ${helper}. This account is not an admin.`)).toBeVisible();
  await other.close();
});

test("an admin who is about to remove themselves is warned", async ({ page }) => {
  await signIn(page);
  await page.goto("/admin/admins");
  await page.getByRole("link", { name: "Remove admin@example.org" }).click();
  await expect(page.getByText("This is you.")).toBeVisible();
  await page.getByRole("link", { name: "Keep" }).click();
  await expect(page.getByRole("button", { name: "Remove myself" })).toHaveCount(0);
});

test("an admin changes the password, stays signed in here and is signed out elsewhere", async ({
  page,
  browser,
  extraHTTPHeaders,
}, info) => {
  const { changer } = accountsOf(info.project.name);
  await fillSignIn(page, changer, accountPassword);
  await said(page, "Welcome back!");
  const other = await browser.newContext({ baseURL: currentStack().url, extraHTTPHeaders });
  const theirs = await other.newPage();
  await fillSignIn(theirs, changer, accountPassword);
  await said(theirs, "Welcome back!");

  const next = "a heron counts seven slow boats";
  const change = async (current: string, wanted: string) => {
    await page.goto("/admin/account");
    await page.getByLabel("Current password").fill(current);
    await page.getByLabel("New password").fill(wanted);
    await page.getByRole("button", { name: "Change password" }).click();
  };
  await change("wrong", next);
  await expect(page.getByRole("alert").first()).toContainText("This is not your current password");
  await expect(page.getByLabel("New password")).toHaveValue("");
  await change(accountPassword, "HawaiiBlockchain2026!");
  await expect(page.getByRole("alert").first()).toContainText("easy to guess");
  await change(accountPassword, next);
  await said(page, "Your password was changed, and you were signed out everywhere else.");
  await theirs.goto("/admin");
  await expect(theirs).toHaveURL(/\/admin\/login$/);
  await other.close();
});

test("an admin signs out on one device, then everywhere", async ({ page, browser, extraHTTPHeaders }, info) => {
  const { nomad } = accountsOf(info.project.name);
  const signInOn = async (device: Page) => {
    await fillSignIn(device, nomad, accountPassword);
    await said(device, "Welcome back!");
  };
  const other = await browser.newContext({ baseURL: currentStack().url, extraHTTPHeaders });
  const theirs = await other.newPage();
  for (const device of [page, theirs]) await signInOn(device);

  await page.getByRole("button", { name: "Logout" }).click();
  await said(page, "You are signed out.");
  await theirs.goto("/admin");
  await expect(theirs.getByText(nomad)).toBeVisible();

  await signInOn(page);
  await page.goto("/admin/account");
  await expect(region(page, "Sign out everywhere")).toContainText("on all devices, including this one");
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page).toHaveURL(/\/admin\/login\?done=signed-out-everywhere&at=[^&]+$/);
  await said(page, "You are signed out everywhere, on this device and on all others.");
  for (const device of [page, theirs]) {
    await device.goto("/admin");
    await expect(device).toHaveURL(/\/admin\/login$/);
  }
  await other.close();
});

const validator = new HtmlValidate(new StaticConfigLoader(JSON.parse(readFileSync(".htmlvalidate.json", "utf8"))));
/** Every page of /admin, and states of some that look different. */
async function pagesAndStates(page: Page): Promise<string[]> {
  const pages = await adminPages(page);
  const idIn = (list: string) => pages.flatMap((path) => path.match(`^${list}/([0-9a-f-]{36})$`)?.[1] ?? [])[0];
  return [
    ...pages,
    "/admin/analytics?days=all&per=week",
    "/admin/resources?tab=resources",
    `/admin/admins?confirm=${idIn("/admin/admins")}`,
    `/admin/tabs/${idIn("/admin/tabs")}?confirm=delete`,
  ];
}

// In parts, so that the longest test is not the last to end.
const parts = [1, 2, 3, 4];
for (const part of parts)
  test(`axe and html-validate find nothing on any page of /admin in any color or text mode, and all fit 360 px (${part} of ${parts.length})`, async ({
    page,
    scripts,
    unique,
  }) => {
    test.setTimeout(240_000);
    const person = { name: "Kai", email: `${unique}@example.org`, nickname2: "" };
    for (const [path, form] of [
      ["/events", { ...person, event: "bitcoin" }],
      ["/contact", { ...person, message: "Aloha" }],
    ] as const)
      expect((await page.request.post(path, { form })).ok()).toBe(true);
    expect((await page.goto("/admin/login"))?.status()).toBe(200);
    await signIn(page);
    await bringAxe(page);
    const faults: string[] = [];
    const pages = (await pagesAndStates(page)).filter((_, index) => index % parts.length === part - 1);
    expect(pages.length).toBeGreaterThan(0);
    for (const path of pages) {
      const answer = await page.goto(path);
      expect(answer?.status(), path).toBe(200);
      // Without scripts it is the same HTML.
      const report = scripts ? await validator.validateString((await answer?.text()) ?? "") : undefined;
      for (const { messages } of report?.results ?? [])
        faults.push(...messages.map(({ ruleId, message, line }) => `${path}: ${ruleId} ${message} (line ${line})`));
      await page.setViewportSize({ width: 360, height: 740 });
      const note = (state: string, found: string[]) =>
        faults.push(...found.map((fault) => `${path}, ${state}: ${fault}`));
      const look = async (state: string, rules?: string[]) => {
        // axe cannot run with scripts disabled.
        if (!scripts) return;
        note(state, await findViolations(page, rules && { type: "rule", values: rules }));
      };
      note("360 px", await page.evaluate(findLayoutFaults));
      if (scripts) {
        await page.emulateMedia({ colorScheme: "light" });
        await look("light");
        await page.emulateMedia({ colorScheme: "dark" });
        await look("dark", ["color-contrast", "link-in-text-block"]);
        await page.emulateMedia({ forcedColors: "active" });
        await look("forced colors", forced);
        await page.emulateMedia({ forcedColors: "none" });
      }
      await page.evaluate(enlargeText, 200);
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 740 });
        const state = `${width} px, text at 200 %`;
        note(state, await page.evaluate(findLayoutFaults));
        // What stays in place while the page scrolls may cover the page, but not its own neighbor.
        const isTooWide = await page.locator(".admin-head").evaluate((head) => head.scrollWidth > head.clientWidth);
        if (isTooWide) note(state, ["the head goes on under the menu"]);
        await look(state, visual);
      }
    }
    expect(faults).toEqual([]);
  });
