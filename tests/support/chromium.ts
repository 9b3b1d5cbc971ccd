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
 * from the npm registry), else Playwright's own. CHROMIUM=packed takes the packed one although another is installed.
 */
export async function chromium() {
  const wantsPacked = process.env.CHROMIUM === "packed";
  const found = wantsPacked ? undefined : (process.env.CHROMIUM_PATH ?? installed.find((path) => existsSync(path)));
  if (found) return { launchOptions: { executablePath: found, args: quiet } };
  if (process.platform === "linux" && process.arch === "x64") {
    const { default: packed } = await import("@sparticuz/chromium");
    // Not with its own arguments: they put all in one process, which ends with the first page, and switch web security off.
    const args = ["--no-zygote", "--use-gl=angle", "--use-angle=swiftshader", ...quiet];
    return { launchOptions: { executablePath: await packed.executablePath(), args } };
  }
  return { launchOptions: { args: quiet } };
}
