import { signIn } from "./admin.ts";
import { expectNoViolations } from "./axe.ts";
import { expect, expectToFit, test } from "./fixtures.ts";
import { findLayoutFaults } from "./layout.ts";
import { openMail } from "./mail.ts";

test("a visitor suggests a resource, and an admin accepts it as a draft", async ({ page, unique, scripts }) => {
  const title = `Keys and knots, Kaʻū ${unique}`;
  const email = `suggests-${unique}@example.org`;
  const look = async () => {
    await expectToFit(page);
    expect(await page.evaluate(findLayoutFaults)).toEqual([]);
    if (scripts) await expectNoViolations(page);
  };
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/suggest");
  await page.getByLabel("Title").fill(title);
  await page.getByRole("textbox", { name: "Link" }).fill("ftp://knots.example");
  await page.getByLabel("What is it about").fill("How a knot is like a key.");
  await page.getByLabel("Email (optional)").fill(email);
  await page.getByRole("button", { name: "Send suggestion" }).click();
  await expect(page.getByRole("textbox", { name: "Link" })).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Title")).toHaveValue(title);
  await look();
  await page.getByRole("textbox", { name: "Link" }).fill(`https://knots.example/${unique}`);
  await page.getByRole("button", { name: "Send suggestion" }).click();
  await expect(page.getByRole("status").first()).toContainText("We have your suggestion.");
  await look();
  await openMail(page, email, "We have your suggestion");
  await expect(page.locator("pre")).toContainText("to suggest something for our library");

  await signIn(page);
  await page.goto("/admin/suggestions");
  const panel = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
  await expect(panel).toContainText(`From ${email}`);
  await look();
  await panel.getByRole("button", { name: "Decline" }).click();
  await expect(panel).toHaveCount(0);
  await page.goto("/admin/suggestions?state=declined");
  await panel.getByRole("button", { name: "Move back to waiting" }).click();
  await page.goto("/admin/suggestions");
  await panel.getByRole("button", { name: "Accept as a draft" }).click();
  await expect(page.getByLabel("Title")).toHaveValue(title);
  await expect(page.getByLabel("Visitors see this resource")).not.toBeChecked();
  await look();

  await page.goto("/admin/suggestions?state=accepted");
  await panel.getByRole("link", { name: "Open the resource" }).click();
  await page.getByRole("button", { name: "Delete this resource" }).click();
  await expect(page.getByRole("status").first()).toContainText("Deleted");
  await page.goto("/admin/suggestions?state=accepted");
  await expect(panel).toContainText("Accepted. It has been deleted since.");
});

test("a suggestion that is already in the library is reported at once", async ({ page }) => {
  await page.goto("/education");
  const link = page.locator("article a[href^=http]").first();
  const url = (await link.getAttribute("href")) ?? "";
  await page.goto("/suggest");
  await page.getByLabel("Title").fill("Once more");
  await page.getByRole("textbox", { name: "Link" }).fill(url);
  await page.getByLabel("What is it about").fill("The same page.");
  await page.getByRole("button", { name: "Send suggestion" }).click();
  await expect(page.getByText("In the library:")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Link" })).toHaveValue(url);
});
