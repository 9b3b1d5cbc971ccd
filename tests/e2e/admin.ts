import type { Page } from "@playwright/test";
import { testSettings } from "../../harness/serving/stack.ts";
import { expect } from "./fixtures.ts";

/** Signs the page's browser in as the local admin, without the form: that has journeys of its own. */
export async function signIn(page: Page): Promise<void> {
  const answer = await page.request.post("/admin/login", {
    form: { email: testSettings.LOCAL_ADMIN_EMAIL ?? "", password: testSettings.LOCAL_ADMIN_PASSWORD ?? "" },
  });
  expect(answer.url(), "where the sign-in leads").toMatch(/\/admin\?done=signed-in$/);
}
