// npm run firefox [-- folder]: runs the visitors' journeys, the sign-in and an offline check-in in an installed Firefox
// (ESR), with and without the site's scripts, and adds the pictures in the folder, too.
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer, { type ElementHandle, type Page } from "puppeteer-core";
import sharp, { type Sharp } from "sharp";
import { newToken } from "../app/platform/text/link-token.ts";
import { build } from "../harness/building/build.ts";
import { stopAll } from "../harness/processes.ts";
import { dropDatabase } from "../harness/serving/databases.ts";
import { startNetwork } from "../harness/serving/flaky-network.ts";
import { makeDatabaseTemplate, type Stack, startStack } from "../harness/serving/stack.ts";

const installed = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];
const executablePath = process.env.FIREFOX_PATH ?? installed.find((path) => existsSync(path));
const [ownFolder] = process.argv.slice(2);
const ownPictures = ownFolder ? readdirSync(ownFolder).map((name) => join(ownFolder, name)) : [];
const counts = { passed: 0, failed: 0 };

const visits: Record<string, (page: Page, stack: Stack) => Promise<void>> = {
  "reads every page of the navigation": async (page, { url }) => {
    await page.goto(url);
    const links = await page.$$eval("header nav a[href^='/']", (found) =>
      found.map((link) => (link as HTMLAnchorElement).href),
    );
    if (links.length < 5) throw new Error(`the navigation has ${links.length} links`);
    for (const link of new Set(links)) {
      const answer = await page.goto(link);
      // 304: the page has been loaded before and is unchanged.
      if (![200, 304].includes(answer?.status() ?? 0)) throw new Error(`${link} answers ${answer?.status()}`);
      if ((await textOf(page, "h1")).trim() === "") throw new Error(`${link} has no heading`);
    }
  },
  "likes a work, and takes it back": async (page, { url }) => {
    await page.goto(`${url}/education`);
    const button = "article:first-of-type form button";
    const before = await textOf(page, button);
    await page.click(button);
    await says(page, button, String(Number(/\d+/.exec(before)?.[0] ?? 0) + 1));
    await page.reload();
    await page.click(button);
    await says(page, button, /\d+/.exec(before)?.[0] ?? "0");
  },
  "chooses another tab of the library, and comes back": async (page, { url }) => {
    await page.goto(`${url}/education`);
    const first = await textOf(page, "#library article h2, #library article h3");
    await page.click('#library a[href*="tab=media"]');
    await says(page, '#library [aria-current], #library [aria-selected="true"]', "Media");
    // Not goBack(): it waits for a load that never comes if Firefox has kept the page in memory.
    await page.evaluate(() => history.back());
    await says(page, "#library", first.trim().slice(0, 20));
  },
  "joins a waitlist, after a mistake": async (page, { url }) => {
    await page.goto(`${url}/events`);
    await send(page, "#waitlist form", { name: "K", email: "keala@example.org" });
    await says(page, '[role="alert"]', "at least 2 characters");
    await send(page, "#waitlist form", { name: "eʻala" });
    await says(page, '[role="status"]', "You've been added");
  },
  subscribes: async (page, { url }) => {
    await page.goto(`${url}/insights`);
    await send(page, "#newsletter form", { email: "leilani@example.org" });
    await says(page, '[role="status"]', "Thanks for subscribing!");
  },
  "writes to the organization": async (page, { url }) => {
    await page.goto(`${url}/contact`);
    await send(page, "main form", { name: "Kai", email: "kai@example.org", message: "Aloha" });
    await says(page, "main", "We have your message");
    if ((await page.$('a[href^="mailto:"]')) === null) throw new Error("there is no draft");
  },
  "signs in, and out": async (page, stack) => {
    await signIn(page, stack);
    await page.click('form[action="/admin/logout"] button');
    await says(page, '[role="status"]', "You are signed out.");
  },
  "adds pictures as cameras and editors write them, which all keep their shape": async (page, stack) => {
    await signIn(page, stack);
    const folder = mkdtempSync(join(tmpdir(), "firefox-pictures-"));
    try {
      for (const [name, picture] of Object.entries(madePictures())) {
        const file = join(folder, name);
        await picture.toFile(file);
        await addPicture(page, stack, file);
      }
      const faults: string[] = [];
      for (const file of ownPictures)
        await addPicture(page, stack, file).catch((error) => faults.push(`${file}: ${error}`));
      if (faults.length > 0) throw new Error(faults.join("\n          "));
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** Journeys that need the site's scripts. */
const scripted: typeof visits = {
  "checks a guest in while the network is gone, and sends it once it is back": async (page, stack) => {
    const network = await startNetwork(stack.url);
    try {
      const id = await makeEvening(stack);
      await page.goto(`${stack.url}/events/firefox-evening`);
      await send(page, "#waitlist form", {
        name: "Kaʻiulani",
        email: "kaiulani@example.org",
      });
      await says(page, "main", "The reservation for Evening is confirmed.");
      await signIn(page, stack);
      const token = newToken();
      await page.goto(`${stack.url}/admin/events/${id}/door`);
      await page.evaluate(
        (body, path) => fetch(path, { method: "POST", body: new URLSearchParams(body) }).then(({ ok }) => ok),
        { name: "Leilani", token },
        `/admin/events/${id}/door`,
      );
      await page.goto(`${network.url}/door/${token}`);
      await send(page, "main form", { name: "Leilani" });
      await says(page, "main", "The list on this phone is from");
      const kept = () => page.evaluate(async () => (await (await caches.open("door")).keys()).length);
      await until(
        async () => (await kept()) >= 3,
        () => "the page of the door is not kept",
      );
      network.set("gone");
      await page.reload().catch(() => null);
      await says(page, "main", "The list on this phone is from");
      await page.type(".search input", "kaiulani");
      await says(page, ".guests li", "Kaʻiulani");
      await page.click(".guests li button");
      await says(page, ".guests li", "Kept on this phone, not yet sent");
      const arrived = () => stack.query("select arrived from public.reservations where event_id = $1", [id]);
      if ((await arrived())[0]?.arrived !== null) throw new Error("it was sent without a network");
      network.set("open");
      await page.reload();
      await until(
        async () => (await arrived())[0]?.arrived === 1,
        () => "the check-in did not arrive",
      );
    } finally {
      network.stop();
    }
  },
};

/** Adds an evening that begins in an hour and has spots. @returns its id */
async function makeEvening({ query }: Stack): Promise<string> {
  const [event] = await query(
    `insert into public.events (key, title, place, summary, starts_at, date_precision, is_published, takes_reservations, attendee_limit)
     values ('firefox-evening', 'Evening', 'Hilo', 'An evening.', now() + interval '1 hour', 'exact', true, true, 20) returning id`,
    [],
  );
  return String(event?.id);
}

/** Pictures by file name: with a quarter turn in their metadata, and with what editors add. */
function madePictures(): Record<string, Sharp> {
  const plain = (alpha = 1) =>
    sharp({ create: { width: 900, height: 500, channels: 4, background: { r: 15, g: 63, b: 74, alpha } } });
  const turned = () => plain().withMetadata({ orientation: 6 });
  const edited = (alpha?: number) =>
    plain(alpha)
      .withIccProfile("p3")
      .withExif({ IFD0: { Software: "Editor" } });
  return {
    "turned.jpeg": turned().jpeg(),
    "turned.png": turned().png(),
    "turned.webp": turned().webp(),
    "turned.avif": turned().avif(),
    "see-through.webp": edited(0.5).webp({ alphaQuality: 50 }),
    "lossless.webp": edited(0.5).webp({ lossless: true }),
    "see-through.avif": edited(0.5).avif(),
    "full-color.avif": edited().avif({ chromaSubsampling: "4:4:4" }),
    "half-color.avif": edited().avif({ chromaSubsampling: "4:2:0" }),
  };
}

/** Adds a picture and compares what Firefox shows of it, and of its smaller versions, with the stored size. */
async function addPicture(page: Page, { url, query }: Stack, file: string): Promise<void> {
  await page.goto(`${url}/admin/pictures`);
  const input = await page.$('input[type="file"]');
  await (input as ElementHandle<HTMLInputElement>).uploadFile(file);
  await send(page, "form[data-new-picture]", { alt: "Turned" });
  await says(page, '[role="status"]', "Picture saved.");
  const id = /[0-9a-f-]{36}/.exec(page.url())?.[0];
  const [row] = await query("select path, width, height from public.pictures where id = $1", [id]);
  const { path, width, height } = row as { path: string; width: number; height: number };
  const smaller = path.includes("_480") ? [path.replace(/\.\w+$/, "-480.webp")] : [];
  for (const each of [path, ...smaller]) {
    const shown = await page.evaluate(async (address) => {
      const picture = new Image();
      picture.src = address;
      await picture.decode();
      return { width: picture.naturalWidth, height: picture.naturalHeight };
    }, each);
    // smaller versions have whole pixels
    if (Math.abs(shown.height - (shown.width * height) / width) > 1)
      throw new Error(`${each} is shown as ${shown.width} × ${shown.height}, and stored as ${width} × ${height}`);
  }
}

async function signIn(page: Page, { url, settings }: Stack): Promise<void> {
  await page.goto(`${url}/admin`);
  await send(page, "main form", {
    email: settings.LOCAL_ADMIN_EMAIL ?? "",
    password: settings.LOCAL_ADMIN_PASSWORD ?? "",
  });
  await says(page, '[role="status"]', "Welcome back!");
}

if (!executablePath) {
  console.error("No Firefox is installed: put firefox-esr on this machine, or name one with FIREFOX_PATH.");
  process.exit(1);
}

await build();
const template = await makeDatabaseTemplate();
try {
  for (const scripts of [true, false]) await journeys(scripts, executablePath);
} finally {
  await stopAll();
  await dropDatabase(template);
}
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;

async function journeys(scripts: boolean, firefox: string): Promise<void> {
  const stack = await startStack(template);
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: firefox,
    // Wide enough for the navigation bar to show all of its links.
    defaultViewport: { width: 1280, height: 800 },
  });
  console.log(`\n${await browser.version()}, ${scripts ? "with" : "without"} the site's scripts`);
  try {
    for (const [name, journey] of Object.entries(scripts ? { ...visits, ...scripted } : visits)) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      const complaints: string[] = [];
      if (scripts) {
        page.on("console", (line) => void (line.type() === "error" && complaints.push(line.text())));
        page.on("pageerror", (error) => void complaints.push(String(error)));
      } else await withoutScripts(page);
      try {
        await journey(page, stack);
        if (complaints.length > 0) throw new Error(`the console says ${complaints.join("; ")}`);
        counts.passed += 1;
        console.log(`  ok      ${name}`);
      } catch (error) {
        counts.failed += 1;
        console.log(`  FAILED  ${name}: ${error instanceof Error ? error.message : error}`);
      }
      await context.close();
    }
  } finally {
    await browser.close();
    await stack.stop();
  }
}

