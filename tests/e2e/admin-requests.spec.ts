// A person's journey with a link to an event that no list names: they ask to attend, and an admin decides.
import { signIn } from "./admin.ts";
import { expectNoViolations } from "./axe.ts";
import { currentStack, expect, expectToFit, store, test } from "./fixtures.ts";
import { openMail } from "./mail.ts";

test("an event by link is in no list, and its new link ends the old one", async ({ page, unique, scripts, watch }) => {
  const title = `Supper ${unique}`;
  await signIn(page);
  await page.goto("/admin/events/new");
  await page.getByLabel("Title", { exact: true }).fill(title);
  await page.getByLabel("Summary", { exact: true }).fill("At one table.");
  await page.getByLabel("Date", { exact: true }).fill("2090-05-01");
  await page.getByLabel("Start time").fill("18:00");
  await page.getByLabel("Somewhere else").fill("Our usual room");
  await page.getByLabel("Only people with its link").check();
  await page.getByLabel("Visitors see this event").check();
  await page.getByRole("button", { name: "Create event" }).click();
  const link = page.locator("code", { hasText: `/events/supper-${unique}-` });
  const first = (await link.textContent()) ?? "";
  expect(first).toMatch(new RegExp(`^${currentStack().url}/events/supper-${unique}-[a-z2-7]{32}$`));
  await page.goto(first);
  await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  await expectToFit(page);
  if (scripts) await expectNoViolations(page);
  await page.goto("/events");
  await expect(page.getByText(title)).toHaveCount(0);

  await page.goto(`/admin/events?q=${unique}`);
  await page.getByRole("link", { name: title }).first().click();
  await page.getByRole("link", { name: "Make a new link …" }).click();
  await page.getByRole("button", { name: "Make a new link" }).click();
  await expect(page.getByRole("status").first()).toBeVisible();
  const second = (await link.textContent()) ?? "";
  expect(second).not.toBe(first);
  watch.allow(/404/);
  expect((await page.goto(first))?.status()).toBe(404);
  expect((await page.goto(second))?.status()).toBe(200);
});

test("a person asks to attend, switches to online, and gets a spot when the organizer accepts", async ({
  page,
  unique,
  scripts,
}) => {
  test.slow();
  const title = `Evening ${unique}`;
  const email = `ana-${unique}@example.test`;
  const event = await store("events", {
    ...{ key: unique, title, place: "Our usual room", summary: "An evening.", is_published: true, admission: "asked" },
    ...{ starts_at: "2090-05-01T18:00:00-10:00", ends_at: "2090-05-01T21:00:00-10:00", date_precision: "exact" },
    ...{ takes_reservations: true, attendee_limit: 1, online_limit: 5, meets: "both" },
  });
  await page.goto(`/events/${unique}`);
  await page.getByLabel("Name", { exact: true }).fill("Ana");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("In the room").check();
  await page.getByRole("button", { name: "Ask to attend" }).click();
  await expect(page.getByText("A request holds no spot").first()).toBeVisible();
  await signIn(page);
  await openMail(page, email, "Please confirm your request");
  await page.locator("pre a").first().click();
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await expect(page.getByText("You have asked to attend in the room.")).toBeVisible();
  await page.getByRole("button", { name: "Switch to online" }).click();
  await expect(page.getByText("You have switched.")).toBeVisible();
  await expect(page.getByText("You have asked to attend online.")).toBeVisible();
  await expectToFit(page);
  if (scripts) await expectNoViolations(page);
  const own = page.url();

  await page.goto(`/admin/events/${event.id}/emails/new`);
  await expect(page.getByLabel("To", { exact: true })).toContainText("People whose request is not decided (1)");
  await page.goto(`/admin/events/${event.id}/people?state=asked`);
  await page.getByLabel("Check Ana").check();
  await page.getByRole("button", { name: "Accept …" }).click();
  await page.getByLabel("Words in the email and on their page").fill("Bring a *dish*.");
  await page.getByRole("button", { name: "Accept 1 person" }).click();
  await expect(page.getByRole("status").first()).toContainText("1 person accepted.");
  await page.goto(own);
  await expect(page.getByText("You have a spot online.")).toBeVisible();
  await expect(page.getByLabel("What the organizers wrote")).toContainText("Bring a dish.");
});
