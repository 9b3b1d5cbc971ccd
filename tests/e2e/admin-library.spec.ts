import type { Locator, Page } from "@playwright/test";
import { signedAddress } from "../../harness/serving/signed-address.ts";
import { signIn } from "./admin.ts";
import { bringAxe, findViolations } from "./axe.ts";
import { expect, expectToFit, reach, store, stored, test } from "./fixtures.ts";

/** Adds a tab for one test; visitors see it only if the test needs that. @returns the path of its page in /admin */
async function addTab(key: string, { label = `Tab ${key}`, isActive = false, order = 50 } = {}): Promise<string> {
  const { id } = await store("education_tabs", { tab_key: key, label, is_active: isActive, display_order: order });
  return `/admin/tabs/${id}`;
}

/** Adds published resources in this order. @returns the paths of their pages in /admin */
async function addResources(tab: string, ...names: string[]): Promise<string[]> {
  const addresses: string[] = [];
  for (const [index, title] of names.entries()) {
    const url = `https://${tab}.example/${index + 1}`;
    const row = { tab_key: tab, title, description: `About ${title}.`, url, is_published: true };
    const { id } = await store("education_resources", { ...row, display_order: index + 1 });
    addresses.push(`/admin/resources/${id}`);
  }
  return addresses;
}

interface Draft {
  title: string;
  tab: string;
  url?: string;
  isPublished?: boolean;
}

async function createResource(page: Page, { title, tab, url, isPublished = true }: Draft): Promise<void> {
  await page.goto(`/admin/resources/new?tab=${tab}`);
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Description").fill(`What ${title} is about.`);
  await page.getByLabel("Link").fill(url ?? `https://${tab}.example/${encodeURIComponent(title)}`);
  if (isPublished) await page.getByLabel("Visitors see this resource").check();
  await page.getByRole("button", { name: "Create resource" }).click();
}

const rowOf = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title });
const titles = (page: Page) => page.locator("tbody th");
const said = (page: Page, words: string) => expect(page.getByRole("status").first()).toContainText(words);
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();

