import type { Cookie, Page } from "@playwright/test";
import { testSettings } from "../../harness/serving/stack.ts";
import { currentStack, expect } from "./fixtures.ts";

/** The session that the tests of this process share, by site: whoever signs out in a test has an account of their own. */
const sessions = new Map<string, Cookie[]>();

/** Signs the page's browser in as the local admin, without the form: that has journeys of its own. */
export async function signIn(page: Page): Promise<void> {
  const { url } = currentStack();
  const session = sessions.get(url);
  if (session) return page.context().addCookies(session);
  const answer = await page.request.post("/admin/login", {
    form: { email: testSettings.LOCAL_ADMIN_EMAIL ?? "", password: testSettings.LOCAL_ADMIN_PASSWORD ?? "" },
  });
  expect(answer.url(), "where the sign-in leads").toMatch(/\/admin\?done=signed-in&at=[^&]+$/);
  const cookies = await page.context().cookies();
  sessions.set(
    url,
    cookies.filter(({ name }) => name === "session"),
  );
}
