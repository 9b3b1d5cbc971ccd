import type { Page } from "@playwright/test";
import { wideLetters } from "../../harness/browser/fonts.ts";
import { signedAddress } from "../../harness/serving/signed-address.ts";
import { expectNoViolations } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import {
  arriveInPieces,
  changeFonts,
  enlargeText,
  findBrokenWords,
  findLayoutFaults,
  findShifts,
  findSmallTargets,
  lengthenNames,
  setFonts,
  walkWithTab,
  watchShifts,
} from "./layout.ts";
import { pages } from "./pages.ts";

const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 800 };
const smallest = { width: 320, height: 640 };

const faces = [
  { letters: "narrow", styles: "" },
  { letters: "wide", styles: wideLetters },
];

/** Counts what people can do on a page besides reading, without the navigation bar and the footer. */
const waysOn = (page: Page) =>
  page.locator('main a[href]:not([href^="#"]):visible, main button[type=submit]:visible').count();

/** States that differ from another page only in their text need no second walk. */
const walked = pages.filter((path) => !/\?(event|done|tab=[mcg])|privacy-policy|nft-art|\/research/.test(path));

/** Opens a page whose fonts arrive only after it was drawn, as over a slow connection, so that shifts they cause show. */
async function openBeforeFonts(page: Page, address: string): Promise<void> {
  const drawn = Promise.withResolvers<void>();
  const fonts = "**/*.woff2";
  await page.route(fonts, async (route) => {
    await drawn.promise;
    await route.continue().catch(() => undefined);
  });
  await page.goto(address, { waitUntil: "domcontentloaded" });
  await page.evaluate(async () => {
    await new Promise((done) => new PerformanceObserver(done).observe({ type: "paint", buffered: true }));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });
  drawn.resolve();
  await page.waitForLoadState();
  await page.unroute(fonts);
}

