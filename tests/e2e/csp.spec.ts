import { adminPages, signIn } from "./admin.ts";
import { expect, test } from "./fixtures.ts";

test.use({ javaScriptEnabled: true });

// What visitors see is watched for the same in layout.spec.ts, which opens every public page with its scripts.
test("no page of the admin area violates its CSP or writes an error to the console", async ({ page, unique }) => {
  test.slow();
  // Some admin pages exist only once a visitor has sent something.
  const person = { name: "Keʻala", email: `csp-${unique}@example.org` };
  await page.request.post("/contact", { form: { ...person, message: "Aloha" } });
  await page.request.post("/events", { form: { ...person, event: "bitcoin" } });
  await page.goto("/admin/login");
  await signIn(page);
  for (const path of [...(await adminPages(page)), "/admin/resources?tab=resources"])
    expect((await page.goto(path))?.status(), path).toBe(200);
});
