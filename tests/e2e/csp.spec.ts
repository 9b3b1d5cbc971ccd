import type { Page } from "@playwright/test";
import { signIn } from "./admin.ts";
import { expect, test } from "./fixtures.ts";
import { pages } from "./pages.ts";

test.use({ javaScriptEnabled: true });

const adminPages = [
  "/admin",
  "/admin/analytics",
  "/admin/log",
  "/admin/admins",
  "/admin/account",
  "/admin/tabs",
  "/admin/resources",
  "/admin/resources?tab=resources",
  "/admin/resources/new",
  "/admin/events",
  "/admin/events/new",
  "/admin/waitlists",
  "/admin/waitlists/bitcoin",
  "/admin/waitlists/bitcoin/tickets",
  "/admin/subscribers",
  "/admin/messages",
];

/** The first row of a list, whose address ends in an id. */
const detailOf = (page: Page, list: string) =>
  page.locator(`main a[href^="${list}/"]:not([href$="/new"]):not([href*="?"])`).first().getAttribute("href");

test("no page, public or admin, violates its policy or writes an error to the console", async ({
  page,
  watch,
  unique,
}) => {
  test.slow();
  watch.allow(/no-such-page/);
  // What nobody has sent yet has no page of its own.
  const person = { name: "Keʻala", email: `csp-${unique}@example.org` };
  await page.request.post("/contact", { form: { ...person, message: "Aloha" } });
  await page.request.post("/events", { form: { ...person, event: "bitcoin" } });
  for (const path of pages) await page.goto(path);
  await page.goto("/admin/login");
  await signIn(page);
  const details: string[] = [];
  for (const path of adminPages) {
    expect((await page.goto(path))?.status(), path).toBe(200);
    if (
      ["/admin/tabs", "/admin/resources", "/admin/events", "/admin/messages", "/admin/waitlists/bitcoin"].includes(path)
    ) {
      const detail = await detailOf(page, path);
      if (detail?.endsWith("/tickets") === false) details.push(detail);
    }
  }
  expect(details.map((path) => path.split("/")[2]).sort()).toEqual([
    "events",
    "messages",
    "resources",
    "tabs",
    "waitlists",
  ]);
  const event = details.find((path) => path.startsWith("/admin/events/"));
  for (const path of [...details, `${event}/poster`]) expect((await page.goto(path))?.status(), path).toBe(200);
});
