import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, pressUntilFocused, test } from "./fixtures.ts";

const islands = "/education?tab=islands";
const unknownResource = "00000000-0000-4000-8000-00000000ffff";

/** A resource that only this test likes: both projects run at once on one database. */
const workOf = (page: Page, scripts: boolean, number: number) =>
  page.getByRole("article").filter({ hasText: `Island work ${String(number + (scripts ? 0 : 12)).padStart(2, "0")}` });

const likeOf = (card: ReturnType<typeof workOf>) => card.locator("button.like");

test("the library lists published resources of the active tabs, starting with the tab named Resources", async ({
  page,
}) => {
  await page.goto("/education");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Education");
  const tabs = page.getByRole("navigation", { name: "Library" }).getByRole("link");
  const labels = await tabs.allTextContents();
  expect(labels).toEqual(["Resources", "Media", "Courses", "Glossary", "Islands"]);
  expect(labels).not.toContain("Archive");
  await expect(tabs.first()).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("article").first()).toContainText("Bitcoin: A Peer-to-Peer Electronic Cash System");
  const first = page
    .getByRole("article")
    .first()
    .getByRole("link", { name: /^Visit Resource/ });
  await expect(first).toHaveAttribute("target", "_blank");
  await expect(first).toHaveAttribute("rel", "noopener noreferrer");
  await page.goto("/education?tab=archive");
  await expect(tabs.first()).toHaveAttribute("aria-current", "page");
});

test("a visitor likes a resource, the like survives a reload, and unlike takes it back", async ({ page, scripts }) => {
  await page.goto(islands);
  const card = workOf(page, scripts, 1);
  const like = likeOf(card);
  await expect(like).toHaveAttribute("aria-pressed", "false");
  await expect(like.locator("[data-count]")).toHaveText("0");
  await like.click();
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await expect(like.locator("[data-count]")).toHaveText("1");
  await expect(like).not.toHaveAttribute("aria-disabled", "true");
  if (!scripts) await expect(page).toHaveURL(/\/education\?tab=islands#resource-[0-9a-f-]{36}$/);
  await page.goto(islands);
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await like.click();
  await expect(like).toHaveAttribute("aria-pressed", "false");
  await expect(like.locator("[data-count]")).toHaveText("0");
  await expect(like).not.toHaveAttribute("aria-disabled", "true");
  await page.goto(islands);
  await expect(like).toHaveAttribute("aria-pressed", "false");
});

test("a browser without a cookie is recognized by its address, and can unlike", async ({ page, context, scripts }) => {
  await page.goto(islands);
  await context.clearCookies();
  const like = likeOf(workOf(page, scripts, 2));
  await like.click();
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(/mine=1/);
  await context.clearCookies();
  await page.reload();
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await context.clearCookies();
  await like.click();
  await expect(like).toHaveAttribute("aria-pressed", "false");
  await expect(like.locator("[data-count]")).toHaveText("0");
});

test("20 clients who like one resource at once are each counted once", async ({
  page,
  scripts,
  playwright,
  baseURL,
}) => {
  await page.goto(islands);
  const card = workOf(page, scripts, 3);
  const resource = await card.locator("input[name=resource]").inputValue();
  const clients = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      playwright.request.newContext({
        baseURL: baseURL ?? "",
        extraHTTPHeaders: {
          "CF-Connecting-IP": `10.99.${scripts ? 1 : 2}.${index}`,
          Cookie: `visitor=${randomBytes(16).toString("hex")}`,
        },
      }),
    ),
  );
  const form = { resource, intent: "like", tab: "islands" };
  const send = async (client: (typeof clients)[number]): Promise<number> =>
    (await client.post("/education", { form, maxRedirects: 0 })).status();
  expect(await Promise.all([...clients, ...clients].map((client) => send(client)))).toEqual(Array(40).fill(303));
  await page.reload();
  await expect(card.locator("[data-count]")).toHaveText("20");
  await Promise.all(clients.map((client) => client.dispose()));
});

