// npm run deploy -- --env production: checks the configuration, builds, and calls wrangler deploy.
import { spawn } from "node:child_process";
import { rateLimits } from "../app/front-door/limits.ts";
import { required } from "../app/platform/env.ts";
import { build } from "../harness/building/build.ts";
import { bin, project } from "../harness/processes.ts";
import { readCommandLine } from "./command-line.ts";
import { environments, listSecrets, readDeployed } from "./deployed-settings.ts";

const usage = "npm run deploy -- --env staging|production";

const { values } = readCommandLine(usage, { options: { env: { type: "string" } } });
const environment = values.env ?? "";

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}

function findSecrets(): string[] {
  try {
    return listSecrets(environment);
  } catch (error) {
    return stop(
      `wrangler cannot list the secrets of ${environment}; run "npx wrangler login" first.\n${(error as Error).message}`,
    );
  }
}

if (!environments.includes(environment)) stop(`Say where to: ${usage}`);

const { vars: variables, ratelimits } = readDeployed(environment);
const secrets = findSecrets();

const missing = required.filter((name) => !secrets.includes(name) && !variables[name]);
if (missing.length > 0) {
  stop(
    `Not deployed. Missing in ${environment}:\n${missing.map((name) => `  ${name}: npx wrangler secret put ${name} --env ${environment}`).join("\n")}`,
  );
}
for (const name of ["SITE_ORIGIN", "SUPABASE_URL"]) {
  if (String(variables[name]).includes("example"))
    stop(`Not deployed. ${name} in [env.${environment}.vars] of wrangler.toml is still the sample.`);
}
const unbound = rateLimits.filter(({ binding }) => !ratelimits.some(({ name }) => name === binding));
if (unbound.length > 0) {
  stop(
    `Not deployed. wrangler.toml has no [[env.${environment}.ratelimits]] named ${unbound.map(({ binding }) => binding).join(", ")}.`,
  );
}
await build({ ...process.env, ...variables });
const deploy = spawn(bin("wrangler"), ["deploy", "--env", environment], {
  cwd: project,
  stdio: "inherit",
  env: { ...process.env, NODE_ENV: "production" },
});
deploy.once("exit", (code) => process.exit(code ?? 1));
