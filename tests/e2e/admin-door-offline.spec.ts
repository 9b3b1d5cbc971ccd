// Tests check-in without a network in a real browser. DOOR_RUNS=20 repeats the evening twenty times.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { newToken } from "../../app/platform/text/link-token.ts";
import { chromium as installed } from "../../harness/browser/chromium.ts";
import { type Network, startNetwork } from "../../harness/serving/flaky-network.ts";
import { signIn } from "./admin.ts";
import { currentStack, expect, expectToFit, store, stored, test } from "./fixtures.ts";

const runs = Number(process.env.DOOR_RUNS ?? 1);
const hour = 3_600_000;
const guests = 60;
const options: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  reducedMotion: "reduce",
  locale: "en-US",
};

const nameOf = (index: number) => `Kaʻi ${String(index).padStart(2, "0")}`;
const partyOf = (index: number) => (index % 5 === 0 ? 3 : 1);

/**
 * Adds an event that begins in an hour; every fifth guest brings two others. @returns its id, and a function that signs
 * up one more guest
 */
async function makeEvening(page: Page, key: string) {
  const event = await store("events", {
    ...{ key, title: `Evening ${key}`, place: "Hilo", summary: "An evening.", is_published: true },
    ...{ starts_at: new Date(Date.now() + hour).toISOString(), date_precision: "exact" },
    ...{ takes_reservations: true, attendee_limit: 200, party_limit: 3 },
  });
  const signUp = async (index: number) => {
    const form = { name: nameOf(index), email: `${key}-${index}@example.test`, party: String(partyOf(index)) };
    const headers = { "CF-Connecting-IP": `10.9.${Math.floor(Math.random() * 250)}.${index}` };
    expect((await page.request.post(`/events/${key}`, { form, headers })).ok()).toBe(true);
  };
  for (let index = 0; index < guests; index += 6)
    await Promise.all([0, 1, 2, 3, 4, 5].map((more) => signUp(index + more)));
  return { id: String(event.id), signUp };
}

/** Maps each guest's name to the reservation that the site has stored. */
async function reservations(event: string) {
  const entries = await stored("waitlist_entries", `event_id=eq.${event}`);
  const rows = await stored("reservations", `event_id=eq.${event}`);
  return new Map(rows.map((row) => [String(entries.find(({ id }) => id === row.id)?.name), row]));
}

const pathOf = (row: Record<string, unknown> | undefined) => `/check-in/${String(row?.code).toLowerCase()}`;

/** Opens a pass, and waits until the phone has everything for check-in without a network. */
async function enter(page: Page, url: string, pass: string, name: string): Promise<void> {
  await page.goto(url + pass);
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Open check-in" }).click();
  await expect(page.getByRole("button", { name: "Sign out of check-in" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("The list on this phone is from");
  // The service worker, and the pages that it serves from its cache.
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open("door")).keys()).length))
    .toBeGreaterThanOrEqual(3);
}

/** Makes the phone's clock wrong by the amount that `turnClock` sets, across page loads. */
const withClock = (context: BrowserContext) =>
  context.addInitScript(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + Number(location.protocol === "http:" ? localStorage.getItem("clock") : 0);
  });

const turnClock = (page: Page, by: number) =>
  page.evaluate((milliseconds) => localStorage.setItem("clock", String(milliseconds)), by);

/** Kills a browser at once. */
function kill(profile: string): void {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    let command = "";
    try {
      command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    } catch {
      // The process has ended in the meantime.
    }
    if (command.includes(profile)) process.kill(Number(pid), "SIGKILL");
  }
}

const row = (page: Page, index: number) => page.locator(".guests li", { hasText: nameOf(index) });

/** Finds a guest on a page that the phone has rendered, as a helper does, without typing the ʻokina. */
async function find(page: Page, index: number): Promise<void> {
  await page.getByLabel("Name or code").fill(nameOf(index).replace("ʻ", "").toLowerCase());
  await expect(page.locator(".guests li")).toHaveCount(1);
}

async function pressOffline(page: Page, index: number): Promise<void> {
  await find(page, index);
  await row(page, index).getByRole("button", { name: "Check in" }).click();
  await expect(row(page, index)).toContainText("Kept on this phone, not yet sent");
}

/** Waits until a phone has nothing left to send. */
async function settle(page: Page): Promise<void> {
  await page.bringToFront();
  await expect(page.getByRole("main")).not.toContainText("kept on this phone, not yet sent", {
    timeout: 15_000,
    ignoreCase: true,
  });
}

const kept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ lists: number; presses: number }>((done) => {
        const opening = indexedDB.open("door", 1);
        opening.onsuccess = () => {
          const stores = opening.result.transaction(["list", "presses"]);
          const [lists, presses] = [stores.objectStore("list").count(), stores.objectStore("presses").count()];
          stores.oncomplete = () => {
            opening.result.close();
            done({ lists: lists.result, presses: presses.result });
          };
        };
      }),
  );

