// npm run doctor [-- --env staging|production]: what the site stands on, a line for each check; ends with 1 when something is wrong.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { checks, examine } from "../app/features/doctor/checks.server.ts";
import { gatherFacts } from "../app/features/doctor/facts.server.ts";
import { readSavedSite } from "../app/features/site/saved-site.server.ts";
import { readEnv, required } from "../app/platform/env.ts";
import { project } from "../harness/processes.ts";
import packageFile from "../package.json" with { type: "json" };
import { readCommandLine, refuse } from "./command-line.ts";
import { environments, listSecrets, readDeployed } from "./deployed-settings.ts";
import { readSettings } from "./settings.ts";

const timeout = 10_000; // ms

const usage = `npm run doctor                              looks at the site of this machine, while npm start runs
npm run doctor -- --env staging|production  looks at a deployed one`;

const { values } = readCommandLine(usage, { options: { env: { type: "string" } } });
if (values.env !== undefined && !environments.includes(values.env))
  refuse(`Say which.

${usage}`);

const { env, faults } = values.env ? deployed(values.env) : readEnv(readSettings());
const migrations = readdirSync(join(project, "supabase/migrations")).map((name) => name.slice(0, 14));
const versions = { running: await askVersion(env.SITE_ORIGIN), here: packageFile.version };
const deadline = Date.now() + timeout;
const site = await readSavedSite(env, deadline);
const facts = await gatherFacts({ env, site, faults, migrations, versions, host: null, deadline, looksUp: true });
const findings = examine(facts).filter(({ by }) => by !== "Worker");
for (const { title, state, text, remedy, since } of findings) {
  console.log(`${state.padEnd(8)}${title}: ${text}${since ? ` Since ${since.slice(0, 16)}Z.` : ""}`);
  if (state === "wrong") console.log(`        ${remedy}`);
}
const left = checks.filter(({ by }) => by === "Worker").map(({ title }) => title);
const wrong = findings.filter(({ state }) => state === "wrong").length;
console.log(`\n${wrong} wrong. The page /admin/doctor also looks at: ${left.join(", ")}.`);
process.exitCode = wrong > 0 ? 1 : 0;

/** What /healthz of the site says; null where it says nothing. */
async function askVersion(origin?: string): Promise<string | null> {
  try {
    const answer = await fetch(`${origin}/healthz`, { redirect: "manual", signal: AbortSignal.timeout(timeout) });
    return /^version (\S+)$/m.exec(await answer.text())?.[1] ?? null;
  } catch {
    return null;
  }
}

/** What the Worker of an environment has: secrets are asked with, where this machine knows them, and looked up by name. */
function deployed(environment: string): { env: ReturnType<typeof readEnv>["env"]; faults: string[] | null } {
  const vars = Object.fromEntries(
    Object.entries(readDeployed(environment).vars).map(([name, value]) => [name, `${value}`]),
  );
  const { env: readable } = readEnv(readSettings({ ...process.env, ...vars }));
  try {
    const secrets = listSecrets(environment);
    const missing = required.filter((name) => !secrets.includes(name) && !vars[name]);
    return { env: readable, faults: missing.map((name) => `${name} is missing`) };
  } catch {
    return { env: readable, faults: null };
  }
}
