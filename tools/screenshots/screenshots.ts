// npm run screenshots [-- --only home,about --widths 360,1280 --schemes dark --scripts on --url http://localhost:8787]
import { signedAddress } from "../../harness/serving/signed-address.ts";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { chromium as chromiumOptions } from "../../harness/browser/chromium.ts";
import { dropDatabase } from "../../harness/serving/databases.ts";
import { makeDatabaseTemplate, type Stack, startStack, testSettings } from "../../harness/serving/stack.ts";
import { build } from "../../harness/building/build.ts";
import { makeBusy } from "./busy-site.ts";
import { project, stopAll } from "../../harness/processes.ts";
import { type Screen, screens } from "./screens.ts";

const { values: options } = parseArgs({
  options: {
    only: { type: "string" },
    widths: { type: "string", default: "360,768,1280" },
    schemes: { type: "string", default: "light,dark" },
    scripts: { type: "string", default: "on,off" },
    url: { type: "string" },
    admin: { type: "string", default: `${testSettings.LOCAL_ADMIN_EMAIL}:${testSettings.LOCAL_ADMIN_PASSWORD}` },
  },
});

const folder = join(project, "screenshots");
const perSheet = 12;

interface Shot {
  screen: Screen;
  width: number;
  scheme: "light" | "dark";
  scripts: boolean;
}

const list = (text: string) => text.split(",").filter(Boolean);

/** Names match exactly or, if they end in *, by prefix. */
function isWanted({ name }: Screen): boolean {
  if (!options.only) return true;
  return list(options.only).some((only) => (only.endsWith("*") ? name.startsWith(only.slice(0, -1)) : name === only));
}

function shotsOf(screen: Screen): Shot[] {
  const widths = list(options.widths).map(Number);
  return widths
    .filter((width) => !screen.widths || screen.widths.includes(width))
    .flatMap((width) =>
      (list(options.schemes) as Shot["scheme"][]).flatMap((scheme) =>
        list(options.scripts).map((scripts) => ({ screen, width, scheme, scripts: scripts === "on" })),
      ),
    )
    .filter(({ scripts, scheme }) => (scripts || !screen.needsScripts) && !(screen.print && scheme === "dark"));
}

const fileOf = ({ screen, width, scheme, scripts }: Shot) =>
  join(folder, `${screen.name}-${width}-${scheme}${scripts ? "" : "-no-script"}.png`);

type Session = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Signs in once for all screenshots of a site: each sign-in would take as long as a screenshot. */
async function signIn(browser: Browser, url: string): Promise<Session> {
  const context = await browser.newContext();
  const [email = "", ...password] = options.admin.split(":");
  const form = { email, password: password.join(":") };
  await context.request.post(`${url}/admin/login`, { form, headers: { Origin: url } });
  const session = await context.storageState();
  await context.close();
  return session;
}

async function open(page: Page, url: string, { screen }: Shot): Promise<void> {
  await page.goto(`${url}${await signedAddress(screen.path)}`, { waitUntil: "load" });
  if (screen.follow) {
    const href = await page.locator(screen.follow).first().getAttribute("href");
    await page.goto(new URL(href ?? "/", url).href, { waitUntil: "load" });
  }
  await screen.act?.(page);
  if (screen.print) await page.emulateMedia({ media: "print" });
  await page.evaluate(() => document.fonts.ready);
  if (!screen.window) await showWholePage(page);
}

/** Loads lazy pictures, and returns to the top, where a full-page screenshot shows the navigation bar. */
async function showWholePage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    (document.activeElement as HTMLElement | null)?.blur();
    // Puts the save bar where it belongs on the page, instead of at the window's edge.
    const bar = document.querySelector<HTMLElement>(".save-bar");
    if (bar) bar.style.position = "static";
    window.scrollTo({ top: 0, behavior: "instant" });
    for (const late of document.querySelectorAll<HTMLImageElement | HTMLIFrameElement>("[loading=lazy]"))
      late.loading = "eager";
    const decoded = Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    await Promise.race([decoded, new Promise((done) => setTimeout(done, 5000))]);
  });
  // Elements fixed to the window take a few frames to follow a scroll.
  await page.waitForTimeout(100);
  if ((await page.locator("iframe").count()) > 0) await page.waitForLoadState("networkidle").catch(() => undefined);
}