test.describe("check-in without a network", () => {
  let networks: Network[] = [];
  let browser: BrowserContext | undefined;
  let profile = "";
  test.beforeEach(async () => {
    networks = [await startNetwork(currentStack().url), await startNetwork(currentStack().url)];
    profile = mkdtempSync(join(tmpdir(), "door-phone-"));
  });
  test.afterEach(async () => {
    await browser?.close();
    for (const network of networks) network.stop();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });

  const openPhone = async () => {
    const { launchOptions } = await installed();
    browser = await chromium.launchPersistentContext(profile, { ...launchOptions, ...options });
    await withClock(browser);
    return browser.newPage();
  };

  for (let run = 1; run <= runs; run += 1)
    test(`loses nobody and counts nobody twice (${run} of ${runs})`, async ({
      page,
      browser: other,
      unique,
      watch,
    }) => {
      test.setTimeout(120_000);
      watch.allow(/./);
      await signIn(page);
      const { id, signUp } = await makeEvening(page, unique);
      const passes = { leilani: newToken(), kimo: newToken() };
      for (const [name, token] of Object.entries(passes))
        await page.request.post(`/admin/events/${id}/door`, { form: { name, token } });
      const [near, far] = networks as [Network, Network];
      let leilani = await openPhone();
      const kimo = await (await other.newContext(options)).newPage();
      await withClock(kimo.context());
      await kimo.goto(`${far.url}/about`);
      await turnClock(kimo, -3 * hour);
      await enter(leilani, near.url, `/door/${passes.leilani}`, "Leilani");
      await enter(kimo, far.url, `/door/${passes.kimo}`, "Kimo");
      const before = await reservations(id);

      // The response is lost on its way to the page.
      near.set("mute");
      await row(leilani, 0).getByRole("button", { name: "Check in" }).click();
      await expect(row(leilani, 0)).toContainText("Kept on this phone, not yet sent", { timeout: 10_000 });
      expect((await reservations(id)).get(nameOf(0))?.arrived).toBe(3);
      await expectToFit(leilani);
      // The network fails in the middle of a check-in.
      far.set("cut");
      await row(kimo, 1).getByRole("button", { name: "Check in" }).click();
      await expect(row(kimo, 1)).toContainText("Kept on this phone, not yet sent", { timeout: 10_000 });

      near.set("gone");
      far.set("gone");
      for (let index = 2; index < 16; index += 1) await pressOffline(leilani, index);
      await turnClock(leilani, hour / 3);
      await leilani.reload();
      await expect(leilani.getByRole("main")).toContainText("15 presses are kept on this phone, not yet sent.");
      for (let index = 16; index < 31; index += 1) await pressOffline(leilani, index);
      // Both phones check in guest 30; Kimo admits only one of the party of three.
      for (let index = 30; index < 58; index += 1) {
        await find(kimo, index);
        if (index === 30)
          await row(kimo, index)
            .getByLabel(`How many of ${nameOf(30)}`)
            .selectOption("1");
        await row(kimo, index).getByRole("button", { name: "Check in" }).click();
        await expect(row(kimo, index)).toContainText("Kept on this phone, not yet sent");
      }
      await kimo.goto(far.url + pathOf(before.get(nameOf(58))));
      await kimo.getByRole("button", { name: "Check in" }).click();
      await expect(row(kimo, 58)).toContainText("Kept on this phone, not yet sent");
      // Undoes a check-in that was never sent, and checks the same guest in again.
      await row(kimo, 58).getByRole("button", { name: "Undo" }).click();
      await row(kimo, 58).getByRole("button", { name: "Check in" }).click();
      await expect(row(kimo, 58)).toContainText("Kept on this phone, not yet sent");
      await kimo.getByLabel("People without a reservation").fill("4");
      await kimo.getByRole("button", { name: "Count them" }).click();
      await expect(kimo.getByText("4: kept on this phone, not yet sent")).toBeVisible();
      // In airplane mode the browser knows that nothing was sent, so the undo leaves nothing to send.
      await kimo.context().setOffline(true);
      await kimo.getByLabel("People without a reservation").fill("7");
      await kimo.getByRole("button", { name: "Count them" }).click();
      await kimo.getByText("7: kept on this phone, not yet sent").getByRole("button", { name: "Undo" }).click();
      await expect(kimo.getByText("7: kept on this phone, not yet sent")).toHaveCount(0);
      await expect(kimo.getByRole("main")).toContainText("33 presses are kept on this phone, not yet sent.");
      await kimo.context().setOffline(false);
      // One guest signs up after the list was loaded, and another cancels.
      await signUp(60);
      const now = await reservations(id);
      await kimo.goto(far.url + pathOf(now.get(nameOf(60))));
      await expect(kimo.getByRole("main")).toContainText("This code is not in the list on this phone.");
      await kimo.getByLabel(/^How many of Code/).selectOption("3");
      await kimo.getByRole("button", { name: "Check in" }).click();
      await expect(kimo.locator(".guests")).toContainText("Kept on this phone, not yet sent");
      const asked = await page.request.post(`/admin/events/${id}/people/${now.get(nameOf(59))?.id}`, {
        form: { intent: "cancel" },
      });
      await page.request.post(asked.url(), { form: { intent: "apply" } });
      await kimo.goto(`${far.url}/door`);
      await pressOffline(kimo, 59);

      // The phone dies, and its cookie may be lost: queued check-ins carry their own credential.
      kill(profile);
      await browser?.close().catch(() => {});
      leilani = await openPhone();
      await leilani.goto(`${near.url}/door`);
      await turnClock(leilani, hour / 3);
      await leilani.reload();
      await expect(leilani.getByRole("main")).toContainText("30 presses are kept on this phone, not yet sent.");
      near.set("open");
      await leilani.bringToFront();
      await settle(leilani);
      far.set("open");
      await settle(kimo);
      await expect(kimo.getByRole("alert").filter({ hasText: nameOf(30) })).toContainText(
        /Kaʻi 30: Already checked in, by Leilani at \d+:\d\d [AP]M\./,
      );
      await expect(kimo.getByRole("alert").filter({ hasText: "has no spot" })).toBeVisible();

      const after = await reservations(id);
      const came = [...after].filter(([, { checked_in_at }]) => checked_in_at);
      const lost = Array.from({ length: 61 }, (_, index) => index).filter(
        (index) => index !== 59 && after.get(nameOf(index))?.arrived !== partyOf(index),
      );
      const presses = await stored(
        "door_presses",
        `reservation_id=in.(${[...after.values()].map(({ id: each }) => each)})`,
      );
      const twice = came.filter(([, { id: each }]) => {
        const of = (wanted: string) =>
          presses.filter(({ reservation_id, outcome }) => reservation_id === each && outcome === wanted).length;
        return of("in") - of("undone") !== 1;
      });
      console.log(`run ${run}: ${came.length} of 60 in, lost ${lost.length}, counted twice ${twice.length}`);
      expect({ lost, twice, came: came.length }).toEqual({ lost: [], twice: [], came: 60 });
      expect(await stored("walk_ins", `event_id=eq.${id}`)).toMatchObject([{ people: 4 }]);
      // Whatever the phones' clocks say: the check-ins that waited 20 minutes count as that old, and the others as
      // recent.
      const ages = came.map(([, { checked_in_at }]) => Date.now() - Date.parse(String(checked_in_at)));
      expect(ages.filter((age) => age > hour / 3)).toHaveLength(14);
      expect(ages.filter((age) => age >= 0 && age < hour / 12)).toHaveLength(46);

      // A pass is taken back while its phone is offline.
      const dismiss = kimo.getByRole("button", { name: "Dismiss" });
      for (const left of [1, 0]) {
        await dismiss.first().click();
        await expect(dismiss).toHaveCount(left);
      }
      await kimo.goto(`${far.url}/door?q=58`);
      await expect(row(kimo, 58)).toContainText("by Kimo");
      far.set("gone");
      await row(kimo, 58).getByRole("button", { name: "Undo" }).click();
      await expect(row(kimo, 58)).toContainText("Undo: kept on this phone, not yet sent", { timeout: 10_000 });
      await page.goto(`/admin/events/${id}/door`);
      await page.getByRole("button", { name: "Take back kimo" }).click();
      await expect(page.getByRole("status").first()).toContainText("Taken back.");
      far.set("open");
      await kimo.bringToFront();
      await expect.poll(() => kept(kimo), { timeout: 15_000 }).toEqual({ lists: 0, presses: 1 });
      await expect(kimo.getByRole("alert")).toContainText("Not counted: this pass was taken back.");
      expect((await reservations(id)).get(nameOf(58))?.checked_in_at).toBeTruthy();
      await page.reload();
      await expect(page.getByRole("main")).toContainText("the pass had been taken back");

      // A helper who signs out removes the names from the phone.
      await enter(leilani, near.url, `/door/${passes.leilani}`, "Leilani");
      await leilani.getByRole("button", { name: "Sign out of check-in" }).click();
      await expect(leilani.getByRole("heading", { name: "You are not signed in to check-in" })).toBeVisible();
      expect(await kept(leilani)).toEqual({ lists: 0, presses: 0 });
      expect(
        await leilani.evaluate(async () => [
          (await navigator.serviceWorker.getRegistrations()).length,
          await caches.has("door"),
        ]),
      ).toEqual([0, false]);
    });
});