const withoutScripts = (page: Page) =>
  page.route("**/assets/*.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));

for (const path of pages) {
  test(`${path} stands still, fits every window and letter, leads on, is walked through by keyboard, and axe finds nothing`, async ({
    page,
    watch,
  }) => {
    if (path === "/no-such-page") watch.allow(/no-such-page/);
    const found: string[] = [];
    const note = (where: string, faults: string[]) => found.push(...faults.map((fault) => `${where}: ${fault}`));
    const findTextFaults = async () => [
      ...(await page.evaluate(findLayoutFaults)),
      ...(await page.evaluate(findBrokenWords)),
    ];
    await page.addInitScript(watchShifts);
    for (const window of [phone, desk]) {
      await page.setViewportSize(window);
      if (window === desk) await withoutScripts(page);
      await openBeforeFonts(page, await signedAddress(path));
      for (const { letters, styles } of faces) {
        const size = `${window.width} px, ${letters} letters`;
        if (styles) {
          await page.setViewportSize(window);
          await page.evaluate(changeFonts, styles);
        }
        note(window === desk ? `${size}, without scripts` : size, await findShifts(page));
        note(size, [...(await findTextFaults()), ...(await page.evaluate(findSmallTargets))]);
        // What axe and links see is the same in any font.
        if (window === phone && !styles) {
          if ((await waysOn(page)) === 0) note(size, ["no link or button leads on"]);
          await page.setViewportSize({ width: 1280, height: 720 });
          await expectNoViolations(page);
          await page.emulateMedia({ colorScheme: null });
          await page.setViewportSize(phone);
        }
        if (walked.includes(path)) note(size, await walkWithTab(page, window === desk ? ["Shift+Tab"] : undefined));
        await page.evaluate(enlargeText, 200);
        note(`${size}, text at 200 %`, await findTextFaults());
        if (window === phone) {
          await page.setViewportSize(smallest);
          note(`320 px, ${letters} letters, text at 200 %`, await findTextFaults());
        }
        await page.evaluate(enlargeText, 100);
        if (window === phone) note(`320 px, ${letters} letters`, await findTextFaults());
      }
      await page.evaluate(lengthenNames);
      const sizes = window === phone ? [smallest, phone] : [{ ...desk, width: 768 }, desk];
      for (const { letters, styles } of faces) {
        await page.evaluate(setFonts, styles);
        for (const { width, height } of sizes) {
          await page.setViewportSize({ width, height });
          note(`${width} px, ${letters} letters, names of 60 characters`, await page.evaluate(findLayoutFaults));
        }
      }
    }
    expect(found).toEqual([]);
  });
}

test("a missing event or article and a page behind the sign-in have a link or button that leads on", async ({
  page,
  watch,
}) => {
  watch.allow(/status 404|404: nothing at/);
  const without: string[] = [];
  for (const path of ["/events/no-such-event", "/insights/no-such-article", "/admin/login", "/admin/people"]) {
    await page.goto(await signedAddress(path));
    if ((await waysOn(page)) === 0) without.push(path);
  }
  expect(without).toEqual([]);
});

for (const { letters, styles } of faces) {
  test(`in ${letters} letters, the top of a page causes no layout shift while its parts arrive`, async ({ page }) => {
    const found: string[] = [];
    await page.addInitScript(watchShifts);
    await page.addInitScript(setFonts, styles);
    for (const path of ["/", "/education", "/events/nft-art-showcase", "/insights/reading-the-bitcoin-paper"]) {
      for (const window of [phone, desk]) {
        await page.setViewportSize(window);
        await page.goto(path);
        await page.evaluate(arriveInPieces);
        found.push(...(await findShifts(page)).map((shift) => `${path}, ${window.width} px: ${shift}`));
      }
    }
    expect(found).toEqual([]);
  });

  test(`in ${letters} letters, a resource's card does not move while its like button arrives`, async ({ page }) => {
    await page.addInitScript(watchShifts);
    await page.addInitScript(setFonts, styles);
    await page.goto("/education");
    await page.locator("article .foot").first().scrollIntoViewIfNeeded();
    await page.evaluate(async () => {
      const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const foot = document.querySelector("article .foot");
      const form = foot?.querySelector("form");
      const button = form?.querySelector("button");
      if (!foot || !form || !button) throw new Error("no like");
      const later = [...button.childNodes];
      form.remove();
      button.replaceChildren();
      await drawn();
      foot.appendChild(form);
      for (const part of later) {
        await drawn();
        button.appendChild(part);
      }
    });
    expect(await findShifts(page)).toEqual([]);
  });

  test(`in ${letters} letters, the facts of an event do not move while further ones arrive`, async ({ page }) => {
    await page.addInitScript(watchShifts);
    await page.addInitScript(setFonts, styles);
    await page.setViewportSize(phone);
    await page.goto("/bitcoin-pizza-day");
    await page.locator("dl.facts").scrollIntoViewIfNeeded();
    const names = await page.evaluate(async () => {
      const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const list = document.querySelector("dl.facts");
      const parts = [...(list?.children ?? [])];
      const [, , ...later] = parts;
      for (const part of later) part.remove();
      for (let part: Element | null | undefined = list; part; part = part.parentElement)
        while (part.nextElementSibling) part.nextElementSibling.remove();
      for (const part of later) {
        await drawn();
        list?.appendChild(part);
      }
      return parts.filter(({ localName }) => localName === "dt").map(({ textContent }) => textContent);
    });
    expect(names).toEqual(["When", "Where", "Capacity"]);
    expect(await findShifts(page)).toEqual([]);
  });

  test(`in ${letters} letters, moving stars cause no layout shift`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.addInitScript(watchShifts);
    await page.addInitScript(setFonts, styles);
    await page.goto("/");
    await expect(page.locator(".hero canvas")).toBeVisible();
    await expect(page.locator(".pause")).toBeVisible();
    expect(await findShifts(page)).toEqual([]);
  });
}
