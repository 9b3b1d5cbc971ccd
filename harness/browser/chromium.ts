import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, renameSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { type Face, fontsFile } from "./fonts.ts";

const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const quiet = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  // Emulating a graphics processor takes as much time again as all else that the browser does.
  "--disable-gpu",
  // Letters as wide as on phones and sharp screens; hinting rounds each to whole pixels, differently for each font.
  "--font-render-hinting=none",
];

/**
 * The browser to test with: CHROMIUM_PATH, an installed Chromium, on Linux x64 the one in @sparticuz/chromium (which comes
 * from the npm registry), else Playwright's own. CHROMIUM=packed takes the packed one although another is installed.
 * @param face the letters that it has, whatever fonts the machine has
 */
export async function chromium(face: Face = "narrow") {
  const env = { ...process.env, FONTCONFIG_FILE: fontsFile(face) };
  const wantsPacked = process.env.CHROMIUM === "packed";
  const found = wantsPacked ? undefined : (process.env.CHROMIUM_PATH ?? installed.find((path) => existsSync(path)));
  if (found) return { launchOptions: { executablePath: found, args: quiet, env } };
  if (process.platform === "linux" && process.arch === "x64") {
    const { default: packed } = await import("@sparticuz/chromium");
    const executablePath = await packed.executablePath();
    // Not with its own arguments: they put all in one process, which ends with the first page, and switch web security off.
    return { launchOptions: { executablePath, args: quiet, env: { ...env, ...librariesFor(executablePath) } } };
  }
  return { launchOptions: { args: quiet, env } };
}

/** Bare systems lack NSS. The package carries it, but unpacks it on Amazon's machines only. @returns the variable that names it */
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
