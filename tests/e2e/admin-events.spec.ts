import type { Page } from "@playwright/test";
import { signIn } from "./admin.ts";
import { expect, stored, test } from "./fixtures.ts";
import { noise } from "./noise.ts";

interface Draft {
  title: string;
  isPublished?: boolean;
}

/** Creates an event on May 22, 2094, 6 PM to 1 AM. @returns the path of its page in /admin */
async function createEvent(page: Page, { title, isPublished = true }: Draft): Promise<string> {
  await page.goto("/admin/events/new");
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Date", { exact: true }).fill("2094-05-22");
  await page.getByLabel("Start time").fill("18:00");
  await page.getByLabel("End time").fill("01:00");
  await page.getByLabel("Somewhere else", { exact: true }).fill("Kāneʻohe");
  await page.getByLabel("Summary").fill("An evening by the sea.");
  await page.getByText("Text and co-hosts").click();
  await page.getByLabel("Text").fill("Bring a friend.\n\nAnd a question.");
  if (isPublished) await page.getByLabel("Visitors see this event").check();
  await page.getByRole("button", { name: "Create event" }).click();
  await expect(page).toHaveURL(/\?done=created&at=[^&]+$/);
  await expect(page.getByRole("status").first()).toContainText("Created.");
  return page.url().replace(/\?.*/, "");
}

const openDetails = (page: Page) => page.getByRole("link", { name: "Details", exact: true }).click();

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();

async function choosePoster(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.locator("input[type=file][name=picture]").setInputFiles({ name, mimeType: "image/jpeg", buffer });
}

