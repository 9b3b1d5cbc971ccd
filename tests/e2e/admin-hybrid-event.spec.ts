// A visitor's journey, run on the admins' site because its event is published for it and its join link is set.
import type { Page } from "@playwright/test";
import { signIn } from "./admin.ts";
import { expectNoViolations } from "./axe.ts";
import { currentStack, expect, expectToFit, store, stored, test } from "./fixtures.ts";
import { openMail } from "./mail.ts";

test("a switch to online frees the spot in the room for the next person, and gives the link to join", async ({
  page,
  unique,
  scripts,
}) => {
  test.slow();
  const link = `https://meet.example/${unique}-room`;
  const title = `Evening ${unique}`;
  const event = await store("events", {
    ...{ key: unique, title, place: "Our usual room", summary: "An evening.", is_published: true },
    ...{ starts_at: "2090-05-01T18:00:00-10:00", ends_at: "2090-05-01T21:00:00-10:00", date_precision: "exact" },
    ...{ takes_reservations: true, attendee_limit: 1, online_limit: 5, meets: "both" },
  });
  await signIn(page);
  await page.goto(`/admin/events/${event.id}`);
  await page.getByRole("link", { name: "Join link" }).click();
  await page.getByLabel("Link to join").fill(link);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status").first()).toContainText("Saved");
  await page.goto(`/admin/events/${event.id}/people`);
  await expectToFit(page);

  const emailOf = (name: string) => `${name}-${unique}@example.test`;
  const joinOnline = page.getByRole("link", { name: "Join online" });
  const ticket = page.getByRole("link", { name: "Open your ticket" });
  /** Reserves a spot, and confirms the address. @returns the URL of the person's status page */
  async function reserve(name: string, place: string, subject: string, sees: string) {
    await page.goto(`/events/${unique}`);
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Email", { exact: true }).fill(emailOf(name));
    await expect(page.getByRole("group", { name: "In the room or online?" })).toContainText(sees);
    await page.getByLabel(place).check();
    await page.getByRole("button", { name: /^(Reserve a spot|Sign up)$/ }).click();
    await openMail(page, emailOf(name), subject);
    await page.locator("pre a").first().click();
    await page.getByRole("button", { name: "Confirm this address" }).click();
    await expect(page.getByText("Your email address is confirmed.")).toBeVisible();
    return page.url();
  }

  const ana = await reserve("Ana", "In the room", "Please confirm your spot", "In the room (1 spot left)");
  await expect(page.getByText("You have a spot in the room.")).toBeVisible();
  await expect(ticket).toBeVisible();
  await expect(joinOnline).toHaveCount(0);
  await expectToFit(page);
  if (scripts) await expectNoViolations(page);
  const ben = await reserve("Ben", "In the room", "You are on the waitlist", "In the room (full, with a waitlist)");
  await expect(page.getByText("You are number 1 on the waitlist for spots in the room.")).toBeVisible();
  const cleo = await reserve("Cleo", "Online", "Please confirm your spot", "Online (5 spots left)");
  await expect(page.getByText("You have a spot online.")).toBeVisible();
  await expect(joinOnline).toHaveAttribute("href", link);
  await expect(ticket).toHaveCount(0);
  await page.getByRole("button", { name: "Switch to the room" }).click();
  await expect(page.getByText("You are number 2 on the waitlist for a spot in the room.")).toBeVisible();
  await expect(joinOnline, "kept until then").toHaveAttribute("href", link);

  await page.goto(ana);
  await page.getByRole("button", { name: "Switch to online" }).click();
  await expect(page.getByText("You have switched.")).toBeVisible();
  await expect(page.getByText("You have a spot online.")).toBeVisible();
  await expect(joinOnline).toHaveAttribute("href", link);
  await expect(ticket).toHaveCount(0);
  const [anas] = await stored("waitlist_entries", `email=eq.${emailOf("Ana")}`);
  const owed = await stored("mails", `purpose=eq.reservation-ticket&person=eq.${anas?.id}&order=created_at.desc`);
  const first = owed[0];
  expect([first?.state, owed.length], "her new letter leaves within two minutes").toEqual(["due", 2]);
  expect(Date.parse(String(first?.next_attempt_at)) - Date.now()).toBeLessThanOrEqual(120_000);
  await openMail(page, emailOf("Ben"), `A spot is available for you at ${title}`);
  await expect(page.locator("pre")).toContainText("Our usual room");

  await page.goto(ben);
  await page.getByRole("button", { name: "Accept" }).click();
  await expect(page.getByText("You have a spot in the room.")).toBeVisible();
  await expect(ticket).toBeVisible();
  expect(await page.content()).not.toContain(`${unique}-room`);
  await page.goto(cleo);
  await page.getByRole("button", { name: "Stay online" }).click();
  await expect(page.getByText("You keep what you have.")).toBeVisible();

  await page.goto(`/events/${unique}`);
  await expect(page.getByText("Our usual room, and online")).toBeVisible();
  await expect(page.getByText("People who have a spot online get the link to join.")).toBeVisible();
  await expect(page.getByText("In the room: 0 of 1 spot left")).toBeVisible();
  await expect(page.getByText("Online: 3 of 5 spots left")).toBeVisible();
  await expectToFit(page);
  await expectInBothLists(page, title);

  const { url } = currentStack();
  const ofEvent = ["", ".ics"].map((ending) => `/events/${unique}${ending}`);
  const lists = [
    "/",
    "/events",
    "/events?meets=online",
    "/events?meets=room",
    "/events.ics",
    "/events.json",
    "/sitemap.xml",
  ];
  for (const path of [...ofEvent, ...lists, `/search?q=${unique}`, new URL(`${ben}.json`).pathname]) {
    const answer = await fetch(url + path);
    expect(answer.status, path).toBe(200);
    expect(await answer.text(), path).not.toContain(`${unique}-room`);
  }
});

async function expectInBothLists(page: Page, title: string) {
  for (const list of ["In a room", "Online"]) {
    await page.goto("/events");
    await page.getByRole("navigation", { name: "Where people meet" }).getByRole("link", { name: list }).click();
    await expect(page.locator("main"), list).toContainText(title);
  }
}
