import { signIn } from "./admin.ts";
import { expectNoViolations } from "./axe.ts";
import { expect, expectToFit, test } from "./fixtures.ts";

test("an admin writes, shares, publishes, corrects, restores, moves, trashes and schedules an article", async ({
  page,
  unique,
  scripts,
  browser,
}) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page);
  await page.goto("/admin/articles");
  await page.getByRole("link", { name: "New article" }).click();
  const [title, slug] = [`Kāhea ${unique}`, `editorial-${unique}`];
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Excerpt").fill("What it is about.");
  await page.getByLabel("URL ending").fill(slug);
  const text = page.getByLabel("Text", { exact: true });
  await text.fill("## Where it begins\n\n![A picture](https://example.org/a.png)");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("alert").first()).toContainText("A picture must be one of this site");
  if (scripts) await expectNoViolations(page);
  await text.fill("## Where it begins\n\nThe first words.");
  await page.getByRole("button", { name: "Preview" }).click();

  await expect(page.getByRole("heading", { name: "Where it begins" })).toBeVisible();
  await page.getByRole("button", { name: "Make a link" }).click();
  const preview = page.getByRole("link", { name: /\/preview\// });
  await expect(preview).toBeVisible();
  if (scripts) await expectNoViolations(page);
  await expectToFit(page);
  const link = await preview.getAttribute("href");
  const reader = await browser.newPage();
  await reader.goto(link ?? "");
  await expect(reader.getByText("This is a preview.")).toBeVisible();
  await expect(reader.getByText("The first words.")).toBeVisible();
  expect((await reader.request.get(new URL(`/insights/${slug}`, page.url()).href)).status()).toBe(404);
  await reader.close();

  await page.getByRole("link", { name: "Back to editing" }).click();
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByRole("status")).toContainText("Published.");
  if (scripts) await expectNoViolations(page);
  const editor = page.url().split("?")[0] ?? "";
  await text.fill("## Where it begins\n\nThe second words.");
  await page.getByLabel("What changed").fill("The words were wrong.");
  await page.getByRole("button", { name: "Publish these changes" }).click();
  await page.getByRole("link", { name: "View page" }).click();
  await expect(page.getByText(/^Updated on .*: The words were wrong\.$/)).toBeVisible();
  await expect(page.getByText("The second words.")).toBeVisible();

  await page.goto(editor);
  await page.getByRole("link", { name: "Version 2" }).click();
  await expect(page.locator("ins")).toContainText("second");
  if (scripts) await expectNoViolations(page);
  await page.goto(`${editor}/revisions/1`);
  await page.getByRole("button", { name: "Restore this version" }).click();
  await expect(text).toHaveValue("## Where it begins\n\nThe first words.");
  await page.getByLabel("URL ending").fill(`${slug}-moved`);
  await page.getByRole("button", { name: "Publish these changes" }).click();
  await page.goto(`/insights/${slug}#where-it-begins`);
  await expect(page).toHaveURL(new RegExp(`/insights/${slug}-moved(#where-it-begins)?$`));
  await expect(page.getByText("The first words.")).toBeVisible();

  await page.goto(editor);
  await page.getByRole("button", { name: "Move to the trash" }).click();
  await expect(page.getByRole("status")).toContainText("Moved to the trash.");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("status")).toContainText("Restored.");
  await expect(page.getByRole("row", { name: new RegExp(title) })).toContainText("Published");
  if (scripts) await expectNoViolations(page);

  await page.goto(editor);
  await page.getByRole("button", { name: "Unpublish" }).click();
  await page.getByLabel("Publish on").fill("2099-01-01");
  await page.getByLabel("Time", { exact: true }).fill("00:00");
  await page.getByRole("button", { name: "Schedule" }).click();
  await expect(page.getByText("Scheduled for January 1, 2099, 12:00 AM HST")).toBeVisible();
});

test("an article from elsewhere is previewed with what readers will see as typed, and no day to come is shown", async ({
  page,
  unique,
  scripts,
}) => {
  await signIn(page);
  await page.goto("/admin/articles/new");
  await page.getByLabel("Title").fill(`From elsewhere ${unique}`);
  await page.getByLabel("Excerpt").fill("What it is about.");
  const source =
    "---\ntitle: Written for another site\n---\n\nFirst [a page beside it](other-article).\n\n<!-- TODO: ask Kai -->\n\nOne<br>two";
  await page.getByLabel("Text", { exact: true }).fill(source);
  if (scripts) {
    const live = page.getByRole("region", { name: "Live preview" });
    await expect(live.getByText("Readers will not see the block of settings at the top and 1 comment")).toBeVisible();
  }
  await page.getByRole("button", { name: "Preview" }).click();
  const main = page.getByRole("main");
  await expect(main.getByText("Readers will not see the block of settings at the top and 1 comment")).toBeVisible();
  await expect(main.getByRole("listitem").filter({ hasText: "[a page beside it](other-article)" })).toBeVisible();
  await expect(main.getByText("TODO")).toHaveCount(0);
  if (scripts) await expectNoViolations(page);
  await page.getByRole("link", { name: "Back to editing" }).click();
  await page.getByLabel("Date shown").fill("2031-01-01");
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByRole("alert").first()).toContainText("This day is still to come.");
});
