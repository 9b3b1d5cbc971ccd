import { expect, test } from "./fixtures.ts";

// What the browser asks for by itself, after the page, does not count: its icon, and where links may lead.
const afterThePage = /favicon|speculation-rules/;
const pages = ["/", "/about", "/events", "/events/bitcoin", "/education", "/insights", "/contact", "/privacy"];

test("a first view on a phone asks for at most seven files, and the next page for none of the hashed ones again", async ({
  browser,
  baseURL,
  address,
}) => {
  for (const path of pages) {
    const viewport = { width: 390, height: 844 };
    const context = await browser.newContext({ viewport, baseURL, extraHTTPHeaders: { "CF-Connecting-IP": address } });
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send("Network.enable");
    const addresses = new Map<string, string>();
    const remembered = new Set<string>();
    client.on("Network.requestWillBeSent", ({ requestId, request }) => addresses.set(requestId, request.url));
    client.on("Network.requestServedFromCache", ({ requestId }) => remembered.add(requestId));
    client.on("Network.responseReceived", ({ requestId, response }) => {
      if (response.fromDiskCache || response.fromPrefetchCache) remembered.add(requestId);
    });
    const asked = () =>
      [...addresses]
        .filter(([id, url]) => !remembered.has(id) && !url.startsWith("data:") && !afterThePage.test(url))
        .map(([, url]) => new URL(url).pathname);
    await page.goto(path, { waitUntil: "networkidle" });
    expect.soft(asked().length, `${path}: ${asked().join(" ")}`).toBeLessThanOrEqual(7);
    addresses.clear();
    await page.goto("/cookies", { waitUntil: "networkidle" });
    expect.soft(asked().filter((each) => each.startsWith("/assets/"))).toEqual([]);
    await context.close();
  }
});

test("a link that is pointed at is fetched before it is pressed", async ({ page, scripts }) => {
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
