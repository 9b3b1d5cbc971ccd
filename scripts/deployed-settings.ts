import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { type Unstable_Config, unstable_readConfig } from "wrangler";
import { bin, project } from "../harness/processes.ts";

export const environments = ["staging", "production"];

/** What wrangler.toml gives the Worker of an environment. */
export function readDeployed(environment: string): Pick<Unstable_Config, "vars" | "ratelimits"> {
  return unstable_readConfig({ config: join(project, "wrangler.toml"), env: environment });
}

/** The names of the secrets that the Worker of an environment has. @throws Error with wrangler's last words */
export function listSecrets(environment: string): string[] {
  const listed = spawnSync(bin("wrangler"), ["secret", "list", "--env", environment, "--format", "json"], {
    cwd: project,
    encoding: "utf8",
  });
  if (listed.status !== 0) throw new Error((listed.stderr || listed.stdout).trim().split("\n").at(-1));
  return JSON.parse(listed.stdout.slice(listed.stdout.indexOf("["))).map((secret: { name: string }) => secret.name);
}
