import { signedAddress } from "../../harness/serving/signed-address.ts";
import { bringAxe, expectNoViolations, findViolations, forced, visual } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { enlargeText } from "./layout.ts";

// axe itself cannot run with scripts disabled, so that project runs with the site's own scripts emptied in transit.
test.use({ javaScriptEnabled: true });

test.beforeEach(async ({ page }, info) => {
  await bringAxe(page);
  if (info.project.name !== "without JavaScript") return;
  await page.route("**/assets/*.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
});

/** Every page layout of the site once, and the states with content of their own. */
const compositions = [
  "/",
  "/about",
  "/events?done=waitlist&event=bitcoin",
  "/events/bitcoin",
  "/education?q=nothing-like-it",
  "/insights/keys-custody-and-common-sense",
  "/contact",
  "/privacy",
];

test("axe finds nothing at 320 px, with text at twice the size, in forced colors, and with motion", async ({
  page,
}) => {
  test.slow();
  const found: string[] = [];
  const look = async (state: string, rules = visual) => {
    const violations = await findViolations(page, { type: "rule", values: rules });
    found.push(...violations.map((violation) => `${state}: ${violation}`));
  };
  for (const path of compositions) {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(await signedAddress(path));
    await look(`${path} at 320 px`);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate(enlargeText, 200);
    await look(`${path} with text at 200 %`);
    await page.evaluate(enlargeText, 100);
    await page.emulateMedia({ forcedColors: "active" });
    await look(`${path} in forced colors`, forced);
    await page.emulateMedia({ forcedColors: "none" });
  }
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/");
  await look("/ where things move");
  expect(found).toEqual([]);
});

// With the site's scripts, layout.spec.ts looks at every page and state in the same way.
for (const path of compositions)
  test(`axe finds nothing on ${path} without the site's scripts, light and dark`, async ({ page }) => {
    await page.goto(await signedAddress(path));
    await expectNoViolations(page);
  });

test("axe finds nothing on a phone, with the menu closed and open", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/education");
  await expectNoViolations(page);
  await page.locator(".menu summary").click();
  await expect(page.getByRole("navigation", { name: "Menu" })).toBeVisible();
  await expectNoViolations(page);
});

test("axe finds nothing after scrolling, when the navigation bar is light", async ({ page }) => {
  await page.goto("/about");
  await page.evaluate(() => scrollTo(0, 300));
  await expectNoViolations(page);
});

test("axe finds nothing on forms that show their errors", async ({ page }) => {
  for (const path of ["/events", "/contact", "/insights", "/newsletter/embed", "/admin/login"]) {
    await page.goto(await signedAddress(path));
    await page.evaluate(() => {
      for (const form of document.forms) form.noValidate = true;
    });
    const email = page.locator("input[name=email]");
    await email.fill("nobody");
    await email.press("Enter");
    await expect(page.locator(".summary")).toBeVisible();
    await expectNoViolations(page);
  }
});

test("axe finds nothing while toasts are shown", async ({ page, watch }) => {
  watch.allow(/status 404/);
  await page.goto("/education?tab=islands");
  await page.locator("input[name=resource]").first().evaluate(nameUnknownResource);
  await page.locator("button.like").first().click();
  await expect(page.locator(".toast")).toBeVisible();
  await page.locator(".toast").hover();
  await expectNoViolations(page);
  await expect(page.locator(".toast")).toBeVisible();
});

test("axe finds nothing on the receipt of a message", async ({ page, unique }) => {
  await page.goto("/contact");
  await page.getByLabel("Name").fill("Keʻala");
  await page.getByLabel("Email").fill(`axe-${unique}@example.org`);
  await page.getByRole("textbox", { name: "Message" }).fill("Aloha");
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByRole("status")).toContainText("Thank you! We have your message.");
  await expectNoViolations(page);
});

function nameUnknownResource(field: SVGElement | HTMLElement): void {
  (field as HTMLInputElement).value = "00000000-0000-4000-8000-00000000ffff";
}