test("pressing like twice quickly likes once", async ({ page, scripts }) => {
  await page.goto(islands);
  const like = likeOf(workOf(page, scripts, 4));
  await like.dblclick();
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await expect(like).not.toHaveAttribute("aria-disabled", "true");
  await page.goto(islands);
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await expect(like.locator("[data-count]")).toHaveText("1");
});

test("a like that fails says “Failed to update like” and takes the count back", async ({ page, scripts, watch }) => {
  watch.allow(/status 404/);
  await page.goto(islands);
  const card = workOf(page, scripts, 5);
  await card.locator("input[name=resource]").evaluate((field, value) => {
    (field as HTMLInputElement).value = value;
  }, unknownResource);
  await likeOf(card).click();
  await expect(page.getByRole("alert").filter({ hasText: "Failed to update like" })).toBeVisible();
  await expect(page.locator(".toast").filter({ hasText: "Failed to update like" })).toBeVisible();
  const again = likeOf(workOf(page, scripts, 5));
  await expect(again).toHaveAttribute("aria-pressed", "false");
  await expect(again.locator("[data-count]")).toHaveText("0");
});

test("over 500 new anonymous likes from one address say “Failed to update like”", async ({
  page,
  scripts,
  watch,
  request,
}) => {
  watch.allow(/status 429/);
  await page.goto(islands);
  const card = workOf(page, scripts, 6);
  const resource = await card.locator("input[name=resource]").inputValue();
  test.setTimeout(180_000);
  for (let batch = 0; batch < 100; batch += 1) {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        request.post("/education", {
          form: { resource, intent: "like" },
          headers: { Cookie: `visitor=${randomBytes(16).toString("hex")}` },
          maxRedirects: 0,
        }),
      ),
    );
    expect(answers.map((answer) => answer.status())).toEqual(Array(5).fill(303));
  }
  await likeOf(card).click();
  await expect(page.getByRole("alert").filter({ hasText: "Failed to update like" })).toBeVisible();
  await expect(likeOf(workOf(page, scripts, 6))).toHaveAttribute("aria-pressed", "false");
});

test("too many likes in one minute say “Failed to update like” too", async ({
  page,
  scripts,
  watch,
  address,
  baseURL,
}) => {
  watch.allow(/status 429/);
  await page.goto(islands);
  // Unreadable requests count too, and cost next to nothing; they are sent a few at a time because other tests are
  // running.
  const unreadable = { "CF-Connecting-IP": address, "Content-Type": "multipart/form-data" };
  const send = () => fetch(`${baseURL}/education`, { method: "POST", headers: unreadable, body: "x" });
  const isSpent = async () =>
    (await Promise.all([send(), send(), send(), send(), send()])).every(({ status }) => status === 429);
  // Each minute begins with a full budget, so it is spent early in one.
  const isEarly = () => Date.now() % 60_000 < 40_000;
  test.setTimeout(120_000);
  await expect(async () => expect(isEarly()).toBe(true)).toPass({ timeout: 30_000 });
  let spent = false;
  for (let rounds = 0; rounds < 200 && !spent; rounds += 1) spent = await isSpent();
  expect(spent).toBe(true);
  await likeOf(workOf(page, scripts, 12)).click();
  if (scripts) {
    await expect(page.getByRole("alert").filter({ hasText: "Failed to update like" })).toBeVisible();
    await expect(likeOf(workOf(page, scripts, 12))).toHaveAttribute("aria-pressed", "false");
  } else {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Failed to update like");
  }
});

