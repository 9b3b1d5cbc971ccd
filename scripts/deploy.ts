// npm run deploy -- --env production: checks the configuration, builds, and calls wrangler deploy.
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Unstable_Config, unstable_readConfig } from "wrangler";
import { rateLimits } from "../app/front-door/limits.ts";
import { required } from "../app/platform/env.ts";
import { build } from "../harness/building/build.ts";
import { project } from "../harness/processes.ts";

const { values } = parseArgs({ options: { env: { type: "string" } } });
const environment = values.env ?? "";
const wrangler = join(project, "node_modules/.bin/wrangler");

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}

if (!["staging", "production"].includes(environment))
  stop("Say where to: npm run deploy -- --env staging (or production).");

const { vars: variables, ratelimits }: Pick<Unstable_Config, "vars" | "ratelimits"> = unstable_readConfig({
  config: join(project, "wrangler.toml"),
  env: environment,
});
const listed = spawnSync(wrangler, ["secret", "list", "--env", environment, "--format", "json"], {
  cwd: project,
  encoding: "utf8",
});
if (listed.status !== 0)
  stop(
    `wrangler cannot list the secrets of ${environment}; run "npx wrangler login" first.\n${(listed.stderr || listed.stdout).trim().split("\n").at(-1)}`,
  );
const secrets: string[] = JSON.parse(listed.stdout.slice(listed.stdout.indexOf("["))).map(
  (secret: { name: string }) => secret.name,
);

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
await build();
const deploy = spawn(wrangler, ["deploy", "--env", environment], {
  cwd: project,
  stdio: "inherit",
  env: { ...process.env, NODE_ENV: "production" },
});
deploy.once("exit", (code) => process.exit(code ?? 1));
