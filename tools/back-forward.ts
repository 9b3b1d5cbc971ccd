// npm run back-forward: Back after "Created." in an installed Chromium, whose back/forward cache restores the form that
// was sent, although its page is `no-store`. The browser of the other tests never does, nor does Playwright let another.
import { existsSync } from "node:fs";
import puppeteer, { type Page } from "puppeteer-core";
import { build } from "../harness/building/build.ts";
import { stopAll } from "../harness/processes.ts";
import { dropDatabase } from "../harness/serving/databases.ts";
import { makeDatabaseTemplate, startStack } from "../harness/serving/stack.ts";

const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const executablePath = process.env.CHROMIUM_PATH ?? installed.find((path) => existsSync(path));
if (!executablePath) {
  console.error("No Chromium is installed: put chromium on this machine, or name one with CHROMIUM_PATH.");
  process.exit(1);
}

const submit = "main form[method=post] button:not([type=button])";

await build();
const template = await makeDatabaseTemplate();
const stack = await startStack(template);
const browser = await puppeteer.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-gpu"],
  ignoreDefaultArgs: ["--disable-back-forward-cache"],
});
let failed = 0;
const expect = (isTrue: boolean, what: string) => {
  if (!isTrue) failed += 1;
  console.log(`  ${isTrue ? "ok    " : "FAILED"}  ${what}`);
};
try {
  console.log(await browser.version());
  const page = await browser.newPage();
  await page.goto(`${stack.url}/admin`);
  const { LOCAL_ADMIN_EMAIL: email = "", LOCAL_ADMIN_PASSWORD: password = "" } = stack.settings;
  await press(page, { email, password });
  await create(page, "/admin/resources/new", "education_resources", "title", (title) => ({
    title,
    url: `https://example.org/${encodeURIComponent(title)}`,
    description: "About it.",
  }));
  await create(page, "/admin/issues/new", "newsletter_issues", "subject", (subject) => ({
    subject,
    markdown: "Aloha.",
  }));
} finally {
  await browser.close();
  await stopAll();
  await dropDatabase(template);
}
console.log(failed === 0 ? "\nall passed" : `\n${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Creates a row, goes back, and creates another one with the form that the browser has kept. */
async function create(
  page: Page,
  path: string,
  table: string,
  column: string,
  fields: (name: string) => Record<string, string>,
): Promise<void> {
  await page.goto(stack.url + path);
  await page.evaluate(() => Object.assign(window, { kept: true }));
  await press(page, fields("The first"));
  await page.evaluate(() => history.back());
  await page.waitForFunction((at) => location.pathname === at, {}, path);
  expect(await page.evaluate(() => "kept" in window), `${path}: the browser has kept the form`);
  const button = await page.$eval(submit, ({ ariaDisabled, textContent }) => ({ ariaDisabled, textContent }));
  expect(!button.ariaDisabled && !button.textContent?.endsWith("…"), `${path}: its button takes a press`);
  await press(page, fields("The second"));
  const rows = await stack.query(`select 1 from public.${table} where ${column} in ('The first', 'The second')`, []);
  expect(rows.length === 2, `${path}: both are kept (${rows.length} of 2)`);
}

/** Fills the form of the page in and sends it. */
async function press(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    await page.$eval(`main [name="${name}"]`, (field) => {
      (field as HTMLInputElement).value = "";
    });
    await page.type(`main [name="${name}"]`, value);
  }
  await Promise.all([page.waitForNavigation(), page.$eval(submit, (button) => (button as HTMLButtonElement).click())]);
}