test("a like without a network shows an error if scripts run, keeps the page, and works once it is back", async ({
  page,
  scripts,
  context,
  watch,
}) => {
  // Without scripts the browser shows its own error page, whose favicon request is not the site's.
  watch.allow(/ERR_INTERNET_DISCONNECTED|favicon\.ico' from origin 'null'/);
  await page.goto(islands);
  const like = likeOf(workOf(page, scripts, 7));
  await context.setOffline(true);
  if (scripts) {
    await like.click();
    await expect(page.getByRole("alert")).toHaveText("Failed to update like");
    await expect(like).toBeFocused();
    await expect(like).toHaveAttribute("aria-pressed", "false");
    await context.setOffline(false);
  } else {
    await expect(page.goto(islands)).rejects.toThrow("ERR_INTERNET_DISCONNECTED");
    await context.setOffline(false);
    await page.goto(islands);
  }
  await like.click();
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await expect(like.locator("[data-count]")).toHaveText("1");
});

test("like works by keyboard only, and focus stays at the card", async ({ page, scripts }) => {
  await page.goto(islands);
  const card = workOf(page, scripts, 8);
  const id = await card.getAttribute("id");
  await pressUntilFocused(page, `[id="${id}"] button.like`);
  await page.keyboard.press("Space");
  await expect(likeOf(card)).toHaveAttribute("aria-pressed", "true");
  await expect(likeOf(card)).not.toHaveAttribute("aria-disabled", "true");
  if (scripts) await expect(likeOf(card)).toBeFocused();
  else await pressUntilFocused(page, `[id="${id}"] button.like`, "Tab", 2);
  await page.keyboard.press("Enter");
  await expect(likeOf(card)).toHaveAttribute("aria-pressed", "false");
});

test("if scripts run, the count rises before the response arrives, and a second press is ignored", async ({
  page,
  scripts,
}) => {
  await page.goto(islands);
  const like = likeOf(workOf(page, scripts, 9));
  const gate = await hold(page, "POST");
  await like.click({ noWaitAfter: true });
  await expect.poll(gate.held).toBe(1);
  if (scripts) {
    await expect(like.locator("[data-count]")).toHaveText("1");
    await expect(like).toHaveAttribute("aria-disabled", "true");
    await expect(like).toHaveJSProperty("disabled", false);
    await page.keyboard.press("Enter");
  }
  gate.open();
  await expect(like).toHaveAttribute("value", "unlike");
  await expect(like).not.toHaveAttribute("aria-disabled", "true");
  await expect(like.locator("[data-count]")).toHaveText("1");
  expect(gate.held()).toBe(1);
});

test("the links for order and tag keep each other and the tab", async ({ page }) => {
  await page.goto(islands);
  await page.getByRole("link", { name: "Newest" }).click();
  await expect(page).toHaveURL(/tab=islands&sort=newest$/);
  await expect(page.getByRole("navigation", { name: "Order" }).locator("[aria-current]")).toHaveText("Newest");
  await page.getByRole("link", { name: "Ledgers", exact: true }).first().click();
  await expect(page).toHaveURL(/tab=islands&sort=newest&tag=Ledgers$/);
  await expect(page.getByRole("status")).toContainText("2 resources in Islands tagged “Ledgers”.");
  await expect(page.getByRole("article")).toHaveCount(2);
  await page.getByRole("link", { name: "Most liked" }).click();
  await expect(page).toHaveURL(/tab=islands&sort=liked&tag=Ledgers$/);
  await expect(page.getByRole("article")).toHaveCount(2);
  await page.getByRole("link", { name: "Show them with any tag" }).click();
  await expect(page).toHaveURL(/tab=islands&sort=liked$/);
  await expect(page.getByRole("article")).toHaveCount(24);
  await page.goto(`${islands}&tag=nothing-has-it`);
  await expect(page.getByText("No resource here has this tag.")).toBeVisible();
});

test("a visitor finds the liked resources, downloads them, and takes a like back there", async ({ page, scripts }) => {
  await page.goto("/education/liked");
  await expect(page.getByText("There is nothing here yet.")).toBeVisible();
  await page.goto(islands);
  await likeOf(workOf(page, scripts, 5)).click();
  await expect(likeOf(workOf(page, scripts, 5))).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("link", { name: "What you liked" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("What you liked");
  await expect(page.getByRole("article")).toHaveCount(1);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "bookmarks for your browser (HTML)" }).click();
  expect((await download).suggestedFilename()).toBe("liked.html");
  await likeOf(page.getByRole("article")).click();
  await expect(page.getByText("There is nothing here yet.")).toBeVisible();
});

test("tabs link to their resources, and Back shows the previous tab", async ({ page }) => {
  await page.goto("/education");
  const tabs = page.getByRole("navigation", { name: "Library" });
  await tabs.getByRole("link", { name: "Media" }).click();
  await expect(page).toHaveURL(/tab=media/);
  await expect(tabs.getByRole("link", { name: "Media" })).toHaveAttribute("aria-current", "page");
  await tabs.getByRole("link", { name: "Glossary" }).click();
  await expect(page).toHaveURL(/tab=glossary/);
  await expect(page.getByRole("article").first()).toContainText(/Learn more/);
  await page.goBack();
  await expect(page).toHaveURL(/tab=media/);
  await expect(tabs.getByRole("link", { name: "Media" })).toHaveAttribute("aria-current", "page");
  await page.goBack();
  await expect(page).toHaveURL(/\/education$/);
  await expect(page.getByRole("article").first()).toContainText("Bitcoin: A Peer-to-Peer");
  await page.goForward();
  await expect(tabs.getByRole("link", { name: "Media" })).toHaveAttribute("aria-current", "page");
});

test("Back after a like and another tab shows the tab of the like", async ({ page, scripts }) => {
  await page.goto(islands);
  const like = likeOf(workOf(page, scripts, 10));
  await like.click();
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await expect(like).not.toHaveAttribute("aria-disabled", "true");
  const tabs = page.getByRole("navigation", { name: "Library" });
  await tabs.getByRole("link", { name: "Media" }).click();
  await expect(page).toHaveURL(/tab=media/);
  await page.goBack();
  await expect(page).toHaveURL(/tab=islands/);
  await expect(like).toHaveAttribute("aria-pressed", "true");
});

test("the tab chosen last is shown, whichever response arrives first", async ({ page, scripts }) => {
  if (scripts) await page.clock.install();
  await page.goto("/education");
  const tab = (name: string) => page.getByRole("navigation", { name: "Library" }).getByRole("link", { name });
  const gate = await hold(page, "GET", /tab=media/);
  // Keeps the 150 ms after which placeholders replace the tabs from passing before the second choice.
  if (scripts) await page.clock.pauseAt(Date.now() + 60_000);
  // Measured where clicking the other tab leaves it.
  await tab("Media").scrollIntoViewIfNeeded();
  const courses = await tab("Courses").boundingBox();
  await tab("Media").click({ noWaitAfter: true });
  // If the second tab were chosen before the first request has left the browser, it would cancel that request.
  await expect.poll(gate.held).toBe(1);
  // The mouse clicks without waiting, as people do who change their mind.
  await page.mouse.click((courses?.x ?? 0) + 10, (courses?.y ?? 0) + 10);
  if (scripts) await page.clock.resume();
  await expect(tab("Courses")).toHaveAttribute("aria-current", "page");
  gate.open();
  await gate.passed();
  if (scripts)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(tab("Courses")).toHaveAttribute("aria-current", "page");
  await expect(page).toHaveURL(/tab=courses/);
});

test("a slow tab shows placeholders for five tabs and six resources after 150 ms", async ({ page, scripts }) => {
  await page.goto("/education");
  const gate = await hold(page, "GET", /tab=media/);
  const media = page.getByRole("link", { name: "Media", exact: true });
  await media.click({ noWaitAfter: true });
  if (scripts) {
    await expect(page.locator("#library .bone.h-8")).toHaveCount(5);
    await expect(page.locator("#library .bone.h-44")).toHaveCount(6);
    await expect(page.locator("#library")).toHaveAttribute("aria-busy", "true");
  } else {
    await expect.poll(gate.held).toBe(1);
  }
  gate.open();
  await expect(page.locator(".bone")).toHaveCount(0);
  await expect(media).toHaveAttribute("aria-current", "page");
  await expect(page.locator("#library")).not.toHaveAttribute("aria-busy", "true");
});

test("searching for “hawaii” finds “Hawaiʻi”, ignoring ʻokina and kahakō", async ({ page }) => {
  await page.goto("/education");
  for (const words of ["hawaii kaneohe", "HAWAIʻI", "Hawai'i Kāneʻohe"]) {
    await page.getByRole("searchbox", { name: "Search the library" }).fill(words);
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page.getByRole("status")).toContainText(`1 resource found for “${words}”.`);
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect(page.getByRole("article")).toContainText("Ledgers of Hawaiʻi and Kāneʻohe");
  }
  await page.getByRole("searchbox", { name: "Search the library" }).fill("zzz");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("status")).toContainText("0 resources found");
  await page.getByRole("link", { name: "Show the whole library" }).click();
  await expect(page).toHaveURL(/\/education$/);
});

