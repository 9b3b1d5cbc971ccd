// npm run chaos [-- --runs=5 --sabotage=no-unique-index|early-success]: checks that nothing is lost or duplicated under
// kill -9, and that a room of 300 people loses nothing but time while 1,000 networks send forms.
import { randomInt } from "node:crypto";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { build } from "../../harness/building/build.ts";
import { stopAll } from "../../harness/processes.ts";
import { noteProof } from "../../harness/proofs.ts";
import { dropDatabase } from "../../harness/serving/databases.ts";
import { makeDatabaseTemplate, makeDataFolder } from "../../harness/serving/stack.ts";
import { flood } from "./flood.ts";
import type { Victim } from "./killable-stack.ts";
import { type Moment, type Sabotage, trial } from "./trial.ts";

const turns: { victims: Victim[]; moment: Moment }[] = [
  { victims: ["worker"], moment: "mail-taken" },
  { victims: ["supabase"], moment: "forms" },
  { victims: ["worker", "supabase"], moment: "mail-comes" },
  { victims: ["worker"], moment: "forms" },
  { victims: ["supabase"], moment: "mail-taken" },
];
const sabotages: Sabotage[] = ["no-unique-index", "early-success"];
/**
 * The minimum of answered and of open sign-ups, likes and emails at the moment of the kill; with fewer, a run proves
 * nothing.
 */
const atLeast = 20;

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void stopAll().then(() => process.exit(130)));

const { values } = parseArgs({ options: { runs: { type: "string", default: "5" }, sabotage: { type: "string" } } });
const runs = Number(values.runs);
const sabotage = sabotages.find((known) => known === values.sabotage);
if (!(runs >= 0) || (values.sabotage && !sabotage)) {
  console.error(`npm run chaos -- [--runs=5] [--sabotage=${sabotages.join("|")}]`);
  process.exit(2);
}

await build();
// A database that is killed is a folder of its own; PostgreSQL serves the room.
const template = await makeDataFolder();
const database = await makeDatabaseTemplate();
const total = {
  counting: 0,
  lost: 0,
  doubled: 0,
  likesLost: 0,
  likesDoubled: 0,
  mailsLost: 0,
  mailsDoubled: 0,
  mailsUncertain: 0,
};
let lostInTheRoom = 0;
try {
  for (let number = 0; total.counting < runs && number < runs * 4; number += 1) {
    const { victims, moment } = turns[number % turns.length] as (typeof turns)[number];
    const started = Date.now();
    const { lost, doubled, ...found } = await trial(template, {
      victims,
      moment,
      killAfter: moment === "forms" ? randomInt(150, 301) : randomInt(20, 121),
      sabotage,
    });
    const { answered, open, likesAnswered, likesOpen, mailsTaken } = found;
    const atTheBlow =
      moment === "forms" ? [answered, open, likesAnswered, likesOpen] : [mailsTaken + 1, answered + open - mailsTaken];
    const counts = atTheBlow.every((each) => each >= atLeast);
    const numbers = { ...found, lost: lost.length, doubled: doubled.length };
    const text = Object.entries(numbers).map(([name, value]) => `${name} ${value}`);
    const seconds = `${Math.round((Date.now() - started) / 1000)} s`;
    console.log(
      `kill -9 ${victims.join(" and ")}, ${moment}: ${[...text, seconds].join(", ")}${counts ? "" : " (does not count)"}`,
    );
    if (!counts) continue;
    total.counting += 1;
    total.lost += lost.length;
    total.doubled += doubled.length;
    total.likesLost += found.likesLost;
    total.likesDoubled += found.likesDoubled;
    total.mailsLost += found.mailsLost;
    total.mailsDoubled += found.mailsDoubled;
    total.mailsUncertain += found.mailsUncertain;
  }
  for (const isFlooded of sabotage ? [] : [false, true]) {
    const { lost, ...found } = await flood(database, isFlooded);
    lostInTheRoom += lost;
    const numbers = Object.entries({ ...found, lost }).map(([name, value]) => `${name} ${Math.round(value * 10) / 10}`);
    console.log(`300 people behind one address${isFlooded ? " under a flood" : ""}: ${numbers.join(", ")}`);
  }
} finally {
  await stopAll();
  await dropDatabase(database);
  rmSync(dirname(template), { recursive: true, force: true });
}
const { counting, ...wrong } = total;
const result = `sign-ups: ${wrong.lost} lost, ${wrong.doubled} doubled; likes: ${wrong.likesLost} lost, ${wrong.likesDoubled} doubled; mails: ${wrong.mailsLost} lost, ${wrong.mailsDoubled} doubled, ${wrong.mailsUncertain} uncertain, over ${counting} counting runs; ${lostInTheRoom} of the room lost`;
console.log(result);
if (!sabotage && runs === 5) noteProof("chaos", result);
process.exitCode =
  counting === runs && lostInTheRoom === 0 && Object.values(wrong).every((number) => number === 0) ? 0 : 1;
