import { signIn } from "./admin.ts";
import { expectNoViolations } from "./axe.ts";
import { expect, expectToFit, stored, test } from "./fixtures.ts";
import { openMail } from "./mail.ts";
import { noise } from "./noise.ts";

test("an admin writes, previews, tests and sends an issue, and a subscriber reads it by email and on the web", async ({
  page,
  unique,
  scripts,
  baseURL,
}) => {
  test.slow();
  const email = `issue-reader-${unique}@example.org`;
  await page.goto("/insights#newsletter");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Subscribe" }).click();
  await openMail(page, email, "Confirm your email address");
  await page.locator("pre a").first().click();
  await page.getByRole("button", { name: "Confirm and subscribe" }).click();
  await expect(page.getByRole("status")).toContainText("You are subscribed.");

  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page);
  await page.goto("/admin/issues");
  await page
    .getByRole("link", { name: "New issue" })
    .or(page.getByRole("link", { name: "Write the first issue" }))
    .first()
    .click();
  const subject = `Lūʻau ${unique}`;
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Preview text").fill("What is new");
  const text = page.getByLabel("Text", { exact: true });
  await text.fill("# Plans\n\n![A picture](https://example.org/a.png)");
  await page.getByRole("button", { name: "Save and preview" }).click();
  await expect(page.getByRole("alert").first()).toContainText("is not of this site’s library");
  await expect(text).toHaveValue("# Plans\n\n![A picture](https://example.org/a.png)");
  await text.fill("# Plans\n\nCome to the [meetup](https://example.org/).");
  if (scripts) await expectNoViolations(page);
  await page.getByRole("button", { name: "Save and add a picture" }).click();
  const picture = noise(900, 450);
  const webp = { name: "dawn.webp", mimeType: "image/webp", buffer: await picture.webp().toBuffer() };
  await page.getByLabel("File").setInputFiles(webp);
  await page.getByLabel("Description", { exact: true }).fill(`A canoe ${unique}`);
  await page.getByRole("button", { name: "Save and use this picture" }).click();
  if (!scripts) {
    await expect(page.getByText("mail programs show no WebP or AVIF").first()).toBeVisible();
    const jpeg = { name: "dawn.jpg", mimeType: "image/jpeg", buffer: await noise(600, 300).jpeg().toBuffer() };
    await page.getByLabel("File").setInputFiles(jpeg);
    await page.getByLabel("Description", { exact: true }).fill(`A canoe ${unique}`);
    await page.getByRole("button", { name: "Save and use this picture" }).click();
  }
  await expect(text).toHaveValue(/!\[A canoe \w+\]\(\/uploads\/\S+\)$/);
  await page.getByRole("button", { name: "Save and preview" }).click();

  const shown = page.frameLocator('iframe[title="The email"]').getByRole("img", { name: `A canoe ${unique}` });
  await expect(shown).toHaveAttribute("src", scripts ? /_mail-mail\.jpg$/ : /-600x300\.jpg$/);
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(600);
  await expect(page.getByRole("heading", { level: 2, name: "As people will read it" })).toBeVisible();
  await expect(page.frameLocator('iframe[title="The email"]').getByRole("heading", { name: "Plans" })).toBeVisible();
  await expect(page.locator("pre")).toContainText("Come to the meetup (https://example.org/).");
  if (scripts) await expectNoViolations(page);
  await expectToFit(page);
  await page.getByRole("button", { name: "Send a test to me" }).click();
  await expect(page.getByRole("status")).toContainText("A test was sent to your address.");
  const preview = page.url().split("?")[0] ?? "";

  await page.getByRole("link", { name: /^Send it now to / }).click();
  await expect(page.getByRole("button", { name: /^Send \d+ emails?$/ })).toBeVisible();
  if (scripts) await expectNoViolations(page);
  await page.getByRole("button", { name: /^Send \d+ emails?$/ }).click();
  await expect(page.getByRole("status")).toContainText(
    "Sending begins within a minute or two, after any issue that is still going out.",
  );
  await fetch(`${baseURL}/cdn-cgi/handler/scheduled`);
  await page.reload();
  await expect(page.getByRole("row", { name: /^Sent/ })).toBeVisible();
  if (scripts) await expectNoViolations(page);
  expect(await stored("newsletter_issues", `subject=eq.${subject}`)).toMatchObject([{ sent_at: expect.any(String) }]);

  await page.goto(preview.replace("/preview", "/letter"));
  if (scripts) await expectNoViolations(page);
  await openMail(page, email, subject);
  await expect(page.getByText("List-Unsubscribe=One-Click")).toBeVisible();
  await page.locator("pre a", { hasText: "/newsletter/" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(subject);
  await expect(page.getByRole("heading", { level: 2, name: "Plans" })).toBeVisible();
  if (scripts) await expectNoViolations(page);
  await page.getByRole("link", { name: "All issues" }).click();
  await expect(page.getByRole("link", { name: subject })).toBeVisible();
  if (scripts) await expectNoViolations(page);
});

test("before an issue is sent, its pages say what readers will see as typed, and that it is too long", async ({
  page,
  unique,
  scripts,
}) => {
  await signIn(page);
  await page.goto("/admin/issues/new");
  await page.getByLabel("Subject").fill(`Long ${unique}`);
  const start =
    "[Reserve](/events/first-wallet-workshop)\n\n[file](ftp://example.org)\n\n<!-- ask Lani -->\n\nMahalo<br>the team\n\n";
  await page.getByLabel("Text", { exact: true }).fill(start + "ʻōlelo ".repeat(11_000));
  await page.getByRole("button", { name: "Save and preview" }).click();
  const main = page.getByRole("main");
  await expect(main.getByText("Readers will not see 1 comment: left out.")).toBeVisible();
  await expect(main.getByText("Readers will see this as it is typed.")).toBeVisible();
  await expect(main.getByRole("listitem").filter({ hasText: "ftp://example.org" })).toBeVisible();
  const size = main.getByText(/^This email has \d+ kB$/);
  await expect(size).toBeVisible();
  if (scripts) await expectNoViolations(page);
  await expectToFit(page);
  const link = page.frameLocator('iframe[title="The email"]').getByRole("link", { name: "Reserve" });
  await expect(link).toHaveAttribute("href", new URL("/events/first-wallet-workshop", page.url()).href);
  await page.getByRole("link", { name: "Change the issue" }).click();
  await expect(size).toBeVisible();
});
