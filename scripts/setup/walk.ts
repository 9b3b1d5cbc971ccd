import { commandText } from "../command.ts";
import {
  type Change,
  projectStep,
  type Site,
  type Step,
  type Surroundings,
  secretNames,
  steps,
  workersDev,
} from "./steps.ts";
import { settingText } from "./wrangler-file.ts";

const secondFactor =
  "Then sign in at /admin, set up your second factor (Account), and require one of every admin (Admins, Second factors).";

/** How a run has ended, and what to do next. */
export const endings = {
  done: `Everything is set up. Commit wrangler.toml. ${secondFactor}`,
  unwell:
    "Every step is done; what the doctor named is left. Commit wrangler.toml. Normal on the first day: “Every-minute job” for\n" +
    "some minutes after the deploy, and “Names and links” until the samples are replaced, at /admin/site and in app/site.ts. All others:\n" +
    "docs/operate.md, The doctor.\n" +
    secondFactor,
  skipped: "Not everything is set up. Run this again to go on where it ended.",
  failed: "Not everything is set up. Run this again to go on where it ended.",
};
export type Ending = keyof typeof endings;

function changeText(change: Change, site: Site): string {
  if (change.kind === "by hand") return change.text;
  if (change.kind === "setting") return settingText(change.place, site.environment, change.name, change.value);
  if (change.input === undefined) return commandText(change);
  return `${commandText(change)}   (reads ${Object.keys(JSON.parse(change.input)).join(", ")})`;
}

const wantedOf = (chosen: Step[], site: Site) => chosen.filter(({ isWanted }) => isWanted?.(site) ?? true);

/** Waits until the operator has done a step by hand. @returns false if they skip it */
async function waitFor(step: Step, site: Site, around: Surroundings): Promise<boolean> {
  while ((await around.ask("Press Enter when that is done; s to leave it as it is")) !== "s") {
    if (await step.isDone(site, around)) return true;
    around.say("   It does not look done yet.");
  }
  return false;
}

/**
 * Goes through all steps that are not done: says what each would change, asks, and changes it.
 * @returns how it ended; errors have already been printed
 */
export async function setUp(site: Site, around: Surroundings, chosen: Step[] = steps): Promise<Ending> {
  let ending: Ending = "done";
  for (const [index, step] of wantedOf(chosen, site).entries()) {
    around.say(`\n${index + 1}. ${step.title}`);
    try {
      if (await step.isDone(site, around)) {
        around.say("   Done already.");
        continue;
      }
      await step.prepare?.(site, around);
    } catch (error) {
      around.say(`   ${error instanceof Error ? error.message : error}`);
      return "failed";
    }
    const changes = step.changes(site);
    for (const change of changes) around.say(`   ${changeText(change, site)}`);
    const isByHand = changes.some(({ kind }) => kind === "by hand");
    const mayGoOn = isByHand
      ? await waitFor(step, site, around)
      : changes.length === 0 || step.isHarmless || (await around.ask("Do this? (y/N)")).toLowerCase() === "y";
    if (!mayGoOn) {
      around.say("   Left as it is.");
      ending = "skipped";
      continue;
    }
    for (const change of changes) {
      if (change.kind === "setting") around.writeSetting(change.place, change.name, change.value);
      if (change.kind !== "command" || (await around.run(change, true)).ok) continue;
      if (step.isHarmless) return ending === "done" ? "unwell" : ending;
      around.say("   That failed, and nothing after it was done.");
      return "failed";
    }
  }
  return ending;
}

/** Lists every set-up step with its commands, looking at nothing but wrangler.toml. @returns lines */
export function dryRun(
  known: Pick<Site, "environment" | "worker" | "version" | "wantsSeason">,
  chosen: Step[] = steps,
): string[] {
  const site: Site = {
    ...known,
    missing: secretNames,
    wantsSamples: false,
    accounts: [],
    origin: known.environment === "staging" ? workersDev(known.worker) : "https://YOUR.DOMAIN",
    admin: "you@your.domain",
  };
  return wantedOf(chosen, site).flatMap((step, index) => {
    const look = step.look(site);
    const lines = [
      `${index + 1}. ${step.title}`,
      `   looks at:  ${typeof look === "string" ? look : commandText(look)}`,
      ...(step.asks?.(site) ?? []).map((line) => `   asks:      ${line}`),
      ...step
        .changes(site)
        .map((change) => `   ${step.isHarmless ? "does:      " : "would do:  "}${changeText(change, site)}`),
      ...(step.notes?.(site) ?? []).map((line) => `   note:      ${line}`),
    ];
    // Without a ref this step creates the project; later steps have one.
    if (step === projectStep) site.ref = "YOUR_PROJECT_REF";
    return lines;
  });
}
