import { signIn } from "./admin.ts";
import { expectNoViolations } from "./axe.ts";
import { expect, store, test } from "./fixtures.ts";
import { findLayoutFaults } from "./layout.ts";

const longName = "Kaleookalani Kahanamoku-Kealoha Nāhiʻenaʻenakaʻahumanuolanii";

test("an admin creates a program with a room, a speaker and two talks, and visitors read it", async ({
  page,
  unique,
  scripts,
}) => {
  const event = await store("events", {
    ...{ key: unique, title: `Conference ${unique}`, place: "Hilo", summary: "A conference.", is_published: true },
  });
  await signIn(page);
  await page.goto(`/admin/events/${event.id}`);
  await page.getByRole("link", { name: "Program", exact: true }).click();
  await page.getByRole("link", { name: "Rooms (0)" }).click();
  await page.getByLabel("Name").fill("Lānai");
  await page.getByLabel("Seats").fill("40");
  await page.getByRole("button", { name: "Add room" }).click();
  await expect(page.getByRole("heading", { name: "Lānai" })).toBeVisible();

  await page.getByRole("link", { name: "Program", exact: true }).click();
  await page.getByRole("link", { name: "Speakers (0)" }).click();
  await page.getByRole("link", { name: "Add the first speaker" }).click();
  await page.getByLabel("Name").fill(longName);
  await page.getByLabel("Biography").fill("Knows **knots**.");
  await page.getByRole("button", { name: "Add speaker" }).click();
  await page.getByRole("link", { name: longName }).click();
  await expect(page.getByLabel("Biography")).toHaveValue("Knows **knots**.");
  expect(await page.evaluate(findLayoutFaults)).toEqual([]);
  if (scripts) await expectNoViolations(page);

  const programme = `/admin/events/${event.id}/programme`;
  for (const [title, start, end] of [
    ["Knots and keys", "09:00", "10:00"],
    ["Lunch", "10:00", "10:30"],
  ] as const) {
    await page.goto(`${programme}/new`);
    await page.getByLabel("Title").fill(title);
    await page.getByLabel("Day").fill("2094-05-20");
    await page.getByLabel("Start time").fill(start);
    await page.getByLabel("End time").fill(end);
    await page.getByLabel("Room").selectOption("Lānai");
    if (title !== "Lunch") await page.getByLabel(longName).check();
    await page.getByRole("button", { name: "Add talk" }).click();
    await expect(page.getByRole("rowheader", { name: title })).toBeVisible();
  }

  await page.getByLabel("Start of Lunch").fill("09:30");
  await page.getByRole("button", { name: "Save all times and rooms" }).click();
  await expect(page.getByRole("alert").first()).toContainText("“Knots and keys” is in this room at that time");
  await page.getByLabel("Start of Lunch").fill("10:15");
  await page.getByRole("button", { name: "Save all times and rooms" }).click();
  await expect(page.getByRole("status").first()).toContainText("Saved.");
  await page.getByLabel("Minutes").fill("15");
  await page.getByRole("button", { name: "Move the day" }).click();
  await expect(page.getByRole("status").first()).toContainText("The day was moved.");
  await expect(page.getByLabel("Start of Lunch")).toHaveValue("10:30");
  expect(await page.evaluate(findLayoutFaults)).toEqual([]);
  if (scripts) await expectNoViolations(page);
  await store("talks", { event_id: event.id, title: "Stars and storage" });
  await page.getByRole("button", { name: "Publish the program" }).click();
  await expect(page.getByRole("status").first()).toContainText("Published.");

  await page.goto(`/events/${unique}`);
  await page.getByRole("link", { name: "Talks, times and rooms" }).click();
  await expect(page.getByRole("heading", { name: "Thursday, May 20, 2094" })).toBeVisible();
  const paper = (await page.pdf({ format: "Letter" })).toString("latin1");
  expect(paper.match(/\/Type\s*\/Page\b/g), "a talk without a time has no sheet of its own").toHaveLength(1);
  expect(await page.evaluate(findLayoutFaults)).toEqual([]);
  if (scripts) await expectNoViolations(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expect(page.getByRole("table").getByText("Lānai").first()).toBeAttached();
  expect(await page.evaluate(findLayoutFaults)).toEqual([]);
  await page.getByRole("link", { name: "Knots and keys" }).click();
  await expect(page.getByRole("heading", { level: 3, name: longName })).toBeVisible();
  await expect(page.locator("strong", { hasText: "knots" })).toBeVisible();
  expect(await page.evaluate(findLayoutFaults)).toEqual([]);
  if (scripts) await expectNoViolations(page);

  await page.goBack();
  await page.getByLabel("Add to my agenda: Knots and keys").focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Show my agenda" }).press("Enter");
  await expect(page).toHaveURL(/\/agenda\?t=\d+$/);
  await expect(page.getByRole("main").getByRole("listitem")).toHaveText([/^Knots and keys.*Lānai/s]);
  expect(await page.evaluate(findLayoutFaults)).toEqual([]);
  if (scripts) await expectNoViolations(page);
  await page.getByRole("link", { name: "Change my agenda" }).click();
  await expect(page.getByLabel("Add to my agenda: Knots and keys")).toBeChecked();
});
