import { signIn } from "./admin.ts";
import { expectNoViolations } from "./axe.ts";
import { expect, stored, test } from "./fixtures.ts";
import { openMail } from "./mail.ts";

test("a visitor writes a message and reads the receipt, and an admin answers and sees the answer below it", async ({
  page,
  unique,
  scripts,
}) => {
  const email = `writer-${unique}@example.org`;
  await page.goto("/contact");
  // The draft that opens automatically would leave the browser.
  await page.route("mailto:**", (route) => route.abort());
  await page.getByLabel("Name", { exact: true }).fill("Leilani");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("textbox", { name: "Message" }).fill(`Is there a room? ${unique}`);
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByRole("status")).toContainText("Thank you! We have your message.");

  await openMail(page, email, "We have your message");
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText(/^We have your message HB-[0-9A-Z]{4}$/);
  const [number = ""] = /HB-.{4}/.exec((await title.textContent()) ?? "") ?? [];
  await expect(page.locator("pre")).not.toContainText(unique);

  const [message] = await stored("contact_messages", `email=eq.${email}`);

  await signIn(page);
  await page.goto(`/admin/messages?q=${number.toLowerCase()}`);
  await page.getByRole("link", { name: "Leilani" }).click();
  await expect(page).toHaveURL(`/admin/messages/${message?.id}`);
  await expect(page.getByText(number, { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Reply by email" })).toHaveCount(0);
  await page.getByLabel("Answer by email").fill("Yes, room 5.");
  if (scripts) await expectNoViolations(page);
  await page.getByRole("button", { name: "Send answer" }).click();
  await expect(page.getByRole("status")).toContainText("Your answer is on its way.");
  const answer = page.getByRole("region", { name: /^Answered/ });
  await expect(answer).toContainText("Yes, room 5.");
  await expect(page.getByText(/^Done since/)).toBeVisible();

  await openMail(page, email, "Re: your message");
  await expect(title).toHaveText(`Re: your message ${number}`);
  await expect(page.locator("pre")).toContainText(`> Is there a room? ${unique}`);
  await page.goto(`/admin/messages/${message?.id}`);
  await expect(answer).toContainText("Sent");

  await page.goto("/admin/mails");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Emails");
  if (scripts) await expectNoViolations(page);
});
