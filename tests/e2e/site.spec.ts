import type { Page } from "@playwright/test";
import { signedAddress } from "../../harness/serving/signed-address.ts";
import { expect, pressUntilFocused, test } from "./fixtures.ts";
import { pages } from "./pages.ts";

const menu = (page: Page) => page.getByRole("navigation", { name: "Menu" });
const toggle = (page: Page) => page.locator(".menu summary");
const barColor = (page: Page) =>
  page.locator("header.bar").evaluate((bar) => getComputedStyle(bar as Element).backgroundColor);

/**
 * Counts animations that run by the clock; the navigation bar's colors only follow the scroll position. Runs in the
 * page.
 */
const countMovements = () =>
  document.getAnimations().filter(({ timeline }) => timeline instanceof DocumentTimeline).length;

/** Removes the CSS rules for scroll timelines. Runs in the page. */
function takeScrollTimelines(): void {
  for (const sheet of document.styleSheets)
    for (const [at, rule] of [...sheet.cssRules].entries())
      if (rule instanceof CSSSupportsRule && rule.conditionText.includes("animation-timeline")) sheet.deleteRule(at);
}

async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), top);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(top);
}

async function expectBarToFollowScroll(page: Page): Promise<void> {
  const dark = await barColor(page);
  await scrollTo(page, 20);
  expect(await barColor(page)).toBe(dark);
  await scrollTo(page, 21);
  await expect.poll(() => barColor(page)).not.toBe(dark);
  await scrollTo(page, 0);
  await expect.poll(() => barColor(page)).toBe(dark);
}

test("every page of the sitemap is among the tested pages", async ({ request }) => {
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const paths = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map((match) => match[1] || "/");
  expect(paths.length).toBeGreaterThan(10);
  // Newsletter issues come and go with the journey that sends and checks them.
  const lasting = paths.filter((path) => !path.startsWith("/newsletter"));
  expect(lasting.filter((path) => !pages.includes(path))).toEqual([]);
});

test("the navigation leads to its six pages in order and marks the current one", async ({ page }) => {
  await page.goto("/");
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  await expect(links).toHaveText(["Home", "About", "Events", "Education", "Insights", "Contact", /^Join Us/]);
  for (const [index, path] of ["/", "/about", "/events", "/education", "/insights", "/contact"].entries()) {
    await links.nth(index).click();
    await expect(page).toHaveURL(path);
    await expect(links.nth(index)).toHaveAttribute("aria-current", "page");
    await expect(page.locator("h1")).toHaveCount(1);
  }
});

test("below 768 px the navigation bar is a menu that locks scrolling and closes after a choice", async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 800 });
  await page.goto("/about");
  await expect(toggle(page)).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await page.setViewportSize({ width: 767, height: 800 });
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  await toggle(page).click();
  await expect(menu(page)).toBeVisible();
  await page.mouse.move(380, 600);
  await page.mouse.wheel(0, 600);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe("hidden");
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await menu(page).getByRole("link", { name: "Contact" }).click();
  await expect(page).toHaveURL("/contact");
  await expect(menu(page)).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL("/about");
  await expect(menu(page)).toBeHidden();
});

test("the menu opens and closes by keyboard, with Escape if scripts run, and focus returns to its button", async ({
  page,
  scripts,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/about");
  await pressUntilFocused(page, ".menu summary");
  await page.keyboard.press("Enter");
  await expect(menu(page)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(menu(page).getByRole("searchbox", { name: "Search" })).toBeFocused();
  if (scripts) {
    await page.keyboard.press("Escape");
  } else {
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
  }
  await expect(menu(page)).toBeHidden();
  await expect(toggle(page)).toBeFocused();
});

test("every link of the open menu can be reached on a short screen", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 360 });
  await page.goto("/about");
  await toggle(page).click();
  const last = menu(page).getByRole("link").last();
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport({ ratio: 1 });
});

test("the navigation bar changes after more than 20 px of scrolling, with and without scripts", async ({ page }) => {
  await page.goto("/about");
  await expectBarToFollowScroll(page);
});

