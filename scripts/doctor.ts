// npm run doctor [-- --env staging|production]: checks everything that the site depends on, one line per check. Exits
// with 1 if something is wrong, and with 2 if something could not be checked from here.
import { checks, examine } from "../app/features/doctor/checks.server.ts";
import { gatherFacts } from "../app/features/doctor/facts.server.ts";
import { readSavedSite } from "../app/features/site/saved-site.server.ts";
import { readEnv } from "../app/platform/env.ts";
import packageFile from "../package.json" with { type: "json" };
import { readCommandLine, refuse } from "./command-line.ts";
import { environments, knownOf, listSecrets, readDeployed } from "./deployed-settings.ts";
import { summaryOf } from "./doctor-summary.ts";
import { listOwnMigrations } from "./own-migrations.ts";
import { readSettings } from "./settings.ts";

const timeout = 10_000; // ms

const usage = `npm run doctor                              looks at the site of this machine, while npm start runs
npm run doctor -- --env staging|production  looks at a deployed one`;

const { values } = readCommandLine(usage, { options: { env: { type: "string" } } });
if (values.env !== undefined && !environments.includes(values.env))
  refuse(`Say which.

${usage}`);

const known = values.env
  ? knownOf(readDeployed(values.env), tryToList(values.env), process.env)
  : { ...readEnv(readSettings()), hidden: [] };
const { env } = known;
const [health, home] = await Promise.all(["/healthz", "/"].map(ask));
const running = /^version (\S+)$/m.exec(health?.text ?? "")?.[1] ?? null;
const deadline = Date.now() + timeout;
const facts = await gatherFacts({
  ...known,
  showsMails: !values.env && showsMails(readSettings()),
  site: await readSavedSite(env, deadline),
  migrations: listOwnMigrations(),
  versions: { running, here: packageFile.version },
  answers: [health, home].flatMap((answer) => answer ?? []),
  host: null,
  deadline,
  looksUp: true,
});
const findings = examine(facts).filter(({ by }) => by !== "Worker");
for (const { title, state, text, remedy, since } of findings) {
  console.log(`${state.padEnd(8)}${title}: ${text}${since ? ` Since ${since.slice(0, 16)}Z.` : ""}`);
  if (state === "wrong") console.log(`        ${remedy}`);
}
const { lines, exitCode } = summaryOf(findings, known.faults !== null);
const left = checks.filter(({ by }) => by === "Worker").map(({ title }) => title);
console.log(`\n${lines.join("\n")}\nThe page /admin/doctor also looks at: ${left.join(", ")}.`);
process.exitCode = exitCode;

/** Requests a path of the site without credentials; status 0 if there is no response. */
async function ask(path: string): Promise<{ path: string; status: number; text: string }> {
  try {
    const answer = await fetch(`${env.SITE_ORIGIN}${path}`, {
      redirect: "manual",
      signal: AbortSignal.timeout(timeout),
    });
    return { path, status: answer.status, text: await answer.text() };
  } catch {
    return { path, status: 0, text: "" };
  }
}

/**
 * Whether the site shows its emails on this machine: npm start does so on the embedded database, unless a sender is
 * configured.
 */
function showsMails({ SUPABASE_URL, SUPABASE_PORT, MAIL_FROM, ISSUES_FROM }: Record<string, string>): boolean {
  return SUPABASE_URL === `http://127.0.0.1:${SUPABASE_PORT}` && !MAIL_FROM && !ISSUES_FROM;
}

function tryToList(environment: string): string[] | null {
  try {
    return listSecrets(environment);
  } catch {
    return null;
  }
}