async function take(browser: Browser, url: string, shot: Shot, number: number, session?: Session): Promise<void> {
  const context = await browser.newContext({
    storageState: shot.screen.admin ? session : undefined,
    viewport: { width: shot.width, height: shot.width < 500 ? 740 : 900 },
    colorScheme: shot.scheme,
    javaScriptEnabled: shot.scripts,
    reducedMotion: "reduce",
    // Each screenshot has its own visitor address, so that none uses up another's rate limit.
    extraHTTPHeaders: { "CF-Connecting-IP": `10.9.${number >> 8}.${number & 255}` },
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await open(page, url, shot);
    await page.screenshot({ path: fileOf(shot), fullPage: !shot.screen.window, animations: "allow" });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : error;
    console.error(`${fileOf(shot).slice(folder.length + 1)}: ${reason}`);
    process.exitCode = 1;
  } finally {
    await context.close();
  }
}

async function makeSheets(shots: Shot[]): Promise<void> {
  mkdirSync(join(folder, "sheets"), { recursive: true });
  const series = Map.groupBy(shots, ({ width, scheme, scripts }) =>
    [width, scheme, ...(scripts ? [] : ["no-script"])].join("-"),
  );
  for (const [name, all] of series) {
    for (let start = 0; start < all.length; start += perSheet) {
      const number = String(start / perSheet + 1).padStart(2, "0");
      await makeSheet(all.slice(start, start + perSheet), join(folder, `sheets/${name}-${number}.png`));
    }
  }
}

async function makeSheet(shots: Shot[], path: string): Promise<void> {
  const phone = (shots[0]?.width ?? 0) < 500;
  const [columns, width, height] = phone ? [6, 260, 760] : [4, 390, 500];
  const gap = 10;
  const label = 20;
  const tiles = await Promise.all(
    shots.map(async (shot, index) => {
      const picture = await sharp(fileOf(shot))
        .resize({ width })
        .toBuffer({ resolveWithObject: true })
        .then(({ data, info }) =>
          sharp(data)
            .extract({ left: 0, top: 0, width, height: Math.min(height, info.height) })
            .toBuffer(),
        )
        .catch(() => null);
      const left = gap + (index % columns) * (width + gap);
      const top = gap + Math.floor(index / columns) * (height + label + gap);
      const words = Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${label}"><text y="15" font-family="sans-serif" font-size="13">${shot.screen.name}</text></svg>`,
      );
      return [{ input: words, left, top }, ...(picture ? [{ input: picture, left, top: top + label }] : [])];
    }),
  );
  const rows = Math.ceil(shots.length / columns);
  await sharp({
    create: {
      width: gap + columns * (width + gap),
      height: gap + rows * (height + label + gap),
      channels: 3,
      background: "#bbb",
    },
  })
    .composite(tiles.flat())
    .png()
    .toFile(path);
}

async function takeAll(browser: Browser, url: string, shots: Shot[], from: number): Promise<void> {
  const session = shots.some(({ screen }) => screen.admin) ? await signIn(browser, url) : undefined;
  const waiting = shots.map((shot, index) => ({ shot, number: from + index }));
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      await take(browser, url, next.shot, next.number, session);
  };
  await Promise.all([worker(), worker()]);
}

/** Takes screenshots on a separate site without any samples. */
async function takeOnFirstDay(browser: Browser, shots: Shot[]): Promise<void> {
  const template = await makeDatabaseTemplate("none");
  const stack = await startStack(template);
  try {
    await takeAll(browser, stack.url, shots, 20_000);
  } finally {
    await stack.stop();
    await dropDatabase(template);
  }
}

async function main(): Promise<void> {
  const shots = screens.filter(isWanted).flatMap(shotsOf);
  const of = (data: Screen["data"]) => shots.filter(({ screen }) => (screen.data ?? "seeded") === data);
  if (!options.only) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { launchOptions } = await chromiumOptions();
  const browser = await chromium.launch(launchOptions);
  let stack: Stack | undefined;
  let template: string | undefined;
  try {
    if (!options.url) {
      await build();
      if (of("fresh").length > 0) await takeOnFirstDay(browser, of("fresh"));
      template = await makeDatabaseTemplate();
      stack = await startStack(template);
    }
    const url = options.url ?? stack?.url ?? "";
    await takeAll(browser, url, of("seeded"), 1);
    if (stack) {
      if (of("busy").length > 0) await makeBusy(stack);
      await takeAll(browser, url, of("busy"), 5000);
      if (of("gone").length > 0) await stack.stopSupabase();
      await takeAll(browser, url, of("gone"), 10_000);
    }
    if (!stack) await takeAll(browser, url, of("dev"), 15_000);
    await makeSheets(shots.filter((shot) => existsSync(fileOf(shot))));
    console.log(`${shots.length} pictures in screenshots/, contact sheets in screenshots/sheets/`);
  } finally {
    await browser.close();
    await stack?.stop();
    if (template) await dropDatabase(template);
    await stopAll();
  }
}

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void stopAll().then(() => process.exit(130)));

await main();