test("in a browser without CSS scroll timelines, the script changes the navigation bar", async ({ page, scripts }) => {
  await page.addInitScript(() => {
    CSS.supports = () => false;
  });
  await page.goto("/about");
  await page.evaluate(takeScrollTimelines);
  if (scripts) return expectBarToFollowScroll(page);
  const dark = await barColor(page);
  await scrollTo(page, 300);
  expect(await barColor(page)).toBe(dark);
});

test("the skip link comes first, becomes visible and leads past the navigation", async ({ page }) => {
  await page.goto("/education");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).not.toBeInViewport();
  await page.keyboard.press("Tab");
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#main$/);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Join Our Workshop" })).toBeFocused();
});

test("terms has 9 numbered sections and privacy 11, and the path selects the tab", async ({ page }) => {
  await page.goto("/terms");
  const tabs = page.getByRole("navigation", { name: "Legal documents" });
  await expect(page.locator(".prose > h2")).toHaveCount(9);
  await expect(page.locator(".prose > h2").last()).toHaveText(/^9\. /);
  await tabs.getByRole("link", { name: "Privacy Policy" }).click();
  await expect(page).toHaveURL("/privacy");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Privacy Policy");
  await expect(page.locator(".prose > h2")).toHaveCount(11);
  await expect(page.locator(".prose > h2").last()).toHaveText(/^11\. /);
  await page.goto("/privacy-policy");
  await expect(tabs.getByRole("link", { name: "Privacy Policy" })).toHaveAttribute("aria-current", "page");
  await tabs.getByRole("link", { name: "Terms of Service" }).click();
  await expect(page).toHaveURL("/terms");
});

test("an unknown path gets a 404 page that links home, and is logged to the console", async ({
  page,
  scripts,
  watch,
}) => {
  watch.allow(/lost-in-the-chain/);
  const logged: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") logged.push(message.text());
  });
  const answer = await page.goto("/lost-in-the-chain");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("404");
  await expect(
    page.getByText("Oops! The page you're looking for doesn't exist in our blockchain.", { exact: true }),
  ).toBeVisible();
  expect(logged.filter((text) => text.includes("/lost-in-the-chain"))).toHaveLength(scripts ? 1 : 0);
  await page.getByRole("link", { name: "Return Home" }).click();
  await expect(page).toHaveURL("/");
});

test("Explore Our Mission leads to /about, and Join The Community opens another tab", async ({ page }) => {
  await page.goto("/");
  const join = page.getByRole("main").getByRole("link", { name: /^Join The Community/ });
  await expect(join).toHaveAttribute("target", "_blank");
  await expect(join).toHaveAttribute("href", /^https:/);
  await page.getByRole("link", { name: "Explore Our Mission" }).click();
  await expect(page).toHaveURL("/about");
});

test("an insight opens from its card, and links back", async ({ page }) => {
  await page.goto("/insights");
  await expect(page.getByRole("article")).toHaveCount(3);
  await page
    .getByRole("link", { name: /^Read more/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/insights\/[a-z-]+$/);
  await expect(page.getByRole("article").getByRole("paragraph").nth(3)).toBeVisible();
  await page.getByRole("link", { name: "View all insights" }).click();
  await expect(page).toHaveURL("/insights");
});

test("a fragment is scrolled to 20 px below the navigation bar, on arrival and from the arrow", async ({ page }) => {
  const place = (id: string) =>
    page.evaluate((target) => {
      const bar = document.querySelector("header.bar")?.getBoundingClientRect().bottom ?? 0;
      return Math.round((document.getElementById(target)?.getBoundingClientRect().top ?? 0) - bar);
    }, id);
  await page.goto("/#mission");
  await expect.poll(() => place("mission")).toBeGreaterThanOrEqual(19);
  await expect.poll(() => place("mission")).toBeLessThanOrEqual(21);
  await page.goto("/about");
  await page.goto("/");
  await page.getByRole("link", { name: "To our mission" }).click();
  await expect.poll(() => place("mission")).toBeLessThanOrEqual(21);
  expect(await place("mission")).toBeGreaterThanOrEqual(19);
  await page.goto("/events#waitlist");
  await expect.poll(() => place("waitlist")).toBeLessThanOrEqual(21);
});

test.describe("without reduced motion", () => {
  test.use({ reducedMotion: "no-preference" });

  test("draws particles by a script after the page, with a button that pauses them", async ({ page, scripts }) => {
    await page.goto("/");
    if (!scripts) {
      await expect(page.locator(".hero .stars")).toBeVisible();
      await expect(page.locator(".hero canvas")).toHaveCount(0);
      await expect(page.getByRole("button", { name: "Pause the stars" })).toBeHidden();
      return;
    }
    await expect(page.locator(".hero canvas")).toBeVisible();
    await expect(page.locator(".hero .stars")).toHaveCount(0);
    await expect(page.locator("html")).not.toHaveAttribute("data-reduce-motion");
    const pause = page.getByRole("button", { name: "Pause the stars" });
    await pause.click();
    await expect(pause).toHaveAttribute("aria-pressed", "true");
    const still = await page.locator(".hero canvas").evaluate(pixels);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await page.locator(".hero canvas").evaluate(pixels)).toBe(still);
  });

  test("scrolls to a fragment smoothly on wide screens and at once on a phone", async ({ page }) => {
    await page.goto("/");
    const behavior = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
    expect(await behavior()).toBe("smooth");
    await page.setViewportSize({ width: 767, height: 800 });
    expect(await behavior()).toBe("auto");
  });
});

