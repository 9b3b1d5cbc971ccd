import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, renameSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { hasRoomInMemory } from "../scratch-folder.ts";
import { fontsFile } from "./fonts.ts";

const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const quiet = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  // Emulating a GPU takes as much time as everything else the browser does.
  "--disable-gpu",
  // Glyph widths as on phones and high-density screens; hinting rounds them to whole pixels, differently per font.
  "--font-render-hinting=none",
];

/**
 * Returns the browser to test with: CHROMIUM_PATH, an installed Chromium, on Linux x64 the one in @sparticuz/chromium
 * (from the npm registry), else Playwright's own. CHROMIUM=packed uses the packed one even if another is installed. Its
 * fonts are always the same, regardless of the fonts on the machine.
 */
export async function chromium() {
  const env = { ...process.env, FONTCONFIG_FILE: fontsFile() };
  const wantsPacked = process.env.CHROMIUM === "packed";
  const found = wantsPacked ? undefined : (process.env.CHROMIUM_PATH ?? installed.find((path) => existsSync(path)));
  // What its processes share, such as drawn tiles, goes through files, by default on the disk.
  const common = { args: quiet, ignoreDefaultArgs: hasRoomInMemory() ? ["--disable-dev-shm-usage"] : [] };
  if (found) return { launchOptions: { ...common, executablePath: found, env } };
  if (process.platform === "linux" && process.arch === "x64") {
    const { default: packed } = await import("@sparticuz/chromium");
    const executablePath = await packed.executablePath();
    // Not with its default arguments: they use one process, which ends with the first page, and disable web security.
    return { launchOptions: { ...common, executablePath, env: { ...env, ...librariesFor(executablePath) } } };
  }
  return { launchOptions: { ...common, env } };
}

/** Provides NSS on minimal systems; the package includes it but unpacks it only on AWS. @returns LD_LIBRARY_PATH */
function librariesFor(executable: string): { LD_LIBRARY_PATH?: string } {
  const { stderr } = spawnSync(executable, ["--version"], { encoding: "utf8" });
  if (!stderr.includes("error while loading shared libraries")) return {};
  const folder = join(tmpdir(), "community-chromium-libraries");
  if (!existsSync(folder)) {
    const archive = join(
      dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")),
      "../../bin/al2023.tar.br",
    );
    const draft = mkdtempSync(`${folder}-`);
    execFileSync("tar", ["-x", "-C", draft], { input: brotliDecompressSync(readFileSync(archive)) });
    renameSync(draft, folder);
  }
  return { LD_LIBRARY_PATH: join(folder, "lib") };
}
