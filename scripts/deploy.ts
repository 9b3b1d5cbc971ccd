// npm run deploy -- --env production: checks the configuration, builds, and runs wrangler deploy.
import { spawn } from "node:child_process";
import { build } from "../harness/building/build.ts";
import { bin, project } from "../harness/processes.ts";
import { readCommandLine } from "./command-line.ts";
import { environments, readDeployed, requireDeployable } from "./deployed-settings.ts";

const usage = "npm run deploy -- --env staging|production";

const { values } = readCommandLine(usage, { options: { env: { type: "string" } } });
const environment = values.env ?? "";

try {
  if (!environments.includes(environment)) throw new Error(`Say where to: ${usage}`);
  requireDeployable(environment);
  await build({ ...process.env, ...readDeployed(environment).vars });
  const deploy = spawn(bin("wrangler"), ["deploy", "--env", environment], {
    cwd: project,
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "production" },
  });
  deploy.once("exit", (code) => process.exit(code ?? 1));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