test("an admin creates a tab with two resources, publishes and reorders them, and visitors see the result", async ({
  page,
  unique,
}) => {
  await signIn(page);
  await page.goto("/admin/tabs");
  await page.getByLabel("Label").fill(`Tab ${unique}`);
  await page.getByLabel("Key").fill(unique);
  await page.getByRole("button", { name: "Create tab" }).click();
  await said(page, "Created.");
  await createResource(page, { title: "Second Kāneʻohe", tab: unique });
  await said(page, "Created.");
  await createResource(page, { title: "First", tab: unique, isPublished: false });
  await expect(page.getByText("Draft, visible only to admins")).toBeVisible();

  await page.goto(`/education?tab=${unique}`);
  await expect(page.getByRole("article")).toHaveCount(1);

  await page.goto(`/admin/resources?tab=${unique}`);
  await expect(titles(page)).toHaveText(["Second Kāneʻohe", "First"]);
  await page.getByRole("button", { name: "Publish First" }).click();
  await said(page, "Published.");
  await page.getByRole("button", { name: "Undo" }).click();
  await said(page, "Unpublished.");
  await page.getByRole("button", { name: "Undo" }).click();
  await said(page, "Published.");
  await page.getByRole("button", { name: "Up First" }).click();
  await said(page, "Order changed.");
  await expect(titles(page)).toHaveText(["First", "Second Kāneʻohe"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(titles(page)).toHaveText(["Second Kāneʻohe", "First"]);
  await said(page, "Order changed.");
  await page.getByRole("button", { name: "Up First" }).click();
  await expect(titles(page)).toHaveText(["First", "Second Kāneʻohe"]);
  await said(page, "Order changed.");

  await page.goto(`/education?tab=${unique}`);
  await expect(page.getByRole("article").getByRole("heading")).toHaveText(["First", "Second Kāneʻohe"]);

  await page.goto(`/admin/resources?tab=${unique}`);
  await page.getByRole("button", { name: "Unpublish Second Kāneʻohe" }).click();
  await said(page, "Unpublished.");
  await page.goto(`/education?tab=${unique}`);
  await expect(page.getByRole("article").getByRole("heading")).toHaveText(["First"]);
});

test("all fields of a resource can be edited, and its preview is the card that visitors see", async ({
  page,
  unique,
}) => {
  await signIn(page);
  await addTab(unique);
  await addTab(`${unique}-b`, { label: `Other ${unique}` });
  await addResources(`${unique}-b`, "Before it");
  const [address = ""] = await addResources(unique, "A work");
  await page.goto(address);
  await page.getByLabel("Title").fill("Ka Moʻolelo");
  await page.getByLabel("Description").fill("Told again.");
  await page.getByLabel("Link").fill(`HTTPS://${unique}.EXAMPLE/moolelo`);
  await page.getByLabel("Tab").selectOption(`Other ${unique} (hidden)`);
  await page.getByLabel("Headphones").check();
  await save(page);
  await said(page, "Saved.");
  const [row] = await stored("education_resources", `id=eq.${address.split("/").at(-1)}`);
  expect(row).toMatchObject({
    title: "Ka Moʻolelo",
    description: "Told again.",
    url: `https://${unique}.example/moolelo`,
    tab_key: `${unique}-b`,
    icon_name: "Headphones",
    resource_type: "resource_card",
    is_published: true,
    display_order: 2,
  });
  const preview = page.getByRole("region", { name: "As visitors see it" }).getByRole("article");
  await expect(preview.getByRole("heading")).toHaveText("Ka Moʻolelo");
  await expect(preview.locator("use").first()).toHaveAttribute("href", /^\/assets\/icons-[\w-]+\.svg#headphones$/);
  await expect(preview.locator("form[inert] button")).toHaveCount(1);

  await page.getByLabel("Layout").selectOption("Compact, without an icon");
  await save(page);
  await expect(preview.getByRole("link", { name: /^Learn more/ })).toBeVisible();
});

test("mistakes in a resource are shown at the fields, and what was typed is kept", async ({ page, unique }) => {
  await signIn(page);
  await addTab(unique);
  await page.goto(`/admin/resources/new?tab=${unique}`);
  await page.locator("#resource").evaluate((form) => {
    (form as HTMLFormElement).noValidate = true;
  });
  await page.getByLabel("Title").fill("  ");
  await page.getByLabel("Description").fill("Something");
  await page.getByLabel("Link").fill("javascript:alert(1)");
  await page.getByLabel("Video").check();
  await page.getByRole("button", { name: "Create resource" }).click();
  const summary = page.getByRole("alert");
  await expect(summary).toContainText("Enter a title");
  await expect(summary).toContainText("Enter a link that starts with https://");
  await expect(page.getByLabel("Link")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Description")).toHaveValue("Something");
  await expect(page.getByLabel("Link")).toHaveValue("javascript:alert(1)");
  await expect(page.getByLabel("Video")).toBeChecked();
  await expect(page.getByLabel("Tab")).toHaveValue(unique);
});

test("a link that another resource has in a different spelling is saved only after a confirmation", async ({
  page,
  unique,
}) => {
  await signIn(page);
  await addTab(unique);
  const [first = ""] = await addResources(unique, "The first");
  await createResource(page, {
    title: "The twin",
    tab: unique,
    url: `http://www.${unique}.example/1/?utm_source=letter#top`,
  });
  await expect(page.getByRole("alert")).toContainText("Another resource has this link");
  await expect(page.getByRole("link", { name: "The first" })).toHaveAttribute("href", first);
  expect(await stored("education_resources", `tab_key=eq.${unique}`)).toHaveLength(1);
  await page.getByRole("button", { name: "Save anyway" }).click();
  await said(page, "Created.");
  await expect(page.getByText("Another resource links to the same page")).toBeVisible();
  await page.getByLabel("Title").fill("The twin, renamed");
  await save(page);
  await said(page, "Saved.");
  await page.getByLabel("Link").fill(`https://${unique}.example/1`);
  await save(page);
  await page.getByRole("button", { name: "Save anyway" }).click();
  await said(page, "Saved.");
});

test("a deleted resource can be restored by Undo, from the list of deleted ones, or on its own page", async ({
  page,
  unique,
}) => {
  await signIn(page);
  await addTab(unique, { isActive: true });
  const [address = ""] = await addResources(unique, `Lost ${unique}`);
  await page.goto(address);
  const remove = page.getByRole("button", { name: "Delete this resource" });
  await remove.click();
  await said(page, "Deleted.");
  await page.getByRole("button", { name: "Undo" }).click();
  await said(page, "Restored.");
  await page.goto(`/education?tab=${unique}`);
  await expect(page.getByRole("article")).toHaveCount(1);

  await page.goto(address);
  await remove.click();
  await said(page, "Deleted.");
  await page.goto(`/education?tab=${unique}`);
  await expect(page.getByRole("article")).toHaveCount(0);
  await page.goto("/admin/resources");
  await page.getByRole("main").getByLabel("Search").fill(`lost ${unique}`);
  await page.getByLabel("State").selectOption("Deleted");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(titles(page)).toHaveText([`Lost ${unique}`]);
  await page.getByRole("button", { name: "Restore" }).click();
  await said(page, "Restored.");
  await expect(page.getByText("No resources match.")).toBeVisible();

  await page.goto(address);
  await remove.click();
  await page.goto(address);
  await expect(page.getByLabel("Title")).toHaveCount(0);
  await page.getByRole("button", { name: "Restore it" }).click();
  await said(page, "Restored.");
  await expect(page.getByLabel("Title")).toHaveValue(`Lost ${unique}`);
});

test("the URL determines the search, filter, order and page of the list", async ({ page }) => {
  await signIn(page);
  await page.goto("/admin/resources?tab=islands");
  await expect(page.locator("caption")).toContainText("51 resources");
  await expect(titles(page)).toHaveCount(50);
  await expect(titles(page).first()).toHaveText("Island work 01");
  await page.getByRole("link", { name: "Next" }).click();
  await expect(titles(page)).toHaveText(["Ledgers of Hawaiʻi and Kāneʻohe"]);
  await expect(page.getByLabel("Position of Ledgers")).toHaveValue("51");

  await page.getByRole("main").getByLabel("Search").fill("hawaii kaneohe");
  await page.getByLabel("Order").selectOption("Title");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/q=hawaii\+kaneohe&tab=islands&state=&sort=title$/);
  await expect(titles(page)).toHaveText(["Ledgers of Hawaiʻi and Kāneʻohe"]);
  await page.goto("/admin/resources?tab=no-such-tab&sort=loudest&state=odd&page=x");
  await expect(page.getByText("There are no resources in this tab yet")).toBeVisible();
});

test("two admins edit one resource: the second sees both versions and loses nothing", async ({
  page,
  context,
  unique,
  watch,
}) => {
  watch.allow(/status 409/);
  await signIn(page);
  await addTab(unique);
  const [address = ""] = await addResources(unique, "A work");
  const other = await context.newPage();
  for (const each of [page, other]) await each.goto(address);
  await other.getByLabel("Title").fill("Theirs");
  await save(other);
  await said(other, "Saved.");
  await page.getByLabel("Title").fill("Mine");
  await page.getByLabel("Visitors see this resource").uncheck();
  await save(page);
  const conflict = page.getByRole("alert").filter({ hasText: "This was changed since you opened it" });
  await expect(conflict.getByRole("row", { name: "Title" })).toContainText("Theirs");
  await expect(conflict.getByRole("row", { name: "Visitors see" })).toContainText(/Yes\s*No/);
  await expect(page.getByLabel("Title")).toHaveValue("Mine");
  await save(page);
  await said(page, "Saved.");

  await other.goto(`/admin/resources?tab=${unique}`);
  await page.getByLabel("Title").fill("Mine again");
  await save(page);
  await said(page, "Saved.");
  await other.getByRole("button", { name: "Publish Mine" }).click();
  await expect(other.getByRole("alert")).toContainText("This resource was changed since you opened it");
  await page.goto(address);
  await other.goto(address);
  await other.getByRole("button", { name: "Delete this resource" }).click();
  await said(other, "Deleted.");
  await page.getByLabel("Title").fill("Too late");
  await save(page);
  await expect(conflict.getByRole("row", { name: "Deleted" })).toContainText(/Yes\s*No/);
  await expect(page.getByLabel("Title")).toHaveValue("Too late");
});

test("a tab is renamed, hidden, and deleted once its resources have another one", async ({ page, unique }) => {
  await signIn(page);
  await addTab(`${unique}-b`, { label: `Other ${unique}` });
  const address = await addTab(unique, { isActive: true });
  const [resource = "", deleted = ""] = await addResources(unique, "Moves", "Moves deleted");
  await page.goto(deleted);
  await page.getByRole("button", { name: "Delete this resource" }).click();
  await said(page, "Deleted.");

  await page.goto(address);
  await page.getByLabel("Label").fill(`Renamed ${unique}`);
  await page.getByLabel("Visitors see this tab").uncheck();
  await save(page);
  await said(page, "Saved.");
  await page.goto("/education");
  await expect(page.getByRole("link", { name: `Renamed ${unique}` })).toHaveCount(0);
  await page.goto(resource);
  await expect(page.getByText("Published in a hidden tab, visible only to admins")).toBeVisible();
  await expect(page.getByText("Its tab is hidden from visitors.")).toBeVisible();

  await page.goto(address);
  await page.getByRole("link", { name: "Delete this tab …" }).click();
  await expect(page.getByText("1 of its resources is deleted and can still be restored")).toBeVisible();
  await page.getByLabel("Its 2 resources go to").selectOption(`Other ${unique}`);
  await page.getByRole("button", { name: "Delete for good" }).click();
  await said(page, "Deleted.");
  expect(await stored("education_tabs", `tab_key=eq.${unique}`)).toEqual([]);
  expect(await stored("education_resources", `tab_key=eq.${unique}-b`)).toHaveLength(2);
});

test("a tab's key that is taken and an invalid position are refused", async ({ page, unique }) => {
  await signIn(page);
  const address = await addTab(unique);
  await page.goto("/admin/tabs");
  await page.getByLabel("Label").fill("Again");
  await page.getByLabel("Key").fill(unique);
  await page.getByRole("button", { name: "Create tab" }).click();
  await expect(page.getByRole("alert")).toContainText("Another tab has this key");
  await page.goto("/admin/tabs");
  const place = page.getByLabel(`Position of Tab ${unique}`);
  await place.evaluate((field) => field.removeAttribute("min"));
  await place.fill("0");
  await page.getByRole("button", { name: `Move Tab ${unique}` }).click();
  await expect(page.getByRole("alert")).toContainText("Enter a position in the list");
  await page.goto(address);
  await page.getByLabel("Key").fill("resources");
  await save(page);
  await expect(page.getByRole("alert")).toContainText("Another tab has this key");
});

test("two admins edit one tab: the second sees both versions", async ({ page, context, unique, watch }) => {
  watch.allow(/status 409/);
  await signIn(page);
  const address = await addTab(unique, { isActive: true });
  const other = await context.newPage();
  for (const each of [page, other]) await each.goto(address);
  await other.getByLabel("Visitors see this tab").uncheck();
  await save(other);
  await said(other, "Saved.");
  await page.getByLabel("Label").fill("Mine");
  await save(page);
  const conflict = page.getByRole("alert").filter({ hasText: "This was changed since you opened it" });
  await expect(conflict.getByRole("row", { name: "Visitors see this tab" })).toContainText(/No\s*Yes/);
  await expect(page.getByLabel("Label")).toHaveValue("Mine");
});

test("an admin moves a tab to another position", async ({ page, unique, watch }) => {
  watch.allow(/status 409/); // other journeys add tabs meanwhile
  await signIn(page);
  await addTab(unique, { label: `Ahead ${unique}` });
  await addTab(`${unique}-b`, { label: `Behind ${unique}`, order: 60 });
  const own = titles(page).filter({ hasText: unique });
  await expect(async () => {
    await page.goto("/admin/tabs");
    await expect(own).toHaveText([`Ahead ${unique}`, `Behind ${unique}`]);
    await page.getByLabel(`Position of Behind ${unique}`).fill("6");
    await page.getByRole("button", { name: `Move Behind ${unique}` }).click();
    await expect(page.getByRole("status").first()).toContainText("Order changed.", { timeout: 1500 });
  }).toPass();
  await expect(own).toHaveText([`Behind ${unique}`, `Ahead ${unique}`]);
});

const gripOf = (page: Page, title: string) => page.getByRole("button", { name: `Reorder ${title}` });

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error("nothing to drag");
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + 30, end.y + 2, { steps: 8 });
}

test("rows are moved by dragging if scripts run, and always by buttons and a field", async ({
  page,
  scripts,
  unique,
}) => {
  await signIn(page);
  await addTab(unique);
  const third = "Kāneʻohe </script><b>“&amp;”";
  await addResources(unique, "One", "Two", third);
  await page.goto(`/admin/resources?tab=${unique}`);
  await expect(gripOf(page, third)).toHaveCount(scripts ? 1 : 0);
  if (scripts) {
    await page.evaluate(() => history.replaceState("the same page", ""));
    await drag(page, gripOf(page, third), rowOf(page, "One"));
    await expect(titles(page)).toHaveText([third, "One", "Two"]);
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await expect(titles(page)).toHaveText(["One", "Two", third]);
    await said(page, `${third} is back where it was, number 3 of 3.`);
    await drag(page, gripOf(page, third), rowOf(page, "One"));
    await page.mouse.up();
  } else {
    await page.getByLabel(`Position of ${third}`).fill("1");
    await page.getByRole("button", { name: `Move ${third}` }).click();
  }
  await said(page, "Order changed.");
  await expect(titles(page)).toHaveText([third, "One", "Two"]);
  await page.getByRole("button", { name: `Down ${third}` }).click();
  await expect(titles(page)).toHaveText(["One", third, "Two"]);
  await said(page, "Order changed.");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(titles(page)).toHaveText([third, "One", "Two"]);
  await said(page, "Order changed.");
  expect(await page.evaluate(() => history.state)).toBe(scripts ? "the same page" : null);
  expect(
    (await stored("education_resources", `tab_key=eq.${unique}&order=display_order`)).map((row) => row.title),
  ).toEqual([third, "One", "Two"]);
  expect(await page.locator("[data-recovered]").count()).toBe(0);
});

test("rows are moved by keyboard: Space picks one up, arrows move it, Space drops it, Escape puts it back", async ({
  page,
  scripts,
  unique,
}) => {
  await signIn(page);
  await addTab(unique);
  await addResources(unique, "One", "Two", "Three");
  await page.goto(`/admin/resources?tab=${unique}`);
  await expect(gripOf(page, "Three")).toHaveCount(scripts ? 1 : 0);
  if (!scripts) {
    await page.getByLabel("Position of One").fill("3");
    await page.keyboard.press("Enter");
    await said(page, "Order changed.");
    return expect(titles(page)).toHaveText(["Two", "Three", "One"]);
  }
  const grip = gripOf(page, "One");
  await reach(page, grip);
  await page.keyboard.press("ArrowDown");
  await expect(titles(page)).toHaveText(["One", "Two", "Three"]);
  await page.keyboard.press("Space");
  await expect(grip).toHaveAttribute("aria-pressed", "true");
  await said(page, "One, number 1 of 3, is picked up.");
  await page.keyboard.press("ArrowDown");
  await said(page, "One is number 2 of 3.");
  await page.keyboard.press("End");
  await said(page, "One is number 3 of 3.");
  await page.keyboard.press("Escape");
  await said(page, "One is back where it was, number 1 of 3.");
  await expect(titles(page)).toHaveText(["One", "Two", "Three"]);
  await expect(grip).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Space");
  await said(page, "Order changed. One is number 2 of 3.");
  await expect(grip).toBeFocused();
  await expect(grip).toHaveAttribute("aria-pressed", "false");
  await page.getByLabel("Position of One").fill("1");
  await page.keyboard.press("Enter");
  await said(page, "Order changed. One is number 1 of 3.");
  await expect(page.getByLabel("Position of One")).toBeFocused();
  await page.reload();
  await expect(titles(page)).toHaveText(["One", "Two", "Three"]);
  expect(await page.locator("[data-recovered]").count()).toBe(0);
});

test("rows are dragged by touch, and the page scrolls while one is held at its edge", async ({
  page,
  scripts,
  unique,
}) => {
  const names = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"];
  await page.setViewportSize({ width: 360, height: 500 });
  await signIn(page);
  await addTab(unique);
  await addResources(unique, ...names);
  await page.goto(`/admin/resources?tab=${unique}`);
  const grip = gripOf(page, "One");
  await expect(grip).toHaveCount(scripts ? 1 : 0);
  if (scripts) {
    await grip.scrollIntoViewIfNeeded();
    const box = await grip.boundingBox();
    if (!box) throw new Error("nothing to drag");
    const touch = await page.context().newCDPSession(page);
    const at = (x: number, y: number) => ({ touchPoints: [{ x, y }] });
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", ...at(x, y) });
    for (const step of [0.25, 0.5, 0.75, 1])
      await touch.send("Input.dispatchTouchEvent", { type: "touchMove", ...at(x, y + (495 - y) * step) });
    await expect(titles(page).last()).toHaveText("One");
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await said(page, "Order changed. One is number 8 of 8.");
  } else {
    await page.getByLabel("Position of One").fill("8");
    await page.getByRole("button", { name: "Move One" }).click();
    await said(page, "Order changed.");
  }
  await expect(titles(page)).toHaveText([...names.slice(1), "One"]);
});

test("a move that cannot be saved puts the row back and says why", async ({
  page,
  context,
  scripts,
  unique,
  watch,
}) => {
  watch.allow(/request failed|status 409/);
  await signIn(page);
  await addTab(unique);
  await addResources(unique, "One", "Two", "Three");
  await page.goto(`/admin/resources?tab=${unique}`);
  if (scripts) {
    await gripOf(page, "Two").waitFor();
    await page.route(/\/admin\/resources/, (route) => route.abort());
    await drag(page, gripOf(page, "Two"), rowOf(page, "One"));
    await page.mouse.up();
    await expect(page.getByRole("alert")).toContainText("The order could not be changed.");
    await expect(titles(page)).toHaveText(["One", "Two", "Three"]);
    await page.unroute(/\/admin\/resources/);
  }
  const other = await context.newPage();
  await other.goto(`/admin/resources?tab=${unique}`);
  await other.getByRole("button", { name: "Up Three" }).click();
  await said(other, "Order changed.");
  await page.getByRole("button", { name: "Up Two" }).click();
  await expect(page.getByRole("alert")).toContainText("The order was changed since you opened this page.");
  if (scripts) {
    await expect(titles(page)).toHaveText(["One", "Two", "Three"]);
    await page.getByRole("button", { name: "Reload the page" }).click();
  }
  await expect(titles(page)).toHaveText(["One", "Three", "Two"]);
});

test("the library's admin pages fit a phone of 360 px, and axe finds nothing on them", async ({ page, scripts }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page);
  await bringAxe(page);
  const [tab] = await stored("education_tabs", "tab_key=eq.media");
  const [resource] = await stored("education_resources", "tab_key=eq.media&limit=1");
  for (const path of [
    "/admin/tabs?done=placed",
    `/admin/tabs/${tab?.id}?confirm=delete`,
    "/admin/resources",
    "/admin/resources?tab=media",
    "/admin/resources?state=deleted&q=nothing-like-it",
    "/admin/resources/new",
    `/admin/resources/${resource?.id}`,
  ]) {
    await page.goto(await signedAddress(path));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectToFit(page, path);
    if (!scripts) continue;
    expect(await findViolations(page), path).toEqual([]);
  }
});
