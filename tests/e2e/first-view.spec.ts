import puppeteer, { type Page } from "puppeteer-core";
import { chromium } from "../../harness/browser/chromium.ts";
import { expect, test } from "./fixtures.ts";

// Files that the browser requests itself after the page do not count: its icon, and the speculation rules.
const afterThePage = /favicon|speculation-rules/;
const pages = ["/", "/about", "/events", "/events/bitcoin", "/education", "/insights", "/contact", "/privacy"];

test("a first view on a phone requests at most seven files, and the next page no hashed file again", async ({
  browser,
  baseURL,
  address,
}) => {
  const visit = async (path: string) => {
    const viewport = { width: 390, height: 844 };
    const context = await browser.newContext({ viewport, baseURL, extraHTTPHeaders: { "CF-Connecting-IP": address } });
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send("Network.enable");
    const addresses = new Map<string, string>();
    const free = new Set<string>();
    client.on("Network.requestWillBeSent", ({ requestId, request }) => addresses.set(requestId, request.url));
    // No bytes arrived: the file was cached, or a frame waited for the same file that its page was already requesting.
    client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      if (encodedDataLength === 0) free.add(requestId);
    });
    const asked = () =>
      [...addresses]
        .filter(([id, url]) => !free.has(id) && !url.startsWith("data:") && !afterThePage.test(url))
        .map(([, url]) => new URL(url).pathname);
    await page.goto(path, { waitUntil: "networkidle" });
    // a busy machine may lay out the page, and so ask for its fonts, only when nothing was asked for half a second
    await page.evaluate(() => document.fonts.ready);
    await page.waitForLoadState("networkidle");
    expect.soft(asked().length, `${path}: ${asked().join(" ")}`).toBeLessThanOrEqual(7);
    addresses.clear();
    await page.goto("/cookies", { waitUntil: "networkidle" });
    expect.soft(asked().filter((each) => each.startsWith("/assets/"))).toEqual([]);
    await context.close();
  };
  await Promise.all(pages.map(visit));
});

// Playwright turns prerendering off; the browser prefetches instead.
test("a hovered link is fetched before it is clicked", async ({ page, scripts }) => {
  expect(scripts).toBe(true);
  await page.goto("/about", { waitUntil: "networkidle" });
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Insights" });
  await expect(async () => {
    await page.mouse.move(5, 400);
    await link.hover();
    await page.waitForTimeout(500);
    await link.click();
    await expect(page).toHaveURL("/insights");
    const [arrival] = await page.evaluate(() =>
      performance
        .getEntriesByType("navigation")
        .map((entry) => (entry as unknown as { deliveryType: string }).deliveryType),
    );
    expect(arrival).toBe("navigational-prefetch");
  }).toPass({ timeout: 10_000 });
});

test("a hovered link is prerendered before it is clicked, and loaded again if a like was sent in between", async ({
  baseURL,
}) => {
  const { launchOptions } = await chromium();
  const browser = await puppeteer.launch({ ...launchOptions, headless: "shell" });
  try {
    const page = await browser.newPage();
    const faults: unknown[] = [];
    page.on("pageerror", (fault) => faults.push(fault));
    await page.setViewport({ width: 1280, height: 800 });
    await page.goto(`${baseURL}/about`, { waitUntil: "networkidle0" });
    expect(await follow(page, "/education")).toBe("drawn ahead");
    expect(await page.$eval("h1", (heading) => heading.textContent)).toContain("Education");

    const like = "article:first-of-type form button";
    const pressed = () => page.$eval(like, (button) => `${button.ariaPressed}${button.ariaDisabled ? ", busy" : ""}`);
    expect(await pressed()).toBe("false");
    const ownPage = follow(page, "/education", async () => {
      await page.click(like);
      await expect.poll(pressed).toBe("true");
    });
    expect(await ownPage).toBe("asked for");
    expect(await pressed()).toBe("true");
    expect(faults).toEqual([]);
  } finally {
    await browser.close();
  }
});

for (const { device, took, fades } of [
  { device: "a quick", took: 119, fades: true },
  { device: "a slow", took: 121, fades: false },
])
  test(`${device} device that took ${took} ms to read a page ${fades ? "fades" : "goes at once"} to the next one`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ baseURL, reducedMotion: "no-preference" });
    const page = await context.newPage();
    await page.addInitScript((milliseconds) => {
      const arrival = { type: "navigate", responseEnd: 1000, domInteractive: 1000 + milliseconds };
      performance.getEntriesByType = () => [arrival as unknown as PerformanceEntry];
      addEventListener("pagereveal", ({ viewTransition }) =>
        document.documentElement.setAttribute("data-fade", String(viewTransition !== null)),
      );
    }, took);
    await page.goto("/about", { waitUntil: "load" });
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Contact" }).click();
    await expect(page).toHaveURL("/contact");
    await expect(page.locator("html")).toHaveAttribute("data-fade", String(fades));
    await context.close();
  });

/** Hovers over the link in the navigation bar, waits, runs `between`, and clicks the link. */
async function follow(page: Page, path: string, between = async () => {}): Promise<"drawn ahead" | "asked for"> {
  const link = await page.waitForSelector(`header nav:first-of-type a[href="${path}"]`);
  await link?.hover();
  await new Promise((done) => setTimeout(done, 2500));
  await between();
  await page.evaluate(() => document.documentElement.setAttribute("data-left", ""));
  await link?.click();
  const hasCome = () => page.evaluate(() => !document.documentElement.hasAttribute("data-left")).catch(() => false);
  await expect.poll(hasCome).toBe(true);
  const started = await page.evaluate(
    () => (performance.getEntriesByType("navigation")[0] as unknown as { activationStart: number }).activationStart,
  );
  return started > 0 ? "drawn ahead" : "asked for";
}