test("with reduced motion there are no particles, nothing moves, and the page is marked", async ({ page, scripts }) => {
  await page.goto("/", { waitUntil: "load" });
  await expect(page.locator(".hero .stars")).toBeVisible();
  await expect(page.locator(".hero canvas")).toHaveCount(0);
  expect(await page.evaluate(countMovements)).toBe(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe("auto");
  if (scripts) {
    await expect(page.locator("html")).toHaveAttribute("data-reduce-motion", "");
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await expect(page.locator("html")).not.toHaveAttribute("data-reduce-motion");
  } else {
    await expect(page.locator("html")).not.toHaveAttribute("data-reduce-motion");
  }
});

test("a toast disappears after 4 seconds, and its text stays in the page", async ({ page }) => {
  await page.goto(await signedAddress("/events?done=waitlist&event=bitcoin"));
  const toast = page.locator(".toast");
  await expect(toast).toBeVisible();
  const shown = Date.now();
  await expect(toast).toBeHidden({ timeout: 8000 });
  expect(Date.now() - shown).toBeGreaterThan(3000);
  expect(Date.now() - shown).toBeLessThan(6000);
  await expect(page.getByRole("status")).toContainText("You've been added to the Bitcoin Pizza Day waitlist!");
});

test("a toast stays while it is hovered or focused", async ({ page, scripts }) => {
  await page.goto(await signedAddress("/events?done=waitlist&event=bitcoin"));
  const toast = page.locator(".toast");
  const state = () => toast.evaluate((element) => element.getAnimations()[0]?.playState);
  await toast.hover();
  await expect.poll(state).toBe("paused");
  await page.mouse.move(5, 500);
  await expect.poll(state).toBe("running");
  if (!scripts) return;
  await toast.getByRole("button", { name: "Close" }).focus();
  await expect.poll(state).toBe("paused");
  await page.keyboard.press("Enter");
  await expect(toast).toHaveCount(0);
});

test("at most three toasts are shown at once", async ({ page, scripts, watch }) => {
  watch.allow(/status 404/);
  await page.goto("/education?tab=islands");
  await page.evaluate(() => {
    for (const field of document.querySelectorAll<HTMLInputElement>("input[name=resource]"))
      field.value = "00000000-0000-4000-8000-00000000ffff";
  });
  const likes = page.locator("button.like");
  for (let index = 0; index < (scripts ? 5 : 1); index += 1) await likes.nth(index).click();
  await expect(page.locator(".toast:visible")).toHaveCount(scripts ? 3 : 1);
  await expect(page.locator(".toast:visible").last()).toContainText("Failed to update like");
});

const pixels = (canvas: SVGElement | HTMLElement) => (canvas as HTMLCanvasElement).toDataURL();
