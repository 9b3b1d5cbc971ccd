// What the commands that npm test does not run have proven last: docs/proofs.txt has a line for each run, which merges
// without a conflict (.gitattributes).
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digestOf } from "./file-digest.ts";
import { project } from "./processes.ts";

const worker = ["app", "public", "package-lock.json", "vite.config.ts", "wrangler.toml"];
const database = "supabase/migrations";

/** The files that the result of each command depends on. */
const proves = {
  rehearse: [...worker, database, "scripts", "docs/operate.md", "tools/rehearse"],
  concurrency: [database, "scripts/back-up", "scripts/drill", "tools/concurrency"],
  chaos: ["app/front-door", "app/platform", "app/features/mail", "app/features/attendance", database, "tools/chaos"],
  contract: ["app/platform/database", "app/features/sign-in", database, "tools/contract/cases"],
  bench: [...worker, "tools/bench"],
};

export type Proof = keyof typeof proves;

interface Line {
  name: string;
  day: string;
  digest: string;
  result: string;
}

const file = join(project, "docs/proofs.txt");

/** @param result the last line of the command, such as "88 passed, 0 failed" */
export function noteProof(name: Proof, result: string): void {
  const day = new Date().toISOString().slice(0, 10);
  const others = linesOf(readProofs()).filter((line) => line.name !== name);
  const lines = [...others, { name, day, digest: shortDigest(name), result }];
  writeFileSync(file, `${lines.map((line) => `${line.name} ${line.day} ${line.digest} ${line.result}`).join("\n")}\n`);
}

/** Says of each command whose files are others than when it last ran what its result was then, and of which day. */
export const staleProofs = () =>
  staleIn(readProofs(), Object.fromEntries(Object.keys(proves).map((name) => [name, shortDigest(name as Proof)])));

/** @param digests of the files as they are now, by command */
export function staleIn(text: string, digests: Record<string, string>): string[] {
  const lines = linesOf(text);
  return Object.entries(digests).flatMap(([name, digest]) => {
    const [last] = lines.filter((line) => line.name === name).sort((one, other) => other.day.localeCompare(one.day));
    if (!last) return `npm run ${name} has no result.`;
    return last.digest === digest ? [] : `npm run ${name} ran on other files, on ${last.day}: ${last.result}`;
  });
}

const shortDigest = (name: Proof) => digestOf(proves[name]).slice(0, 12);
const readProofs = () => (existsSync(file) ? readFileSync(file, "utf8") : "");

const linesOf = (text: string): Line[] =>
  [...text.matchAll(/^(\S+) (\S+) (\S+) (.+)$/gm)].map(([, name = "", day = "", digest = "", result = ""]) => ({
    name,
    day,
    digest,
    result,
  }));
