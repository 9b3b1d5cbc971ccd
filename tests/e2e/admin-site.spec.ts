import type { Page } from "@playwright/test";
import { startMailPage } from "../../harness/serving/mail-page.ts";
import { startStack, testSettings } from "../../harness/serving/stack.ts";
import { expectNoViolations } from "./axe.ts";
import { expect, expectToFit, test } from "./fixtures.ts";

/** Starts a separate site, because the changes show on every page; its operator has set no postal address. */
async function startOwnSite() {
  const mails = await startMailPage(0, "Hui <aloha@example.org>", "for-tests-only-mail-secret-7Rw4Nd0Tb6Hc3Jm5", "");
  const stack = await startStack(process.env.E2E_EMPTY_TEMPLATE ?? "", mails.settings);
  return { url: stack.url, stop: () => Promise.all([stack.stop(), mails.stop()]) };
}

async function fitsAndIsAccessible(page: Page, scripts: boolean): Promise<void> {
  await expectToFit(page);
  if (scripts) await expectNoViolations(page);
}

test("an owner renames the site, replaces a founder, edits its texts, and sets an announcement with an end", async ({
  page,
  scripts,
}) => {
  test.slow();
  const site = await startOwnSite();
  const go = (path: string) => page.goto(site.url + path);
  const group = (name: string) => page.getByRole("group", { name, exact: true });
  const save = () => page.getByRole("button", { name: "Save" }).click();
  const openTab = async (name: string) => {
    const tab = page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name, exact: true });
    await tab.click();
    await expect(tab).toHaveAttribute("aria-current", "page");
    await expect(tab, "the strip begins at the current tab").toBeInViewport({ ratio: 0.9 });
  };
  const saved = () => expect(page.getByRole("status")).toContainText("Saved.");
  const announcement = page.getByRole("complementary", { name: "Announcement" });
  try {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.request.post(`${site.url}/admin/login`, {
      form: { email: testSettings.LOCAL_ADMIN_EMAIL ?? "", password: testSettings.LOCAL_ADMIN_PASSWORD ?? "" },
    });

    await go("/admin/issues/new");
    await page.getByLabel("Subject").fill("May");
    await page.getByLabel("Text", { exact: true }).fill("Aloha.");
    await page.getByRole("button", { name: "Save and preview" }).click();
    await expect(page.getByText("an owner enters the mailing address at Names and links first")).toBeVisible();
    const issue = new URL(page.url()).pathname;

    await go("/admin");
    await page.getByRole("main").getByRole("link", { name: "Names and links", exact: true }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "Names and links" })).toBeVisible();
    await fitsAndIsAccessible(page, scripts);
    await openTab("Looks");
    await expect(page.getByLabel("Picture shown with links")).toBeVisible();
    await fitsAndIsAccessible(page, scripts);
    await openTab("Announcement");
    const text = "We meet at the fishpond. ".repeat(8).trim();
    await page.getByLabel("Announcement", { exact: true }).fill(text);
    await page.getByLabel("Shown until").fill("2099-01-01T00:00");
    await save();
    await saved();
    await go("/about");
    await expect(announcement).toHaveText(text);
    const edge = (of: string, side: "top" | "bottom") =>
      page.locator(of).evaluate((element, side) => element.getBoundingClientRect()[side], side);
    const room = (await edge("main", "top")) - (await edge(".announcement", "bottom"));
    expect(room, "room for the bar is made once").toBeLessThan(-40);
    await fitsAndIsAccessible(page, scripts);
    await page.emulateMedia({ media: "print" });
    await expect(announcement).toBeHidden();
    await page.emulateMedia({ media: null });

    await go("/admin/site");
    await group("Names").getByLabel("Name", { exact: true }).fill("Hui o Kāneʻohe");
    await page.getByLabel("Mailing address").fill("2 Example Street, Kāneʻohe, HI 96744");
    await save();
    await saved();
    await openTab("Founders");
    await group("Noa Sample").getByLabel("Position on the page").selectOption("1");
    await group("Mei-Lin Sample").getByLabel("Remove Mei-Lin Sample").check();
    await page.getByText("Add a founder").click();
    await group("Founder 4").getByLabel("Name").fill("Kaleo Kai");
    await save();
    const problems = page.getByRole("alert").first();
    await expect(problems.getByRole("link")).toHaveText(["Enter a sentence or two about founder 4"]);
    await problems.getByRole("link", { name: "founder 4" }).click();
    await expect(group("Kaleo Kai").getByLabel("About")).toBeInViewport();
    await fitsAndIsAccessible(page, scripts);
    await group("Kaleo Kai").getByLabel("About").fill("Keeps the door.");
    await save();
    await saved();
    await expect(group("Founders").locator("> fieldset > legend")).toHaveText([
      "Noa Sample",
      "Keola Sample",
      "Kaleo Kai",
    ]);

    await openTab("Home and about");
    await group("Card 3").getByLabel("Title").fill("");
    await page.getByLabel("Story", { exact: true }).fill("We **moved**, and [wrote](https://example.org/) about it.");
    await save();
    await expect(problems.getByRole("link")).toHaveText(["Enter the title of card 3"]);
    await fitsAndIsAccessible(page, scripts);
    await group("Card 3").getByLabel("Text").fill("");
    await save();
    await saved();

    await go("/");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hui o Kāneʻohe");
    await expect(page.locator("#mission").getByRole("heading", { level: 3 })).toHaveText([
      "Local Impact",
      "Education & Insights",
    ]);
    await go("/about");
    await expect(page.locator("strong")).toHaveText("moved");
    await expect(page.locator("li.card h3")).toHaveText(["Noa Sample", "Keola Sample", "Kaleo Kai"]);
    expect(await (await page.request.get(`${site.url}/insights/rss.xml`)).text()).toContain(
      "<title>Hui o Kāneʻohe: insights",
    );
    await go(issue);
    await expect(page.locator("pre")).toContainText(
      `Hui o Kāneʻohe\n${site.url}\n2 Example Street, Kāneʻohe, HI 96744`,
    );
    await expect(page.getByRole("heading", { name: "Send it" })).toBeVisible();

    await go("/admin/site/announcement");
    await page.getByLabel("Shown until").fill("2026-01-01T00:00");
    await save();
    await saved();
    await expect(page.locator(".admin-top")).toContainText(
      "This announcement ended on January 1, 2026, 12:00 AM HST: visitors do not see it.",
    );
    // at the bottom of a phone, where the toast was
    await save();
    await saved();
    await go("/about");
    await expect(announcement).toHaveCount(0);
  } finally {
    await site.stop();
  }
});
