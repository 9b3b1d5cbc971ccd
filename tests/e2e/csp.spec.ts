import { signedAddress } from "../../harness/serving/signed-address.ts";
import { adminPages, signIn } from "./admin.ts";
import { expect, test } from "./fixtures.ts";
import { pages } from "./pages.ts";

test.use({ javaScriptEnabled: true });

test("no page, public or admin, violates its CSP or writes an error to the console", async ({
  page,
  watch,
  unique,
}) => {
  test.slow();
  watch.allow(/no-such-page/);
  // Some admin pages exist only once a visitor has sent something.
  const person = { name: "Keʻala", email: `csp-${unique}@example.org` };
  await page.request.post("/contact", { form: { ...person, message: "Aloha" } });
  await page.request.post("/events", { form: { ...person, event: "bitcoin" } });
  for (const path of pages) await page.goto(await signedAddress(path));
  await page.goto("/admin/login");
  await signIn(page);
  for (const path of [...(await adminPages(page)), "/admin/resources?tab=resources"])
    expect((await page.goto(path))?.status(), path).toBe(200);
});
