import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { type Unstable_Config, unstable_readConfig } from "wrangler";
import { rateLimits } from "../app/front-door/limits.ts";
import { type Env, offText, optional, type Reading, readEnv, required } from "../app/platform/env.ts";
import { bin, project } from "../harness/processes.ts";

export const environments = ["staging", "production"];

/** The settings in wrangler.toml of one environment's Worker, as far as commands use them. */
export type Deployed = Pick<Unstable_Config, "vars" | "ratelimits" | "limits" | "routes" | "send_email">;

export function readDeployed(environment: string): Deployed {
  return unstable_readConfig({ config: join(project, "wrangler.toml"), env: environment });
}

/** The names of the secrets set for an environment's Worker. @throws Error with the last line of wrangler's output */
export function listSecrets(environment: string): string[] {
  const listed = spawnSync(bin("wrangler"), ["secret", "list", "--env", environment, "--format", "json"], {
    cwd: project,
    encoding: "utf8",
  });
  if (listed.status !== 0) throw new Error((listed.stderr || listed.stdout).trim().split("\n").at(-1));
  return JSON.parse(listed.stdout.slice(listed.stdout.indexOf("["))).map((secret: { name: string }) => secret.name);
}

/**
 * Checks a Worker's configuration by the Worker's own rules.
 * @param secrets only their names
 * @param known values of some of the secrets, by name
 */
export function judgeDeployed(
  { vars, send_email: senders }: Pick<Deployed, "vars" | "send_email">,
  secrets: readonly string[],
  known: Record<string, string> = {},
): Reading {
  const bindings = senders.map(({ name }) => name);
  const hidden = [...secrets, ...bindings].filter((name) => !(name in known) && !(name in vars));
  return readEnv({ ...known, ...vars }, hidden);
}

/** What this machine knows about a Worker's settings. */
export interface Known {
  env: Partial<Env>;
  /** Null if it is unknown which secrets the Worker has. */
  faults: string[] | null;
  /** Names of settings that are, or may be, set but whose values cannot be read here. */
  hidden: string[];
}

/**
 * Collects a deployed Worker's settings: its variables, the values of its secrets that are exported here, and the names
 * of the others. .dev.vars describes this machine's own site and is ignored, as are exported secrets that the Worker
 * does not have.
 * @param secrets null if wrangler cannot list them
 */
export function knownOf(deployed: Deployed, secrets: readonly string[] | null, exported: NodeJS.ProcessEnv): Known {
  const names: readonly string[] = [...required, ...optional];
  const there = secrets ?? names.filter((name) => deployed.vars[name] === undefined);
  const known: Record<string, string> = {};
  for (const name of there) if (exported[name]) known[name] = exported[name];
  const { env, faults } = judgeDeployed(deployed, there, known);
  return { env, faults: secrets && faults, hidden: there.filter((name) => !(name in known)) };
}

/** The custom domains that a deploy assigns to the Worker. */
export const customDomains = (routes: NonNullable<Deployed["routes"]>) =>
  routes.flatMap((route) =>
    typeof route === "object" && "custom_domain" in route && route.custom_domain ? [route.pattern] : [],
  );

/**
 * Reasons why a deploy would fail, or would give a site that cannot do everything it is configured for; one line each.
 */
export function faultsOfDeploy(environment: string, deployed: Deployed, secrets: readonly string[]): string[] {
  const { vars, ratelimits, limits, routes = [] } = deployed;
  const { faults, off } = judgeDeployed(deployed, secrets);
  const lines = faults.map((fault) => {
    const [, name] = /^(\w+) is missing$/.exec(fault) ?? [];
    return name ? `${fault}: npx wrangler secret put ${name} --env ${environment}` : fault;
  });
  lines.push(...off.map(offText));
  for (const name of ["SITE_ORIGIN", "SUPABASE_URL"])
    if (String(vars[name]).includes("example"))
      lines.push(`${name} in [env.${environment}.vars] of wrangler.toml is still the sample`);
  const unbound = rateLimits.filter(({ binding }) => !ratelimits.some(({ name }) => name === binding));
  if (unbound.length > 0)
    lines.push(
      `wrangler.toml has no [[env.${environment}.ratelimits]] named ${unbound.map(({ binding }) => binding).join(", ")}`,
    );
  if (limits && vars.WORKERS_PLAN !== "paid")
    lines.push('[limits] in wrangler.toml is for Workers Paid alone (WORKERS_PLAN = "paid"): Workers Free refuses it');
  const domains = customDomains(routes);
  const host = URL.canParse(String(vars.SITE_ORIGIN)) ? new URL(String(vars.SITE_ORIGIN)).host : "";
  if (domains.length > 0 && !domains.includes(host))
    lines.push(`routes in [env.${environment}] of wrangler.toml names ${domains.join(", ")}, and SITE_ORIGIN ${host}`);
  return lines;
}

/**
 * Checks a deploy before anything is sent.
 * @throws Error that lists everything that is wrong, or says that wrangler cannot list the secrets
 */
export function requireDeployable(environment: string): void {
  const secrets = (() => {
    try {
      return listSecrets(environment);
    } catch (error) {
      throw new Error(
        `wrangler cannot list the secrets of ${environment}; run "npx wrangler login" first.\n${(error as Error).message}`,
      );
    }
  })();
  const lines = faultsOfDeploy(environment, readDeployed(environment), secrets);
  if (lines.length > 0)
    throw new Error(`Nothing was sent. In ${environment}:\n${lines.map((line) => `  ${line}`).join("\n")}`);
}
