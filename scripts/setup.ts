// npm run setup -- --env staging|production [--samples] [--dry-run]: takes a site from nothing to a first deploy, step
// by step. Steps that are already done are skipped, so it can be run again. docs/deploy.md describes the steps.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unstable_readConfig } from "wrangler";
import { project } from "../harness/processes.ts";
import packageFile from "../package.json" with { type: "json" };
import { runCommand } from "./command.ts";
import { readCommandLine, refuse } from "./command-line.ts";
import { customDomains, environments } from "./deployed-settings.ts";
import type { Surroundings } from "./setup/steps.ts";
import { dryRun, endings, setUp } from "./setup/walk.ts";
import { withSetting, workerVariables } from "./setup/wrangler-file.ts";
import { ask, askSecret } from "./terminal.ts";

const timeout = 10_000; // ms
const file = join(project, "wrangler.toml");

const usage = `npm run setup -- --env staging|production             takes each step that is not done, and asks before it
npm run setup -- --env staging|production --dry-run   only prints the steps and their commands
With --samples also a sample season to try the site with: an event with free reservations, an issue, a recap, likes.`;

const { values } = readCommandLine(usage, {
  options: { env: { type: "string" }, samples: { type: "boolean" }, "dry-run": { type: "boolean" } },
});
const environment = values.env ?? "";
if (!environments.includes(environment))
  refuse(`Say what to set up.

${usage}`);
const worker = unstable_readConfig({ config: file, env: environment }).name ?? "";
const known = { environment, worker, version: packageFile.version, wantsSeason: values.samples ?? false };

if (values["dry-run"]) console.log(dryRun(known).join("\n"));
else {
  const site = {
    ...known,
    missing: [],
    wantsSamples: false,
    accounts: [],
    account: process.env.CLOUDFLARE_ACCOUNT_ID,
    publishableKey: process.env.SUPABASE_PUBLISHABLE_KEY,
    secretKey: process.env.SUPABASE_SECRET_KEY,
  };
  const ending = await setUp(site, terminal());
  console.log(`\n${endings[ending]}`);
  process.exitCode = ending === "done" ? 0 : 1;
}

/** Connects set-up to this terminal, wrangler.toml and the network. */
function terminal(): Surroundings {
  return {
    say: (line) => console.log(line),
    ask,
    askSecret,
    run: runCommand,
    async get(url, headers = {}) {
      try {
        const answer = await fetch(url, { headers, redirect: "manual", signal: AbortSignal.timeout(timeout) });
        return answer.ok ? await answer.text() : null;
      } catch {
        return null;
      }
    },
    readFile() {
      const { account_id: account, routes = [] } = unstable_readConfig({ config: file, env: environment });
      const variables = workerVariables(readFileSync(file, "utf8"), environment);
      return { variables, account, domains: customDomains(routes) };
    },
    writeSetting: (place, name, value) =>
      writeFileSync(file, withSetting(readFileSync(file, "utf8"), place, environment, name, value)),
  };
}
