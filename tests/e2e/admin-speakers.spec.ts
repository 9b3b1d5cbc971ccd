import { signIn } from "./admin.ts";
import { expectNoViolations } from "./axe.ts";
import { expect, expectToFit, store, test } from "./fixtures.ts";
import { findLayoutFaults } from "./layout.ts";
import { openMail } from "./mail.ts";

test("a speaker proposes a talk, is accepted, and corrects their text", async ({ page, unique, scripts }) => {
  const title = `Conference ${unique}`;
  const event = await store("events", {
    ...{ key: unique, title, place: "Hilo", summary: "A conference.", is_published: true },
  });
  const email = `speaker-${unique}@example.org`;
  const look = async () => {
    await expectToFit(page);
    expect(await page.evaluate(findLayoutFaults)).toEqual([]);
    if (scripts) await expectNoViolations(page);
  };
  await signIn(page);
  await page.goto(`/admin/events/${event.id}/programme`);
  await page.getByRole("link", { name: "Call for talks (0)" }).click();
  await page.getByLabel("Deadline").fill("2096-01-01T18:00");
  await page.getByLabel("What you are looking for").fill("**Anything** about knots.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status").first()).toContainText("Saved.");
  await look();

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/events/${unique}`);
  await page.getByRole("link", { name: "Propose a talk" }).click();
  await page.getByLabel("Title").fill("Knots and keys");
  await page.getByLabel("What is it about").fill("Of **knots**.");
  await page.getByLabel("Your name").fill("Leilani Kaʻōpūlani");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await look();
  await page.getByRole("button", { name: "Propose this talk" }).click();
  await expect(page.getByRole("status")).toContainText("Check your email.");

  await openMail(page, email, "Confirm the talk");
  await page.locator("pre a").first().click();
  await look();
  await page.getByRole("button", { name: "Confirm my proposal" }).click();
  await expect(page.getByRole("status")).toContainText("Your address is confirmed.");
  await page.getByLabel("Title").fill("Knots and locks");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status")).toContainText("Saved.");
  await look();

  await page.goto(`/admin/events/${event.id}/programme/call`);
  await page.getByRole("link", { name: "Knots and locks" }).click();
  await page.getByRole("link", { name: "Accept …" }).click();
  await expect(page.getByRole("blockquote")).toContainText("Mahalo for proposing “Knots and locks”");
  await look();
  await page.getByRole("button", { name: "Accept and send" }).click();
  await expect(page.getByRole("status").first()).toContainText("Your answer is on its way.");

  await page.goto(`/admin/events/${event.id}/programme/speakers`);
  await page.getByRole("link", { name: "Leilani Kaʻōpūlani" }).click();
  await page.getByRole("link", { name: "Ask for corrections" }).click();
  await expect(page.getByLabel("Email address of the speaker")).toHaveValue(email);
  await page.getByRole("button", { name: "Ask for corrections" }).click();
  await expect(page.getByRole("status").first()).toContainText("The email to the speaker is on its way.");
  const corrections = page.url().replace(/\?.*/, "");
  await openMail(page, email, `Please check your text in the program of ${title}`);
  await page.locator("pre a").first().click();
  await page.getByLabel("Organization").fill("Hālau Kahakai");
  await page.getByLabel("Abstract").fill("Of **locks**.");
  await look();
  await page.getByRole("button", { name: "Send to the organizers" }).click();
  await expect(page.getByText("An organizer will look at what you sent.")).toBeVisible();
  const own = page.url();

  await page.goto(corrections);
  await expect(page.getByRole("row", { name: /Organization/ })).toContainText("Hālau Kahakai");
  await look();
  await page.getByRole("button", { name: "Accept" }).click();
  await expect(page.getByRole("status").first()).toContainText("Saved.");
  await page.goto(own);
  await expect(page.getByText("Your correction was accepted.")).toBeVisible();
  await expect(page.getByLabel("Abstract")).toHaveValue("Of **locks**.");
  await look();
});