test("a published event has a page, a waitlist, a calendar file and structured data", async ({ page, unique }) => {
  await signIn(page);
  await createEvent(page, { title: `Hoʻolauleʻa ${unique}` });
  await page.getByRole("link", { name: "View page" }).click();
  await expect(page).toHaveURL(new RegExp(`/events/hoolaulea-${unique}$`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Hoʻolauleʻa ${unique}`);
  await expect(page.getByText("6:00 PM to 1:00 AM HST")).toBeVisible();
  await expect(page.getByText("And a question.")).toBeVisible();
  const structured = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(structured.map((text) => JSON.parse(text))).toContainEqual(
    expect.objectContaining({ "@type": "Event", startDate: "2094-05-22T18:00:00-10:00" }),
  );
  const file = await (await page.request.get(`/events/hoolaulea-${unique}.ics`)).text();
  expect(file).toContain("DTSTART:20940523T040000Z");
  expect(file).toContain("DTEND:20940523T110000Z");
  expect(file).toContain("STATUS:CONFIRMED");
  await page.getByLabel("Name", { exact: true }).fill("Kai");
  await page.getByLabel("Email", { exact: true }).fill(`kai-${unique}@example.org`);
  await page.getByRole("button", { name: /^Join the .* Waitlist$/ }).click();
  await expect(page.getByRole("status")).toContainText("You've been added");
  await page.goto(`/admin/events?q=hoolaulea+${unique}`);
  await expect(page.getByRole("link", { name: /^1 on the list of Hoʻolauleʻa/ })).toBeVisible();
});

test("the text of an event has links, lists and line breaks, and is shown before it is saved", async ({
  page,
  unique,
}) => {
  await signIn(page);
  const path = await createEvent(page, { title: `Text ${unique}` });
  await openDetails(page);
  await page
    .getByLabel("Text")
    .fill(
      "Doors 5:30\nTalks 6:00\n\n## Bring\n\n- a **laptop**\n- https://example.org/list, printed\n\n[Read it](https://example.org/paper)",
    );
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: /^Preview the text/ }).click();
  const preview = await opened;
  const looksRight = async (shown: Page) => {
    await expect(shown.getByRole("heading", { name: "Bring", exact: true })).toBeVisible();
    await expect(shown.getByRole("listitem").filter({ hasText: "a laptop" }).locator("strong")).toHaveText("laptop");
    await expect(shown.getByRole("link", { name: "https://example.org/list", exact: true })).toBeVisible();
    await expect(shown.getByRole("link", { name: "Read it" })).toHaveAttribute("href", "https://example.org/paper");
  };
  await looksRight(preview);
  await preview.close();
  await save(page);
  await expect(page.getByRole("status").first()).toContainText("Saved.");
  await page.goto(`/events/text-${unique}`);
  await looksRight(page);
  const file = await (await page.request.get(`/events/text-${unique}.ics`)).text();
  expect(file.replaceAll("\r\n ", "")).toContain(
    "- https://example.org/list\\, printed\\n\\nRead it (https://example.org/paper)",
  );
  await page.goto(`${path}/details`);
  await expect(page.getByLabel("Text")).toHaveValue(/^Doors 5:30\nTalks 6:00/);
});

test("a draft has a preview for admins, but no public page", async ({ page, unique, watch }) => {
  watch.allow(/status 404/);
  watch.allow(/404: nothing at/);
  await signIn(page);
  await createEvent(page, { title: `Draft ${unique}`, isPublished: false });
  await expect(page.getByText("Draft, visible only to admins")).toBeVisible();
  await openDetails(page);
  await expect(page.getByRole("region", { name: "As visitors see it" })).toContainText("Saturday, May 22, 2094");
  expect((await page.goto(`/events/draft-${unique}`))?.status()).toBe(404);
  await page.goto(`/admin/events?state=draft&q=${unique}`);
  await expect(page.getByRole("link", { name: `Draft ${unique}`, exact: true })).toBeVisible();
  await page.goto(`/admin/events?state=upcoming&q=${unique}`);
  await expect(page.getByText("No events match.")).toBeVisible();
});

test("a canceled event keeps its page and raises SEQUENCE in its calendar file; a postponed one has no file", async ({
  page,
  unique,
}) => {
  await signIn(page);
  const address = await createEvent(page, { title: `Luau ${unique}` });
  await openDetails(page);
  await page.getByLabel("State").selectOption("Canceled");
  await save(page);
  await expect(page).toHaveURL(/\?done=saved&at=[^&]+$/);
  const file = await (await page.request.get(`/events/luau-${unique}.ics`)).text();
  expect(file).toContain("STATUS:CANCELLED");
  expect(file).toContain("SEQUENCE:1");
  await page.goto(`/events/luau-${unique}`);
  await expect(page.getByText("Canceled", { exact: true }).first()).toBeVisible();
  await page.goto(`${address}/details`);
  await page.getByLabel("State").selectOption("Postponed");
  await save(page);
  await expect(page).toHaveURL(/\?done=saved&at=[^&]+$/);
  await page.goto(`/events/luau-${unique}`);
  await expect(page.getByText("Postponed; a new date is not announced yet")).toBeVisible();
  await expect(page.getByText("2094")).toHaveCount(0);
  expect((await page.request.get(`/events/luau-${unique}.ics`)).status()).toBe(404);
});

test("mistakes are shown at their fields, and everything that was typed is kept", async ({ page, unique }) => {
  await signIn(page);
  await page.goto("/admin/events/new");
  await page.getByLabel("Title").fill(`Wrong ${unique}`);
  await page.getByLabel("Somewhere else", { exact: true }).fill("Honolulu");
  await page.getByLabel("Summary").fill("A summary.");
  await page.getByRole("button", { name: "Create event" }).click();
  await expect(page.locator(".summary")).toContainText("Enter a date, or choose “To be announced”");
  await expect(page.getByLabel("Title")).toHaveValue(`Wrong ${unique}`);
  await page.getByLabel("How much of the date is known").selectOption("Quarter");
  await page.getByLabel("Date", { exact: true }).fill("2094-05-22");
  await expect(page.getByLabel("Position among the tabs")).toHaveCount(0);
  await page.getByRole("button", { name: "Create event" }).click();
  await expect(page).toHaveURL(/\?done=created&at=[^&]+$/);
  await openDetails(page);
  await expect(page.getByLabel("Position among the tabs")).toBeHidden();
  await page.getByText("Tab and series").click();
  await page.getByLabel("Position among the tabs").fill("1");
  await save(page);
  await expect(page.locator(".summary")).toContainText("Another event already has this position");
  await page.getByLabel("Position among the tabs").fill("");
  await save(page);
  await expect(page).toHaveURL(/\?done=saved&at=[^&]+$/);
  await expect(page.getByLabel("Date", { exact: true })).toHaveValue("2094-04-01");
  await expect(page.getByRole("region", { name: "As visitors see it" })).toContainText("Q2 2094");
});

test("a mistake in a collapsed group is shown before anything is sent, if scripts run", async ({
  page,
  unique,
  scripts,
  watch,
}) => {
  if (!scripts) watch.allow(/is not focusable/);
  await signIn(page);
  const path = await createEvent(page, { title: `Talk ${unique}`, isPublished: false });
  await page.goto(`${path}/details`);
  const limit = page.getByLabel("People per reservation");
  const group = page.locator("details", { has: limit });
  await group.locator("summary").click();
  await limit.fill("99");
  await group.locator("summary").click();
  await expect(limit).toBeHidden();
  await save(page);
  // Without scripts the browser reports nothing for a hidden field: nothing is sent, and nothing is lost.
  if (!scripts) await group.locator("summary").click();
  await expect(limit).toBeVisible();
  await expect(limit).toHaveValue("99");
  if (scripts) await expect(limit).toBeFocused();
});

test("a poster is stored by its content, shown to visitors, and kept in the library when it is replaced", async ({
  page,
  scripts,
  unique,
  request,
}) => {
  await signIn(page);
  const address = await createEvent(page, { title: `Poster ${unique}` });
  await page.getByRole("link", { name: "Add a poster" }).click();
  await page.getByLabel("Description", { exact: true }).fill("Waves under a moon");
  await choosePoster(page, "poster.png", await noise(1000, 1250).jpeg({ quality: 95 }).toBuffer());
  if (scripts) await expect(page.getByText("Ready, with 2 smaller pictures")).toBeVisible();
  await page.getByRole("button", { name: "Save and use this picture" }).click();
  await expect(page).toHaveURL(scripts ? /\?done=picture&at=[^&]+$/ : /\?done=picture-heavy&at=[^&]+$/);
  if (!scripts) await expect(page.getByRole("status").first()).toContainText("larger than 300 kB");

  await page.goto(`/events/poster-${unique}`);
  const shown = page.getByRole("img", { name: "Waves under a moon" });
  await expect(shown).toHaveAttribute("width", "1000");
  await expect(shown).toHaveAttribute("height", "1250");
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const first = (await shown.getAttribute("src")) ?? "";
  expect(first).toMatch(/^\/uploads\/[0-9a-f]{32}-1000x1250[_0-9]*(_mail)?\.jpg$/);
  expect((await request.get(first)).headers()["content-type"]).toBe("image/jpeg");
  const smaller = ((await shown.getAttribute("srcset")) ?? "").match(/\S+\.\w+/g) ?? [];
  expect(smaller).toHaveLength(scripts ? 3 : 0);
  for (const each of smaller)
    expect((await request.get(each)).headers()["content-type"]).toBe(each === first ? "image/jpeg" : "image/webp");

  await page.goto(`${address}/poster`);
  await page.getByLabel("Description", { exact: true }).fill(`Only waves ${unique}`);
  await choosePoster(page, "again.jpg", await noise(300, 200).webp().toBuffer());
  await page.getByRole("button", { name: "Save and use this picture" }).click();
  await expect(page).toHaveURL(/\?done=picture&at=[^&]+$/);
  await expect(page.getByRole("img", { name: `Only waves ${unique}` })).toHaveAttribute(
    "src",
    /[0-9a-f]{32}-300x200(_mail)?\.webp$/,
  );
  for (const kept of [first, ...smaller]) expect((await request.get(kept)).ok()).toBe(true);

  await page.getByRole("link", { name: "Remove the poster" }).click();
  await page.getByRole("button", { name: "Remove it" }).click();
  await expect(page).toHaveURL(/\?done=removed/);
  expect(await stored("pictures", `alt=eq.Only waves ${unique}`)).toHaveLength(1);
});

test("a poster that is not a picture, has no description or is too large is refused and changes nothing", async ({
  page,
  unique,
  watch,
}) => {
  watch.allow(/status 413/);
  await signIn(page);
  await createEvent(page, { title: `Refused ${unique}`, isPublished: false });
  await page.getByRole("link", { name: "Add a poster" }).click();
  await expect(page.locator("input[name=picture]").first()).toBeAttached();
  const form = page.url();
  const send = async (name: string, type: string, content: Buffer, description = "A poster") => {
    const version = await page.locator("input[name=version]").first().inputValue();
    return page.request.post(form, {
      headers: { Origin: new URL(form).origin },
      multipart: { intent: "add", version, alt: description, picture: { name, mimeType: type, buffer: content } },
    });
  };
  const good = await noise(40, 50).png().toBuffer();
  const refusals: [Buffer, string, number, string?][] = [
    [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      "This is an SVG drawing, which can contain scripts",
      422,
    ],
    [Buffer.from("<!doctype html><script>alert(1)</script>"), "This is not a JPEG, PNG, WebP or AVIF picture", 422],
    [good.subarray(0, good.length - 8), "This picture is not complete", 422],
    [Buffer.concat([good, Buffer.alloc(5_242_880)]), "The file is larger than 5 MiB", 422],
    [Buffer.alloc(7 * 1024 * 1024), "That is more than this form accepts (6144 KiB)", 413],
    [good, "Describe what the picture shows", 422, " "],
  ];
  for (const [content, message, status, description] of refusals) {
    const answer = await send("poster.png", "image/png", content, description);
    expect(answer.status(), message).toBe(status);
    expect(await answer.text()).toContain(message);
  }
  expect(await stored("events", `title=eq.Refused ${unique}`)).toEqual([
    expect.objectContaining({ poster_path: null, poster_alt: null }),
  ]);

  await page.getByLabel("Description", { exact: true }).fill("A poster");
  await choosePoster(page, "lie.jpg", Buffer.from("%PDF-1.7 and nothing that can be seen"));
  await page.getByRole("button", { name: "Save and use this picture" }).click();
  await expect(page.locator(".summary")).toContainText("This is not a JPEG, PNG, WebP or AVIF picture");
  await expect(page.getByLabel("Description", { exact: true })).toHaveValue("A poster");
});

test("only the poster form accepts more than 80 KiB", async ({ page, unique, watch }) => {
  watch.allow(/status 413/);
  await signIn(page);
  const address = await createEvent(page, { title: `Limit ${unique}`, isPublished: false });
  const answer = await page.request.post(address, { form: { about: "a".repeat(82_000) } });
  expect(answer.status()).toBe(413);
});

test("two admins edit the same event: the second one sees both versions and loses nothing", async ({
  page,
  context,
  unique,
  watch,
}) => {
  watch.allow(/status 409/);
  await signIn(page);
  const address = await createEvent(page, { title: `Shared ${unique}`, isPublished: false });
  const other = await context.newPage();
  await openDetails(page);
  await other.goto(`${address}/details`);
  await other.getByLabel("Somewhere else", { exact: true }).fill("Hilo");
  await save(other);
  await expect(other).toHaveURL(/\?done=saved&at=[^&]+$/);

  await page.getByLabel("Somewhere else", { exact: true }).fill("Lihue");
  await save(page);
  await expect(page.getByRole("heading", { name: "This was changed since you opened it" })).toBeVisible();
  await expect(page.getByRole("row", { name: "Somewhere else" })).toContainText("Hilo");
  await expect(page.getByRole("row", { name: "Somewhere else" })).toContainText("Lihue");
  await expect(page.getByLabel("Somewhere else", { exact: true })).toHaveValue("Lihue");
  await save(page);
  await expect(page).toHaveURL(/\?done=saved&at=[^&]+$/);
  expect(await stored("events", `title=eq.Shared ${unique}`)).toEqual([expect.objectContaining({ place: "Lihue" })]);
});

test("an event is deleted after a confirmation, and only while its waitlist is empty", async ({
  page,
  unique,
  request,
}) => {
  await signIn(page);
  const address = await createEvent(page, { title: `Short ${unique}` });
  await openDetails(page);
  await page.getByRole("link", { name: "Delete this event" }).click();
  const late = await request.post(`/events/short-${unique}`, {
    form: { name: "Kai", email: `late-${unique}@example.org` },
  });
  expect(late.status()).toBe(200);
  await page.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByRole("alert").first()).toContainText(
    "The waitlist has 1 entry. An owner has to remove it before",
  );
  const [event] = await stored("events", `title=eq.Short ${unique}`);
  expect(event).toBeDefined();

  const empty = await createEvent(page, { title: `Empty ${unique}` });
  expect(empty).not.toBe(address);
  await openDetails(page);
  await page.getByRole("link", { name: "Delete this event" }).click();
  await page.getByRole("button", { name: "Delete for good" }).click();
  await expect(page).toHaveURL(/\/admin\/events\?done=deleted/);
  expect(await stored("events", `title=eq.Empty ${unique}`)).toEqual([]);
});
