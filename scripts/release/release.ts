import { type Command, commandText, type Outcome } from "../command.ts";
import { type Answer, probe, versionOf } from "./probes.ts";

/** What is released, and where. */
export interface Release {
  environment: string;
  /** The name of the Worker, for the version override header. */
  worker: string;
  /** The version in package.json. */
  version: string;
  /** The ref of the Supabase project. */
  ref: string;
}

export interface Surroundings {
  say(line: string): void;
  /** @param isShown whether the command uses the terminal; otherwise its output is collected */
  run(command: Command, isShown: boolean): Promise<Outcome>;
  /** Builds the site, uploads it, and returns the id of the new version. @throws Error when wrangler fails */
  upload(command: Command): Promise<string>;
  /**
   * Sends a request to the site's real host, bypassing its caches and following no redirects. Never throws: no response
   * is status 0.
   */
  ask(path: string, init: { method?: "POST"; body?: string; headers: Record<string, string> }): Promise<Answer>;
  wait(milliseconds: number): Promise<void>;
}

const tries = 30;
const pause = 2_000; // ms

const inEnvironment = (environment: string, ...args: string[]): Command => ({
  program: "wrangler",
  args: [...args, "--env", environment],
});

/** The commands of a release, in order. */
export const commands = {
  migrate: ({ ref }: Release): Command => ({
    program: "supabase",
    args: ["db", "push", `--remote=${ref}`, "--yes"],
  }),
  upload: ({ environment, version }: Release) =>
    inEnvironment(environment, "versions", "upload", "--tag", `v${version}`, "--message", version),
  status: ({ environment }: Release) => inEnvironment(environment, "deployments", "status", "--json"),
  beside: ({ environment }: Release, added: string, running: string) =>
    inEnvironment(environment, "versions", "deploy", `${added}@0%`, `${running}@100%`, "--yes"),
  only: ({ environment }: Release, id: string) =>
    inEnvironment(environment, "versions", "deploy", `${id}@100%`, "--yes"),
  triggers: ({ environment }: Release) => inEnvironment(environment, "triggers", "deploy"),
  /** Without an id wrangler picks the version that had all visitors before. */
  back: ({ environment }: Pick<Release, "environment">) => inEnvironment(environment, "rollback"),
};

/** The id of the version that serves all visitors. @throws Error if there is none, or if visitors are split */
async function running(release: Release, around: Surroundings): Promise<string> {
  const { ok, output } = await around.run(commands.status(release), false);
  if (!ok) throw new Error(output.trim());
  const { versions } = JSON.parse(output.slice(output.indexOf("{"))) as {
    versions: { version_id: string; percentage: number }[];
  };
  const all = versions.find(({ percentage }) => percentage === 100);
  if (!all) throw new Error("Visitors are split between versions; end that first (npx wrangler versions deploy).");
  return all.version_id;
}

async function runShown(command: Command, around: Surroundings): Promise<void> {
  around.say(`\n${commandText(command)}`);
  if (!(await around.run(command, true)).ok) throw new Error("That failed.");
}

/** Polls /healthz until it names the version. */
async function answers(around: Surroundings, version: string, headers: Record<string, string>): Promise<boolean> {
  for (let count = 0; count < tries; count += 1) {
    if (versionOf(await around.ask("/healthz", { headers })) === version) return true;
    await around.wait(pause);
  }
  return false;
}

/** Lists what is wrong with a version, requested with these headers from the real host. */
async function faultsOf(around: Surroundings, version: string, headers: Record<string, string>): Promise<string[]> {
  if (!(await answers(around, version, headers))) return [`/healthz does not name version ${version}`];
  const faults = await probe((path, init) => around.ask(path, { ...init, headers }));
  const last = versionOf(await around.ask("/healthz", { headers }));
  return last === version ? faults : [...faults, `/healthz named version ${last} after the probes`];
}

/**
 * Brings a version to all visitors after probing it on the real host beside the running one. A version that fails a
 * probe is taken back.
 * @param released the version that supabase/released.json describes
 * @returns whether the new version has all visitors
 */
export async function releaseVersion(release: Release, released: string, around: Surroundings): Promise<boolean> {
  const { environment, version, worker } = release;
  const before = versionOf(await around.ask("/healthz", { headers: {} }));
  if (!before) throw new Error("/healthz names no version: a first deploy is npm run setup's.");
  if (before === version)
    throw new Error(
      `Version ${version} runs already, and could not be told from a new one: set another in package.json.`,
    );
  if (environment === "production" && before !== released)
    throw new Error(
      `supabase/released.json describes ${released}, but ${before} runs: check its tag out, npm run released, and commit the file here.`,
    );
  const old = await running(release, around);
  await runShown(commands.migrate(release), around);
  around.say(`\n${commandText(commands.upload(release))}`);
  const added = await around.upload(commands.upload(release));
  await runShown(commands.beside(release, added, old), around);

  around.say(`\nProbes of ${version} by version override:`);
  const header = { "Cloudflare-Workers-Version-Overrides": `${worker}="${added}"` };
  let faults = await faultsOf(around, version, header);
  if (faults.length === 0) {
    around.say("all well");
    await runShown(commands.only(release, added), around);
    around.say(`\nProbes of ${version} as every visitor:`);
    faults = await faultsOf(around, version, {});
  }
  if (faults.length > 0) {
    for (const fault of faults) around.say(`  ${fault}`);
    await runShown(commands.only(release, old), around);
    around.say(`\n${before} has all visitors. The migrations stay: they only expand.`);
    return false;
  }
  around.say("all well");
  await runShown(commands.triggers(release), around);
  around.say(
    `\n${version} has all visitors. Now: git tag v${version}, git push origin v${version}, npm run released, and commit supabase/released.json.`,
  );
  return true;
}

/** Lists what a release would do, one line per step. */
export function dryRun(release: Release): string[] {
  const lines: [string, Command | string][] = [
    ["apply the migrations, which only expand", commands.migrate(release)],
    ["build and upload", commands.upload(release)],
    ["see which version runs", commands.status(release)],
    ["put the new one beside it, without visitors", commands.beside(release, "NEW_VERSION", "OLD_VERSION")],
    ["probe it on the real host", `Cloudflare-Workers-Version-Overrides: ${release.worker}="NEW_VERSION"`],
    ["give it all visitors, and probe again", commands.only(release, "NEW_VERSION")],
    ["where a probe fails", commands.only(release, "OLD_VERSION")],
    ["bring cron and routes up to date", commands.triggers(release)],
  ];
  return lines.map(([title, what], index) => {
    const text = typeof what === "string" ? what : commandText(what);
    return `${index + 1}. ${title}\n   ${text}`;
  });
}