test("a like on a search result leads back to the search", async ({ page, scripts }) => {
  const title = scripts ? "Island work 25" : "Island work 26";
  await page.goto(`/education?q=${encodeURIComponent(title)}`);
  const like = likeOf(page.getByRole("article"));
  await like.click();
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page).toHaveURL(/q=Island/);
});

test("a page has 24 resources, with links to the next and the previous page", async ({ page, scripts }) => {
  await page.goto(islands);
  const pages = page.getByRole("navigation", { name: "Pages of the library" });
  await expect(page.getByRole("article")).toHaveCount(24);
  await pages.getByRole("link", { name: "Next" }).click();
  await expect(pages).toContainText("Page 2 of 3");
  await expect(page.getByRole("article").first()).toContainText("Island work 25");
  const like = likeOf(page.getByRole("article").nth(scripts ? 2 : 3));
  await like.click();
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await expect(pages).toContainText("Page 2 of 3");
  await pages.getByRole("link", { name: "Next" }).click();
  await expect(page.getByRole("article")).toHaveCount(3);
  await expect(pages.getByRole("link", { name: "Next" })).toHaveCount(0);
  await pages.getByRole("link", { name: "Previous" }).click();
  await expect(pages).toContainText("Page 2 of 3");
});

test("resources are in two columns, media in three, and both in one on a phone", async ({ page }) => {
  const columns = () =>
    page
      .getByRole("article")
      .first()
      .evaluate((card) => getComputedStyle(card.parentElement as Element).gridTemplateColumns.split(" ").length);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/education");
  expect(await columns()).toBe(2);
  await page.goto("/education?tab=media");
  expect(await columns()).toBe(3);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await columns()).toBe(1);
});

test("Join Our Workshop leads to the events, and Subscribe to Newsletter to the newsletter box", async ({ page }) => {
  await page.goto("/education");
  await page.getByRole("link", { name: "Join Our Workshop" }).click();
  await expect(page).toHaveURL(/\/events$/);
  await page.goBack();
  await page.getByRole("link", { name: "Subscribe to Newsletter" }).click();
  await expect(page).toHaveURL(/\/insights#newsletter$/);
});

/** Holds requests of a method until `open` is called. `passed` resolves once they have been answered or aborted. */
async function hold(page: Page, method: "GET" | "POST", url = /\/education/) {
  let open = () => {};
  const opened = new Promise<void>((done) => {
    open = done;
  });
  const routed: Promise<unknown>[] = [];
  await page.route(url, async (route) => {
    const request = route.request();
    if (request.method() !== method) return route.continue();
    routed.push(opened.then(() => request.response()).catch(() => null));
    await opened;
    await route.continue().catch(() => undefined);
  });
  return { open, held: () => routed.length, passed: () => Promise.all(routed) };
}
