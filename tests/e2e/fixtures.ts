import { createHash } from "node:crypto";
import {
  test as base,
  type ConsoleMessage,
  expect,
  type Locator,
  type Page,
  type Response as PageResponse,
} from "@playwright/test";
import type { ProjectMetadata } from "../../playwright.config.ts";
import type { JourneyStack } from "../support/e2e-stack.ts";

interface Watch {
  /** Allows what this test provokes on purpose; everything else that goes wrong in the browser fails it. */
  allow(fault: RegExp): void;
}

interface Fixtures {
  /** Whether the page's own scripts run in this project. */
  scripts: boolean;
  /** The visitor's IP address, different for each test, so that no test uses up another's rate limit. */
  address: string;
  /** A text that no other test uses. */
  unique: string;
  watch: Watch;
}

export const test = base.extend<Fixtures>({
  baseURL: async ({ browserName: _ }, use) => use(currentStack().url),
  scripts: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),
  unique: async ({ browserName: _ }, use, info) => use(digestOf(info.testId).toString("hex").slice(0, 10)),
  address: async ({ browserName: _ }, use, info) => {
    const [a, b, c] = digestOf(info.testId);
    await use(`10.${a}.${b}.${c}`);
  },
  extraHTTPHeaders: async ({ address }, use) => use({ "CF-Connecting-IP": address }),
  watch: [
    async ({ context, baseURL, scripts }, use) => {
      const allowed: RegExp[] = [];
      const faults: string[] = [];
      const unreadPictures = new Map<string, string>();
      context.on("console", (message) => {
        if (isFault(message)) faults.push(`console ${message.type()}: ${message.text()}`);
      });
      context.on("weberror", (error) => faults.push(`page error: ${error.error()}`));
      context.on("requestfailed", (request) => {
        const reason = request.failure()?.errorText ?? "";
        const left = reason === "net::ERR_ABORTED"; // the visitor left the page before it arrived
        if (request.url().startsWith(baseURL ?? "") && !left) faults.push(`request failed: ${request.url()} ${reason}`);
      });
      context.on("response", (response) => {
        if (!isBadAnswer(response)) return;
        const fault = `status ${response.status()}: ${response.url()}`;
        const picture = /\/uploads\/[0-9a-f]{32}/.exec(response.url())?.[0];
        if (picture) unreadPictures.set(picture, fault);
        else faults.push(fault);
      });
      if (scripts) await context.addInitScript(reportPolicyViolations);
      await use({ allow: (fault) => allowed.push(fault) });
      // Another test may delete its picture after this page has listed it, or while the storage service reads it (then
      // 503); it is a fault only if the row still exists.
      for (const [picture, fault] of unreadPictures)
        if ((await stored("pictures", `path=like.${picture}*`)).length > 0) faults.push(fault);
      expect(faults.filter((fault) => !allowed.some((pattern) => pattern.test(fault)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** The site that the running test's project uses. */
export function currentStack(): JourneyStack {
  const { stack } = base.info().project.metadata as ProjectMetadata;
  return (JSON.parse(process.env.E2E_STACKS ?? "{}") as Record<ProjectMetadata["stack"], JourneyStack>)[stack];
}

const digestOf = (text: string) => createHash("sha256").update(text).digest();

/** Ignores Chromium's messages about bad statuses; `isBadAnswer` checks those, and knows the request. */
const isFault = (message: ConsoleMessage) =>
  ["error", "warning", "assert"].includes(message.type()) && !message.text().startsWith("Failed to load resource");

/** 422 is how a form answers a visitor's mistake. */
const isBadAnswer = (response: PageResponse) =>
  response.status() >= 400 && !(response.status() === 422 && response.request().method() === "POST");

function reportPolicyViolations(): void {
  addEventListener("securitypolicyviolation", (event) => {
    console.error(`CSP violation: ${event.violatedDirective} ${event.blockedURI}`);
  });
}

/**
 * The rows that an admin sees through the data API. @param filter a PostgREST query, for example
 * `email=eq.a@example.org`
 */
export async function stored(table: string, filter: string): Promise<Record<string, unknown>[]> {
  const answer = await asAdmin(`${table}?select=*&${filter}`);
  expect(answer.status, `rows of ${table}`).toBe(200);
  return (await answer.json()) as Record<string, unknown>[];
}

/** Inserts a row before the journey begins, with an admin's rights. @returns the row */
export async function store(table: string, row: Record<string, unknown>): Promise<Record<string, unknown>> {
  const answer = await asAdmin(`${table}?select=*`, row);
  expect(answer.status, `a row of ${table}`).toBe(201);
  const [kept] = (await answer.json()) as Record<string, unknown>[];
  return kept ?? {};
}

/** Changes the rows that a PostgREST query finds, with an admin's rights. */
export async function change(table: string, filter: string, row: Record<string, unknown>): Promise<void> {
  const answer = await asAdmin(`${table}?${filter}`, row, "PATCH");
  expect(answer.status, `rows of ${table}`).toBe(200);
}

/** Sends a request to the data API with an admin's token. @param row to insert or change; without one it reads */
function asAdmin(path: string, row?: Record<string, unknown>, method = row ? "POST" : "GET"): Promise<Response> {
  const { database, publishableKey, adminToken } = currentStack();
  return fetch(`${database}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: publishableKey,
      Authorization: `Bearer ${adminToken}`,
      "Content-Type": "application/json",
      Prefer: "return=representation",
    },
    ...(row ? { body: JSON.stringify(row) } : {}),
  });
}

/**
 * Expects nothing to make the page wider than its window, once its stylesheet has loaded. @param where named in the
 * error
 */
export async function expectToFit(page: Page, where = page.url()): Promise<void> {
  await page.waitForLoadState();
  const tooWide = await page.evaluate(() => {
    const root = document.documentElement;
    return root.scrollWidth - root.clientWidth;
  });
  expect(tooWide, `px that ${where} is too wide`).toBeLessThanOrEqual(0);
}

/** Presses a key until the element has focus, as a person without a mouse does. */
export async function pressUntilFocused(page: Page, selector: string, key = "Tab", most = 120): Promise<void> {
  await reach(page, page.locator(selector).first(), key, most);
}

/** The same for a locator; keys are sent to the focused element. */
export async function reach(page: Page, target: Locator, key = "Tab", most = 120): Promise<void> {
  // Looked up again only if a script has replaced it: finding a role on a page takes longer than pressing a key.
  let element = await target.elementHandle();
  for (let presses = 0; presses < most; presses += 1) {
    if (!(await element?.evaluate(({ isConnected }) => isConnected))) element = await target.elementHandle();
    if (await element?.evaluate((each) => each === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${target} was not reached by ${most} presses of ${key}`);
}
