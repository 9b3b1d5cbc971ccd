import type { Cookie, Page } from "@playwright/test";
import { adminPatterns } from "../../harness/public-pages.ts";
import { testSettings } from "../../harness/serving/stack.ts";
import { currentStack, expect, stored } from "./fixtures.ts";

/** The session that the tests of this process share, by site; a test that signs out uses a separate account. */
const sessions = new Map<string, Cookie[]>();

/** Signs the page's browser in as the local admin without using the form, which has its own tests. */
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

/**
 * Pages of items that journeys create and check themselves: a picture, an import, an issue, a revision, an event with
 * reservations, a question, an action on people.
 */
const notSeeded =
  /^\/admin\/(pictures\/:id|imports\/:id|issues\/:id.*|articles\/:id\/revisions\/:number|events\/:id\/(door|join-link|questions\/:question|people\/actions\/:action)|events\/:id\/programme\/((speakers|call)\/)?:\w+(\/corrections)?)$/;

/**
 * Returns one URL for every page of the admin area, one per pattern of the site map: lists and forms by their path, a
 * row of a list by the first link to one. The page must be signed in, and the waitlist of `bitcoin` and the messages
 * must not be empty.
 */
export async function adminPages({ request }: Page): Promise<string[]> {
  const patterns = adminPatterns.filter((pattern) => !notSeeded.test(pattern));
  const [bitcoin] = await stored("events", "key=eq.bitcoin");
  const found = new Map([["/admin/events/:id", `/admin/events/${bitcoin?.id}`]]);
  for (const pattern of patterns) {
    const list = pattern.slice(0, pattern.lastIndexOf("/"));
    const above = found.get(list) ?? list;
    if (!pattern.includes(":")) found.set(pattern, pattern);
    // A page below a row: its URL is the row's URL and a word.
    else if (!/:\w+$/.test(pattern)) found.set(pattern, above + pattern.slice(list.length));
    else if (!found.has(pattern)) {
      const html = await (await request.get(above)).text();
      const [, id] = new RegExp(`href="${above}/([0-9a-f-]{36})"`).exec(html) ?? [];
      expect(id, `a link on ${above} to ${pattern}`).toBeDefined();
      found.set(pattern, `${above}/${id}`);
    }
  }
  return patterns.map((pattern) => found.get(pattern) ?? pattern);
}