/** Blocks all of the site's scripts, because Firefox cannot be driven with JavaScript disabled. */
async function withoutScripts(page: Page): Promise<void> {
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    if (/\.js($|\?)/.test(request.url())) void request.abort();
    else void request.continue();
  });
}

/** @param what describes what is missing @throws Error after 10 s */
async function until(holds: () => Promise<boolean>, what: () => string): Promise<void> {
  const end = Date.now() + 10_000;
  while (Date.now() < end) {
    if (await holds().catch(() => false)) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(what());
}

/** Waits until the elements of the selector contain the text. @throws Error after 10 s */
async function says(page: Page, selector: string, text: string): Promise<void> {
  let seen = "";
  const isThere = async () => {
    seen = await textOf(page, selector);
    return seen.includes(text);
  };
  await until(isThere, () => `“${text}” did not appear in ${selector}; it says “${seen.slice(0, 120)}”`);
}

/** The text of all elements of the selector; empty while there are none, or while a page is loading. */
function textOf(page: Page, selector: string): Promise<string> {
  return page.$$eval(selector, (found) => found.map((each) => each.textContent).join(" ")).catch(() => "");
}

async function send(page: Page, form: string, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await page.type(`${form} [name="${name}"]`, value);
  await page.click(`${form} button[type="submit"], ${form} button:not([type])`);
}
