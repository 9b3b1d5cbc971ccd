import type { Page } from "@playwright/test";
import { signedAddress } from "../../harness/serving/signed-address.ts";
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
  "/admin/pictures",
  "/admin/tabs",
  "/admin/resources",
  "/admin/resources?tab=resources",
  "/admin/resources/new",
  "/admin/events",
  "/admin/events/new",
  "/admin/waitlists",
  "/admin/waitlists/bitcoin",
  "/admin/waitlists/bitcoin/tickets",
  "/admin/waitlists/bitcoin/emails",
  "/admin/subscribers",
  "/admin/messages",
];

/** The address of the first row of a list, which ends in an id. */
async function detailOf(page: Page, list: string): Promise<string> {
  const hrefs = await page
    .locator(`main a[href^="${list}/"]`)
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  return hrefs.find((href) => /\/[0-9a-f-]{36}$/.test(href)) ?? `${list}/none`;
}

const lists = ["/admin/tabs", "/admin/resources", "/admin/events", "/admin/messages", "/admin/waitlists/bitcoin"];

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
  for (const path of pages) await page.goto(await signedAddress(path));
  await page.goto("/admin/login");
  await signIn(page);
  const details: string[] = [];
  for (const path of adminPages) {
    expect((await page.goto(path))?.status(), path).toBe(200);
    if (lists.includes(path)) details.push(await detailOf(page, path));
  }
  expect(details).toHaveLength(lists.length);
  const event = details.find((path) => path.startsWith("/admin/events/"));
  for (const path of [...details, `${event}/poster`]) expect((await page.goto(path))?.status(), path).toBe(200);
});
