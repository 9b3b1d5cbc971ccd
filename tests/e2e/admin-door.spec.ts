import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { signedAddress } from "../../harness/serving/signed-address.ts";
import { signIn } from "./admin.ts";
import { expectNoViolations } from "./axe.ts";
import { expect, reach, store, stored, test } from "./fixtures.ts";
import { findBrokenWords, findLayoutFaults, findSmallTargets } from "./layout.ts";

const longName = "Kaleookalani Kahanamoku-Kealoha Nāhiʻenaʻenakaʻahumanuolanii";

/**
 * Adds an event that begins in an hour, with a reservation for each name. @returns its id, and the path of each
 * person's code
 */
async function makeEvening(page: Page, unique: string, names: string[]) {
  const event = await store("events", {
    ...{ key: unique, title: `Evening ${unique}`, place: "Hilo", summary: "An evening.", is_published: true },
    ...{ starts_at: new Date(Date.now() + 3_600_000).toISOString(), date_precision: "exact" },
    ...{ takes_reservations: true, attendee_limit: names.length },
  });
  const paths: string[] = [];
  for (const [index, name] of names.entries()) {
    const email = `door-${unique}-${index}@example.test`;
    const answer = await page.request.post(`/events/${unique}`, { form: { name, email } });
    expect(answer.ok()).toBe(true);
    const [entry] = await stored("waitlist_entries", `email=eq.${email}`);
    const [reservation] = await stored("reservations", `id=eq.${entry?.id}`);
    expect(reservation?.state).toBe("placed");
    paths.push(`/check-in/${String(reservation?.code).toLowerCase()}`);
  }
  return { id: String(event.id), paths };
}

/** Creates a door pass as an admin. @returns its path */
async function makePass(page: Page, event: string): Promise<string> {
  await signIn(page);
  await page.goto(`/admin/events/${event}`);
  await page.getByRole("link", { name: "Check-in" }).click();
  await page.getByRole("button", { name: "Make a pass" }).click();
  await expect(page.getByRole("img", { name: "QR code with the link of the door pass" })).toBeVisible();
  const link = await page.locator(".panel code").innerText();
  return new URL(link).pathname;
}

/** Opens a pass in a separate browser. */
async function enter(browser: Browser, options: BrowserContextOptions, pass: string, name: string): Promise<Page> {
  const page = await (await browser.newContext({ reducedMotion: "reduce", ...options })).newPage();
  await page.goto(pass);
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Open check-in" }).click();
  await expect(page.getByRole("button", { name: "Sign out of check-in" })).toBeVisible();
  return page;
}

const guest = (page: Page, name: string) => page.locator(".guests li", { hasText: name });
const count = (page: Page, label: string) =>
  page.locator(".door-counts div", { has: page.getByText(label, { exact: true }) }).locator("dd");

