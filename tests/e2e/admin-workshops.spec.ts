// A visitor's journey, run on the admins' site because its events are published for it.
import { signIn } from "./admin.ts";
import { expectNoViolations } from "./axe.ts";
import { expect, expectToFit, store, test } from "./fixtures.ts";
import { openMail } from "./mail.ts";

test("a workshop for people with a reservation is booked by one of them, and given up with the reservation", async ({
  page,
  unique,
  scripts,
}) => {
  test.slow();
  const when = {
    starts_at: "2090-05-01T18:00:00-10:00",
    ends_at: "2090-05-01T21:00:00-10:00",
    date_precision: "exact",
  };
  const given = { ...when, summary: "One of two.", is_published: true, takes_reservations: true };
  const [conference, workshop] = [`Conference ${unique}`, `Poi ${unique}`];
  await store("events", { ...given, key: unique, title: conference, place: "Hilo", attendee_limit: 1 });
  const poi = await store("events", {
    ...given,
    key: `${unique}-poi`,
    title: workshop,
    place: "Lānai",
    attendee_limit: 1,
  });
  await signIn(page);
  await page.goto(`/admin/events/${poi.id}/details`);
  await page.getByLabel("Only for people with a reservation at").selectOption({ label: `${conference} (May 1, 2090)` });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("status").first()).toContainText("Saved");
  if (scripts) await expectNoViolations(page);

  await page.goto(`/events/${unique}-poi`);
  await expect(page.getByText(`Only for people with a reservation at ${conference}.`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Reserve a spot" })).toHaveCount(0);
  await expectToFit(page);
  if (scripts) await expectNoViolations(page);

  const email = `ana-${unique}@example.test`;
  await page.getByRole("link", { name: conference }).click();
  await page.getByLabel("Name", { exact: true }).fill("Ana Kaʻōpūlani");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Reserve a spot" }).click();
  await openMail(page, email, "Please confirm your spot");
  await page.locator("pre a").first().click();
  await expect(page.getByText("Once you have one, you can sign up here.")).toBeVisible();
  await page.getByRole("button", { name: "Confirm this address" }).click();
  const own = page.url();
  await expect(page.getByText("1 of 1 spot left.")).toBeVisible();
  await expectToFit(page);
  if (scripts) await expectNoViolations(page);
  await page.getByRole("button", { name: `Reserve a spot at ${workshop}` }).click();
  await expect(page.getByRole("status").first()).toContainText("You have a spot at the workshop.");
  await page.setViewportSize({ width: 320, height: 700 });
  await expectToFit(page);
  await openMail(page, email, `Your ticket for ${workshop}`);

  await page.goto(own);
  await page.getByRole("link", { name: `Your page for ${workshop}` }).click();
  await expect(page.getByText("Show your ticket at the door.")).toBeVisible();
  await page.goto(own);
  await expect(page.getByText(`You also lose your spot or waitlist position at ${workshop}.`)).toBeVisible();
  await page.getByRole("button", { name: "Give up your reservation" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("1 of 1 spot left.")).toBeVisible();
});
