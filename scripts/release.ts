// npm run release -- --env staging|production [--dry-run]: brings this version to all visitors, after probing it beside
// the running one.
//   -- back --env production returns all visitors to the previous version
//   -- probe https://your.domain checks a site for the responses that every release must give
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unstable_readConfig } from "wrangler";
import { build } from "../harness/building/build.ts";
import { project } from "../harness/processes.ts";
import packageFile from "../package.json" with { type: "json" };
import released from "../supabase/released.json" with { type: "json" };
import { commandText, runCommand } from "./command.ts";
import { readCommandLine } from "./command-line.ts";
import { environments, requireDeployable } from "./deployed-settings.ts";
import { probe } from "./release/probes.ts";
import { commands, dryRun, releaseVersion, type Surroundings } from "./release/release.ts";

const timeout = 10_000; // ms
const usage = `npm run release -- --env staging|production [--dry-run]
npm run release -- back --env staging|production [--dry-run]
npm run release -- probe https://your.domain`;

const { values, positionals } = readCommandLine(usage, {
  options: { env: { type: "string" }, "dry-run": { type: "boolean" } },
  allowPositionals: true,
});
const [verb = "release", address = ""] = positionals;
const environment = values.env ?? "";

try {
  if (verb === "probe" && URL.canParse(address)) await probeOnly(address);
  else if (verb === "back" && isEnvironment()) await goBack();
  else if (verb === "release" && isEnvironment()) await bring();
  else throw new Error(usage);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function isEnvironment(): boolean {
  return environments.includes(environment);
}

async function probeOnly(origin: string): Promise<void> {
  const faults = await probe((path, init) => ask(origin, path, { ...init, headers: {} }));
  console.log(faults.length > 0 ? faults.join("\n") : "all well");
  process.exitCode = faults.length > 0 ? 1 : 0;
}

async function goBack(): Promise<void> {
  const command = commands.back({ environment });
  console.log(commandText(command));
  if (!values["dry-run"]) process.exitCode = (await runCommand(command, true)).ok ? 0 : 1;
}

async function bring(): Promise<void> {
  const { name: worker = "", vars } = unstable_readConfig({
    config: join(project, "wrangler.toml"),
    env: environment,
  });
  const [, ref] = /^https:\/\/([a-z]{20})\.supabase\.co$/.exec(String(vars.SUPABASE_URL)) ?? [];
  const release = { environment, worker, version: packageFile.version, ref: ref ?? "YOUR_PROJECT_REF" };
  if (values["dry-run"]) return console.log(dryRun(release).join("\n"));
  requireDeployable(environment);
  if (!ref)
    throw new Error(`SUPABASE_URL in [env.${environment}.vars] of wrangler.toml names no project: npm run setup.`);
  process.exitCode = (await releaseVersion(release, released.version, outside(String(vars.SITE_ORIGIN)))) ? 0 : 1;
}

async function ask(origin: string, path: string, init: Parameters<Surroundings["ask"]>[1]) {
  const { method = "GET", body, headers } = init;
  const ofForm = { "Content-Type": "application/x-www-form-urlencoded", Origin: origin };
  try {
    const answer = await fetch(new URL(path, origin), {
      method,
      body,
      headers: body === undefined ? headers : { ...headers, ...ofForm },
      redirect: "manual",
      signal: AbortSignal.timeout(timeout),
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  } catch {
    return { status: 0, headers: new Headers(), text: "" };
  }
}

/** Connects a release to this terminal, wrangler and the site. */
function outside(origin: string): Surroundings {
  return {
    say: (line) => console.log(line),
    run: runCommand,
    ask: (path, init) => ask(origin, path, init),
    wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
    async upload(command) {
      await build();
      const folder = mkdtempSync(join(tmpdir(), "release-"));
      const file = join(folder, "output.ndjson");
      try {
        const env = { WRANGLER_OUTPUT_FILE_PATH: file, NODE_ENV: "production" };
        if (!(await runCommand({ ...command, env }, true)).ok) throw new Error("The upload failed.");
        const lines = readFileSync(file, "utf8").trim().split("\n");
        const entries = lines.map((line) => JSON.parse(line) as { type: string; version_id?: string });
        const id = entries.find(({ type }) => type === "version-upload")?.version_id;
        if (!id) throw new Error("wrangler did not say which version it uploaded.");
        return id;
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}
