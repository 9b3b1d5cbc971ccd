import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digestOf } from "../file-digest.ts";
import { project, run } from "../processes.ts";
import { readSiteSnapshot } from "./site-snapshot.ts";
import { makeSocialCards } from "./social-cards.ts";
import { writeWorkerOptions } from "./worker-modules.ts";

const inputs = [
  "app",
  "public",
  "harness/building",
  "package.json",
  "supabase/migrations",
  "package-lock.json",
  "tsconfig.json",
  "vite.config.ts",
  "wrangler.toml",
];
const stamp = join(project, "build/.stamp");

/**
 * Builds the site unless the last build was made from the same files and site settings.
 * @param environment names the database with these settings; without one the build has none
 * @returns whether it was built
 */
export async function build(environment: Record<string, unknown> = process.env): Promise<boolean> {
  const snapshot = await readSiteSnapshot(environment);
  const wanted = fingerprint(snapshot);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return false;
  setAside(join(project, "build"), join(project, ".local/former-builds"));
  await run("remix", ["vite:build"], { ...process.env, NODE_ENV: "production", SITE_SNAPSHOT: snapshot });
  dropUnusedScripts();
  await Promise.all([makeSocialCards(join(project, "build/client/Images/cards")), writeWorkerOptions()]);
  writeFileSync(stamp, wanted);
  return true;
}

const keptBuilds = 10;

/**
 * Moves the last build away, which Remix would delete: a running server keeps the folder of its files open, and serves
 * them from wherever that is moved. The ten latest are kept, since servers do not say which is theirs.
 */
export function setAside(build: string, former: string): void {
  if (!existsSync(build)) return;
  mkdirSync(former, { recursive: true });
  const builds = readdirSync(former)
    .map(Number)
    .sort((one, other) => other - one);
  for (const old of builds.slice(keptBuilds - 1)) rmSync(join(former, String(old)), { recursive: true });
  renameSync(build, join(former, String((builds[0] ?? 0) + 1)));
}

/**
 * Removes scripts that no page loads. Only islands hydrate, so the chunks that Remix creates for routes, which contain
 * the framework and the legal texts again, are unused. Kept are the scripts that the code imports with `?worker&url`,
 * the one that hydrates islands, and what it loads.
 */
function dropUnusedScripts(): void {
  const sources = readdirSync(join(project, "app"), { recursive: true, withFileTypes: true }).filter((file) =>
    /\.tsx?$/.test(file.name),
  );
  const texts = sources.map((file) => readFileSync(join(file.parentPath, file.name), "utf8"));
  const named = texts.flatMap((text) => [...text.matchAll(/([a-z-]+)\.ts\?worker&url/g)].map((match) => match[1]));
  const assets = join(project, "build/client/assets");
  const scripts = readdirSync(assets).filter((asset) => asset.endsWith(".js"));
  const kept = new Set(
    scripts.filter((script) => [...named, "entry.client"].includes(script.replace(/-[\w-]{8}\.js$/, ""))),
  );
  // iteration includes the elements added on the way
  for (const script of kept) {
    const text = readFileSync(join(assets, script), "utf8");
    for (const other of scripts) if (text.includes(other)) kept.add(other);
  }
  for (const script of scripts) if (!kept.has(script)) rmSync(join(assets, script));
}

const fingerprint = (snapshot: string) => createHash("sha256").update(snapshot).update(digestOf(inputs)).digest("hex");
