import sharp from "sharp";
import { accountsOf } from "../support/accounts.ts";
import { expect, test } from "./fixtures.ts";

test("a new admin, made by the command, runs the whole site for a day", async ({ page, unique }, info) => {
  test.setTimeout(180_000);
  const { newcomer } = accountsOf(info.project.name);
  const passwords = JSON.parse(process.env.E2E_ONE_TIME_PASSWORDS ?? "{}") as Record<string, string>;
  const said = (words: string) => expect(page.getByRole("status").first()).toContainText(words);
  const press = (name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();

  await test.step("signs in with the one-time password", async () => {
    await page.goto("/admin");
    await page.getByLabel("Email").fill(newcomer);
    await page.getByLabel("Password").fill(passwords[newcomer] ?? "");
    await press("Sign In");
    await expect(page.getByRole("heading", { name: "Account", exact: true })).toBeVisible();
  });

  await test.step("chooses a password before anything else opens", async () => {
    await page.goto("/admin/messages");
    await expect(page).toHaveURL(/\/admin\/account$/);
    await expect(page.getByText("Choose a password of your own")).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Admin" }).getByRole("link")).toHaveText(["Account"]);
    await page.getByLabel("Current password").fill(passwords[newcomer] ?? "");
    await page.getByLabel("New password").fill("seven calm swells before dawn");
    await press("Change password");
    await expect(page.getByRole("navigation", { name: "Admin" }).getByRole("link").first()).toHaveText("Dashboard");
  });

  await test.step("makes a tab with two resources, publishes one, puts it first", async () => {
    await page.goto("/admin/tabs");
    await page.getByLabel("Label").fill(`Day ${unique}`);
    await page.getByLabel("Key").fill(unique);
    await press("Create tab");
    await said("Created.");
    for (const title of ["Draft", "Published"]) {
      await page.goto(`/admin/resources/new?tab=${unique}`);
      await page.getByLabel("Title").fill(`${title} ${unique}`);
      await page.getByLabel("Description").fill("For the first day.");
      await page.getByLabel("Address").fill(`https://${unique}.example/${title}`);
      await press("Create resource");
      await said("Created.");
    }
    await page.goto(`/admin/resources?tab=${unique}`);
    await press(`Publish Published ${unique}`);
    await said("Published.");
    await press(`Up Published ${unique}`);
    await said("The order is changed.");
    await expect(page.locator("tbody th").first()).toHaveText(`Published ${unique}`);
    await page.goto(`/education?tab=${unique}`);
    await expect(page.getByRole("article").getByRole("heading")).toHaveText([`Published ${unique}`]);
  });

  await test.step("creates an event with a poster", async () => {
    await page.goto("/admin/events/new");
    await page.getByLabel("Title").fill(`Day ${unique}`);
    await page.getByLabel("Date", { exact: true }).fill("2027-05-22");
    await page.getByLabel("Starts at").fill("18:00");
    await page.getByLabel("Ends at").fill("20:00");
    await page.getByLabel("Place", { exact: true }).fill("Kāneʻohe");
    await page.getByLabel("Summary").fill("An evening.");
    await page.getByLabel("Text").fill("Come.");
    await page.getByLabel("Visitors see this event").check();
    await press("Create event");
    await said("Created.");
    await page.getByRole("link", { name: "Add a poster" }).click();
    await page.getByLabel("Description").fill("A plain poster");
    const buffer = await sharp({ create: { width: 400, height: 500, channels: 3, background: "#0f3f4a" } })
      .png()
      .toBuffer();
    await page.locator("input[name=poster]").setInputFiles({ name: "poster.png", mimeType: "image/png", buffer });
    await press("Save poster");
    await expect(page).toHaveURL(/\?done=poster$/);
  });

  await test.step("sees a visitor's entry arrive in its waitlist, and exports the list", async () => {
    await page.goto(`/events/day-${unique}`);
    await expect(page.getByRole("img", { name: "A plain poster" })).toBeVisible();
    await page.getByLabel("Name", { exact: true }).fill("Keʻala");
    await page.getByLabel("Email", { exact: true }).fill(`keala-${unique}@example.org`);
    await press(/^Join the .* Waitlist$/);
    await said("You've been added");
    await page.goto(`/admin/waitlists/day-${unique}`);
    await expect(page.getByRole("rowheader", { name: "Keʻala" })).toBeVisible();
    const list = await page.request.get(`/admin/waitlists/day-${unique}.csv`);
    expect(await list.text()).toContain(`keala-${unique}@example.org`);
  });

  await test.step("answers a message", async () => {
    await page.request.post("/contact", {
      form: { name: unique, email: "kai@example.org", message: `Hello ${unique}` },
    });
    await page.goto(`/admin/messages?q=${unique}`);
    await page.getByRole("link", { name: unique }).click();
    await expect(page.getByRole("link", { name: "Reply by mail" })).toHaveAttribute(
      "href",
      /^mailto:kai@example\.org\?/,
    );
    await press("Mark as done");
    await said("Saved.");
  });

  await test.step("reads the charts and the log of all this", async () => {
    await page.goto("/admin/analytics");
    await expect(page.getByRole("img", { name: "Waitlist entries per day" })).toBeVisible();
    await page.goto(`/admin/log?q=${encodeURIComponent(newcomer)}`);
    const log = page.locator("tbody");
    for (const done of [`Day ${unique}`, `Published ${unique}`]) await expect(log).toContainText(done);
    await expect(log.getByText(newcomer).first()).toBeVisible();
  });

  await test.step("signs out", async () => {
    await press("Logout");
    await said("You are signed out.");
    await page.goto("/admin");
    await expect(page).toHaveURL(/\/admin\/login$/);
  });
});