test("two helpers check people in at the same time, and each sees what the other does", async ({
  page,
  browser,
  unique,
  scripts,
  address,
  baseURL,
}) => {
  const { id, paths } = await makeEvening(page, unique, ["Noe", "Kaʻi", "Moana"]);
  const [noe = ""] = paths;
  const pass = await makePass(page, id);
  const options = { baseURL, javaScriptEnabled: scripts, extraHTTPHeaders: { "CF-Connecting-IP": address } };
  const leilani = await enter(browser, options, pass, "Leilani");
  const kimo = await enter(browser, options, pass, "Kimo");
  /** Checks what the other helper sees: within 5 seconds with scripts, after a reload without. */
  const soon = async (other: Page, look: (timeout: number) => Promise<void>) => {
    if (!scripts) await other.reload();
    await look(5000);
  };

  await leilani.goto(noe);
  await expect(leilani.getByRole("heading", { name: "Noe" })).toBeVisible();
  await leilani.getByRole("button", { name: "Check in" }).click();
  await expect(leilani.getByRole("status").first()).toContainText("Checked in.");
  await expect(leilani.getByRole("main")).toContainText(/In since \d+:\d\d [AP]M HST by Leilani/);
  await soon(kimo, (timeout) => expect(guest(kimo, "Noe")).toContainText("by Leilani", { timeout }));
  await expect(count(kimo, "In")).toHaveText("1");

  await kimo.getByLabel("Name or code").fill("kai");
  await kimo.getByRole("button", { name: "Search" }).click();
  await expect(kimo.locator(".guests li")).toHaveCount(1);
  await leilani.goto(paths[1] ?? "");
  await leilani.getByRole("button", { name: "Check in" }).click();
  await expect(leilani.getByRole("button", { name: "Undo" })).toBeVisible();
  if (!scripts) {
    await kimo.getByRole("button", { name: "Check in" }).click();
    await expect(kimo.getByRole("status").first()).toContainText("Checked in before.");
  }
  await expect(guest(kimo, "Kaʻi")).toContainText("by Leilani");
  await kimo.getByRole("button", { name: "Undo" }).click();
  await expect(kimo.getByRole("status").first()).toContainText("The check-in was undone.");
  await expect(kimo.getByRole("button", { name: "Check in" })).toBeVisible();
  await leilani.goto("/door");
  await expect(count(leilani, "In")).toHaveText("1");

  await kimo.getByLabel("People without a reservation").fill("4");
  await kimo.getByRole("button", { name: "Count them" }).click();
  await expect(count(kimo, "Walked in")).toHaveText("4");
  await kimo.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(count(kimo, "Walked in")).toHaveText("0");

  const stranger = await browser.newPage(options);
  await stranger.goto(noe);
  await expect(stranger.getByRole("main")).toContainText("Show this at the door");
  await stranger.close();
  await page.goto(noe);
  await expect(page.getByRole("button", { name: "Open check-in on this device" })).toBeVisible();

  await page.goto(`/admin/events/${id}/door`);
  await page.getByRole("button", { name: "Take back" }).click();
  await expect(page.getByRole("status").first()).toContainText("Taken back.");
  for (const helper of [leilani, kimo])
    await soon(helper, (timeout) =>
      expect(helper.getByRole("heading", { name: "This pass does not work" })).toBeVisible({ timeout }),
    );
});

test("check-in fits a phone with long names, and works by keyboard only", async ({
  page,
  browser,
  unique,
  scripts,
  address,
  baseURL,
}) => {
  const { id, paths } = await makeEvening(page, unique, ["Noe", longName]);
  const pass = await makePass(page, id);
  const phone = { width: 320, height: 640 };
  const options = { baseURL, javaScriptEnabled: scripts, extraHTTPHeaders: { "CF-Connecting-IP": address } };
  const helper = await enter(browser, { ...options, viewport: phone }, pass, longName);
  await helper.locator(".guests li", { hasText: longName }).getByRole("button").click();
  await expect(guest(helper, longName)).toContainText(`by ${longName}`);
  if (scripts) {
    const found: string[] = [];
    for (const path of [pass, "/door?done=in", "/door?q=nobody", "/door/list", ...paths, "/check-in/abcdefgh"]) {
      await helper.goto(await signedAddress(path));
      for (const find of [findLayoutFaults, findBrokenWords, findSmallTargets])
        found.push(...(await helper.evaluate(find)).map((fault) => `${path}: ${fault}`));
      await expectNoViolations(helper);
    }
    expect(found).toEqual([]);
  }

  await helper.goto("/door");
  await reach(helper, helper.getByLabel("Name or code"));
  await helper.keyboard.type("noe");
  await helper.keyboard.press("Enter");
  await expect(helper.locator(".guests li")).toHaveCount(1);
  await reach(helper, helper.getByRole("button", { name: "Check in Noe" }));
  if (scripts) {
    // The list is refreshed while the button has the focus, and the button keeps it.
    const other = await enter(browser, options, pass, "Kimo");
    await other.getByLabel("People without a reservation").fill("2");
    await other.getByRole("button", { name: "Count them" }).click();
    await expect(count(helper, "Walked in")).toHaveText("2", { timeout: 5000 });
    await expect(helper.getByRole("button", { name: "Check in Noe" })).toBeFocused();
  }
  await helper.keyboard.press("Enter");
  await expect(helper.getByRole("status").first()).toContainText("Checked in.");
  await reach(helper, helper.getByRole("button", { name: "Undo Noe" }));
  await helper.keyboard.press("Enter");
  await expect(helper.getByRole("status").first()).toContainText("undone");
  await reach(helper, helper.getByRole("button", { name: "Sign out of check-in" }));
  await helper.keyboard.press("Enter");
  await expect(helper.getByRole("heading", { name: "You are not signed in to check-in" })).toBeVisible();
});
