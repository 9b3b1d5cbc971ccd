import { existsSync } from "node:fs";

const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const quiet = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/**
 * The browser to test with: CHROMIUM_PATH, an installed Chromium, on Linux x64 the one in @sparticuz/chromium (which comes
 * from the npm registry), else Playwright's own.
 */
export async function chromium() {
  const found = process.env.CHROMIUM_PATH ?? installed.find((path) => existsSync(path));
  if (found) return { launchOptions: { executablePath: found, args: quiet } };
  if (process.platform === "linux" && process.arch === "x64") {
    const { default: packed } = await import("@sparticuz/chromium");
    return { launchOptions: { executablePath: await packed.executablePath(), args: [...packed.args, ...quiet] } };
  }
  return { launchOptions: { args: quiet } };
}
