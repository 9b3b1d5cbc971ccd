// A visitor's journey, run on the admins' site because its event is published for it and its join link is set.
import { signIn } from "./admin.ts";
import { expectNoViolations } from "./axe.ts";
import { currentStack, expect, expectToFit, store, test } from "./fixtures.ts";
import { openMail } from "./mail.ts";

test.use({ timezoneId: "Europe/Berlin" });

test("the join link of an online event is only on the status pages of people with a spot and in their emails", async ({
  page,
  browser,
  unique,
  scripts,
}) => {
  test.slow();
  const email = `online-${unique}@example.test`;
  const link = `https://meet.example/${unique}-room`;
  const event = await store("events", {
    ...{ key: unique, title: `Evening ${unique}`, place: "Online", summary: "An evening.", is_published: true },
    ...{ starts_at: "2090-05-01T18:00:00-10:00", ends_at: "2090-05-01T21:00:00-10:00", date_precision: "exact" },
    ...{ takes_reservations: true, attendee_limit: 3, meets: "online" },
  });
  await signIn(page);
  await page.goto(`/admin/events/${event.id}`);
  await page.getByRole("link", { name: "Join link" }).click();
  await page.getByLabel("Link to join").fill(link);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status").first()).toContainText("Saved");

  // The page of all events links to those that meet online.
  await page.goto("/events");
  await page.getByRole("navigation", { name: "Where people meet" }).getByRole("link", { name: "Online" }).click();
  await expect(page).toHaveURL(/\/events\?meets=online#others$/);
  await expect(page.getByRole("navigation", { name: "Where people meet" }).getByText("Online")).toHaveAttribute(
    "aria-current",
    "true",
  );
  await expect(page.locator("main")).toContainText(`Evening ${unique}`);
  await expect(page.locator("#others")).not.toContainText("Co-working space");
  await expectToFit(page);
  if (scripts) await expectNoViolations(page);

  await page.goto(`/events/${unique}`);
  await expect(page.locator("time[data-local]")).toHaveText(
    scripts ? "Tuesday, May 2, 2090 at 6:00 AM your time" : "Tuesday, May 2, 2090, 4:00 AM UTC",
  );
  await expect(page.getByText("HST is 10 hours behind UTC.")).toBeVisible();
  if (scripts) {
    const onTheIslands = await browser.newPage({ timezoneId: "Pacific/Honolulu" });
    await onTheIslands.goto(page.url());
    await expect(onTheIslands.getByText("6:00 PM")).toHaveCount(1);
    await expect(onTheIslands.getByText(/your time|UTC/)).toHaveCount(0);
    await onTheIslands.close();
  }
  await page.getByLabel("Name", { exact: true }).fill("Kai");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Reserve a spot" }).click();
  await openMail(page, email, "Please confirm your spot");
  await page.locator("pre a").first().click();
  await expect(page.getByRole("link", { name: "Join online" })).toHaveCount(0);
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await expect(page.getByRole("link", { name: "Join online" })).toHaveAttribute("href", link);
  const own = page.url();

  await page.goto(`/admin/events/${event.id}/join-link`);
  await page.getByLabel("Link to join").fill(`${link}-2`);
  await page.getByRole("button", { name: "Replace the link" }).click();
  await expect(page.getByRole("status").first()).toContainText("Replaced");
  await openMail(page, email, `New link to join: Evening ${unique}`);
  await expect(page.locator("pre")).toContainText(`${link}-2`);
  await page.goto(own);
  await expect(page.getByRole("link", { name: "Join online" })).toHaveAttribute("href", `${link}-2`);

  const { url } = currentStack();
  const ofEvent = ["", ".ics"].map((ending) => `/events/${unique}${ending}`);
  const lists = ["/", "/events", "/events?meets=online", "/events.ics", "/events.json", "/sitemap.xml"];
  for (const path of [...ofEvent, ...lists, `/search?q=${unique}`]) {
    const answer = await fetch(url + path);
    expect(answer.status, path).toBe(200);
    expect(await answer.text(), path).not.toContain(`${unique}-room`);
  }
  await page.goto("/admin/log");
  const entries = page.getByRole("row").filter({ hasText: "Join link" }).filter({ hasText: unique });
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText("Changed");
  expect(await page.content()).not.toContain(`${unique}-room`);
});
