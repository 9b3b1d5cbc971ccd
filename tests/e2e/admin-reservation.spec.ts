// A visitor's journey, run on the admins' site because it publishes an event.
import jsQR from "jsqr";
import sharp from "sharp";
import { expectNoViolations } from "./axe.ts";
import { callAsAdmin, expect, store, test } from "./fixtures.ts";
import { findBrokenWords, findLayoutFaults } from "./layout.ts";
import { openMail } from "./mail.ts";

const phone = { width: 360, height: 740 };

test("a visitor reserves, confirms, shows the ticket on a phone and on paper, changes the party, and gives it up", async ({
  page,
  unique,
  scripts,
}) => {
  test.slow();
  const email = `reserve-${unique}@example.test`;
  const event = await store("events", {
    ...{ key: unique, title: `Lūʻau ${unique}`, place: "Hilo", summary: "An evening.", is_published: true },
    ...{ starts_at: "2090-05-01T18:00:00-10:00", ends_at: "2090-05-01T21:00:00-10:00", date_precision: "exact" },
    ...{ takes_reservations: true, attendee_limit: 3, party_limit: 3 },
  });
  await callAsAdmin("save_question", {
    ...{ p_event: event.id, p_id: crypto.randomUUID() },
    p_fields: { kind: "short", text: "Do you eat fish?", is_required: false, asked_of: "all", keep: "evening" },
  });
  await page.setViewportSize(phone);
  await page.goto(`/events/${unique}`);
  await expect(page.getByText(/^3 of 3 spots left, as of/)).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Kaleookalani Kahanamoku-Kealoha Nāhiʻenaʻena");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("How many people, including you?").selectOption("2 people");
  await page.getByLabel("Do you eat fish?").fill("Only ʻahi");
  if (scripts) await expectNoViolations(page);
  await page.getByRole("button", { name: "Reserve a spot" }).click();
  await expect(page.getByRole("status")).toContainText("We are holding the reservation");

  await openMail(page, email, "Please confirm your 2 spots");
  await page.locator("pre a").first().click();
  await expect(page.getByText(/^We hold 2 spots for you until/)).toBeVisible();
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await expect(page.getByText("You have 2 spots.")).toBeVisible();
  const other = { name: "Noe", email: `other-${unique}@example.test` };
  expect((await page.request.post(`/events/${unique}`, { form: other })).status()).toBe(200);
  await page.getByLabel("How many people, including you?").selectOption("3 people");
  await page.getByRole("button", { name: "Save number of people" }).click();
  await expect(page.getByRole("alert")).toContainText("No more spots are free");
  await page.getByLabel("How many people, including you?").selectOption("1 person");
  await page.getByRole("button", { name: "Save number of people" }).click();
  await expect(page.getByText("You have a spot.")).toBeVisible();
  if (scripts) await expectNoViolations(page);

  const own = page.url();
  await page.getByRole("link", { name: "Open your ticket" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your ticket");
  await expect(page.getByText("For 1 person")).toBeVisible();
  for (const width of [320, phone.width]) {
    await page.setViewportSize({ ...phone, width });
    if (scripts) {
      expect(await page.evaluate(findLayoutFaults)).toEqual([]);
      expect(await page.evaluate(findBrokenWords)).toEqual([]);
    }
  }
  if (scripts) await expectNoViolations(page);
  const code = (await page.locator(".ticket-code").innerText()).replace(" ", "");
  const picture = await page.getByRole("img", { name: "QR code of your ticket, for the door" }).screenshot();
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const read = jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data ?? "";
  expect(read).toBe(new URL(`/check-in/${code.toLowerCase()}`, page.url()).href);

  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".ticket-code")).toBeVisible();
  await expect(page.locator(".bar, .site-footer").first()).toBeHidden();
  const paper = (await page.pdf({ format: "Letter" })).toString("latin1");
  expect(paper.match(/\/Type\s*\/Page\b/g), "one sheet").toHaveLength(1);
  await page.emulateMedia({ media: "screen" });

  await expect(page.getByRole("link", { name: "Give up your reservation" }), "a ticket only shows").toHaveCount(0);
  await page.goto(own);
  await page.getByRole("button", { name: "Give up your reservation" }).click();
  await expect(page.getByRole("status")).toContainText("You are no longer signed up.");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("You have a spot.")).toBeVisible();
});
