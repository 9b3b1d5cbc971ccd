// npm run rehearse: follows an operator's path on real programs, from an empty project to "0 wrong" and through a
// release, a rollback and a full database. Only Cloudflare's API and edge are fakes (cloudflare.ts). It works on a copy
// of this project, in .local/rehearsal, whose wrangler.toml set-up writes. -- --keep leaves the copy there.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { bin, project } from "../../harness/processes.ts";
import { noteProof } from "../../harness/proofs.ts";
import { openDatabase } from "../../harness/serving/owner.ts";
import { supabaseProgram } from "../../harness/supabase-program.ts";
import { startCloudflare } from "./cloudflare.ts";
import { type NewProject, startProject } from "./project.ts";

const origin = "https://hui.test";
const ref = "abcdefghijklmnopqrst";
const token = "for-the-rehearsal-only";
const copy = join(project, ".local/rehearsal");

/** Start of a question → the person's answer. */
const answers: [question: RegExp, answer: string][] = [
  [/Ref of the project.*: $/, ref],
  [/Address of the site.*: $/, origin],
  [/With the sample content.*: $/, "n"],
  [/Email of the first admin: $/, "kai@hui.test"],
  [/Do this\? \(y\/N\): $/, "y"],
];

interface Told {
  code: number;
  text: string;
}

const minutes: [path: string, seconds: number][] = [];

/** Checks that a condition holds; later steps depend on it. @throws Error with the command's output */
function expectThat(isSo: boolean, what: string, text = ""): void {
  if (!isSo) throw new Error(`Not so: ${what}\n${text.trimEnd().replaceAll(/^/gm, "  | ")}`);
  console.log(`  ok: ${what}`);
}

/** Copies the files that git tracks or would add, with this project's packages. */
function copyProject(): void {
  rmSync(copy, { recursive: true, force: true });
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: project });
  for (const file of listed.toString().trim().split("\n")) {
    if (!existsSync(join(project, file))) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(project, file), join(copy, file));
  }
  symlinkSync(join(project, "node_modules"), join(copy, "node_modules"));
}

function edit(file: string, change: (text: string) => string): void {
  const path = join(copy, file);
  writeFileSync(path, change(readFileSync(path, "utf8")));
}

/** The environment of every program of the rehearsal, with Supabase's, Cloudflare's and the site's URLs. */
function environmentOf(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG, REHEARSAL_TRACE } = process.env;
  return {
    ...{ PATH, HOME, LANG, REHEARSAL_TRACE, CI: "1", WRANGLER_SEND_METRICS: "false" },
    ...settings,
    CLOUDFLARE_API_TOKEN: token,
    NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import=${join(project, "tools/rehearse/addresses.mjs")}`,
  };
}

/** Runs a command line of the documents in the copy, as a person would type it, and answers its questions. */
async function type(line: string, env: NodeJS.ProcessEnv): Promise<Told> {
  const [program = "", ...args] = line.split(" ");
  const child = spawn(program, args, { cwd: copy, env });
  let text = "";
  let seen = 0;
  const hear = (chunk: Buffer) => {
    text += chunk;
    const answer = answers.find(([question]) => question.test(text.slice(seen)))?.[1];
    if (answer === undefined) return;
    seen = text.length;
    child.stdin.write(`${answer}\n`);
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const code = await new Promise<number>((done) => child.once("close", (status) => done(status ?? 1)));
  return { code, text };
}

/** Runs one part of the rehearsal, and records how long it took. */
async function walk(path: string, work: () => Promise<void>): Promise<void> {
  console.log(`\n${path}`);
  const start = performance.now();
  await work();
  minutes.push([path, (performance.now() - start) / 1000]);
}

const said = ({ code, text }: Told) => `${text}\nended with ${code}`;

async function rehearse(): Promise<void> {
  const database = await startProject(mkdtempSync(join(tmpdir(), "community-rehearsal-")));
  const hosts: Record<string, string> = { [`https://${ref}.supabase.co`]: database.url };
  const place = { files: join(copy, "build/client"), origin, addresses: hosts };
  const cloudflare = await startCloudflare(place, (given) => given === `Bearer ${token}`);
  try {
    hosts[origin] = cloudflare.edge;
    const env = environmentOf({
      ...database.keys,
      CLOUDFLARE_API_BASE_URL: cloudflare.api,
      REHEARSAL: JSON.stringify({ addresses: hosts, database: database.database }),
    });
    copyProject();
    const version = (program: string, ...args: string[]) =>
      execFileSync(program, args).toString().trim().split("\n").at(-1);
    const programs = {
      wrangler: `${version(bin("wrangler"), "--version")}, of the lock file`,
      "Supabase's command line": `${version(...supabaseProgram(), "--version")}, of the lock file`,
      ...database.programs,
      "Cloudflare's API and edge": "a stand-in, with workerd of the lock file; Supabase's API is left out",
      "Storage service": "not run: its tables are there, and nothing is uploaded",
    };
    for (const [name, from] of Object.entries(programs)) console.log(`${name}: ${from}`);

    await walk("set-up, from nothing to a site that answers", async () => {
      // Replaces what no page of the admin area can change, and what an owner would enter at /admin/site.
      edit("app/site.ts", (text) => text.replaceAll("example", "hui").replaceAll(" Sample", " Kai"));
      const told = await type("npm run setup -- --env production", env);
      expectThat(
        /13\. Ask the doctor/.test(told.text) && !/That failed/.test(told.text),
        "every step is done",
        said(told),
      );
      expectThat(await answersVersion("0.1.0"), "/healthz names 0.1.0", said(told));
    });
    await walk("the first minutes: cron runs, and an owner requires second factors", async () => {
      await cloudflare.trigger("* * * * *");
      await cloudflare.trigger("23 13 * * *");
      await database.query("update private.access_settings set factor_required_at = now()");
      const told = await type("npm run doctor -- --env production", env);
      expectThat(told.code === 0 && /^0 wrong/m.test(told.text), "the doctor says 0 wrong", said(told));
    });
    await walk("set-up once more, where nothing is left to do", async () => {
      const told = await type("npm run setup -- --env production", env);
      const done = told.text.match(/Done already\./g)?.length;
      expectThat(done === 12 && told.code === 0, "12 steps are done already, and the doctor is content", said(told));
    });
    await walk("a release", async () => {
      expectThat((await type("npm run released", env)).code === 0, "what 0.1.0 uses is kept");
      await type("npm version --no-git-tag-version 0.2.0", env);
      const told = await type("npm run release -- --env production", env);
      expectThat(told.code === 0 && (await answersVersion("0.2.0")), "everybody has 0.2.0", said(told));
    });
    await walk("the way back", async () => {
      const told = await type("npm run release -- back --env production", env);
      expectThat(told.code === 0 && (await answersVersion("0.1.0")), "everybody has 0.1.0 again", said(told));
    });
    await walk("the database is full", () => full(database, cloudflare.edge));
    if (existsSync(join(copy, "scripts/back-up.ts"))) await bringBack(database, env);
    else console.log("\nNot run: back-up, restore and drill. There is no scripts/back-up.ts.");

    async function answersVersion(wanted: string): Promise<boolean> {
      const health = await fetch(`${cloudflare.edge}/healthz`);
      return (await health.text()).includes(`\nversion ${wanted}\n`);
    }
  } finally {
    await cloudflare.stop();
    await database.stop();
    if (!process.argv.includes("--keep")) rmSync(copy, { recursive: true, force: true });
  }
}

/** Takes a back-up, restores it into another new project, and runs the drill. */
async function bringBack(database: NewProject, env: NodeJS.ProcessEnv): Promise<void> {
  const other = await startProject(mkdtempSync(join(tmpdir(), "community-rehearsal-")));
  const of = ({ url, database: address }: NewProject) => ({ ...env, SUPABASE_URL: url, DATABASE_URL: address });
  const commands: [path: string, line: string, project: NewProject][] = [
    ["a back-up", "npm run back-up -- --to back-ups/rehearsal", database],
    ["a restore into a new project", "npm run restore -- back-ups/rehearsal", other],
    ["the drill", "npm run drill -- back-ups/rehearsal", database],
  ];
  try {
    for (const [path, line, project] of commands)
      await walk(path, async () => {
        const told = await type(line, of(project));
        expectThat(told.code === 0, line, said(told));
      });
  } finally {
    await other.stop();
  }
}

/** Runs what docs/operate.md tells an operator of a full database to do, each block as one run of the SQL editor. */
async function full({ lock, query, database }: NewProject, site: string): Promise<void> {
  await query(
    "insert into public.contact_messages (name, email, message, status) select 'A', 'a@hui.test', 'B', 'spam' from generate_series(1, 9)",
  );
  await lock(true);
  const form = new URLSearchParams({ email: "kai@hui.test", password: "not the right one" });
  const signIn = await fetch(`${site}/admin/login`, {
    method: "POST",
    body: form,
    headers: { Origin: origin, "Sec-Fetch-Site": "same-origin" },
  });
  const page = await signIn.text();
  expectThat(
    signIn.status === 503 && page.includes("the database is read-only"),
    "the sign-in says that the database is full",
    `${signIn.status}`,
  );
  const chapter =
    readFileSync(join(copy, "docs/operate.md"), "utf8").split("### The database is full")[1]?.split("\n### ")[0] ?? "";
  const runs = [...chapter.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql = ""]) => sql);
  for (const sql of runs) await openDatabase(database, (each) => each.exec(sql));
  const { rows } = await query("select from public.contact_messages where status = 'spam'");
  expectThat(runs.length === 3 && rows.length === 0, "the three runs of docs/operate.md make room");
  await lock(false);
}

try {
  await rehearse();
  console.log("\n| path | seconds of the machine |\n|---|---|");
  for (const [path, seconds] of minutes) console.log(`| ${path} | ${Math.round(seconds)} |`);
  noteProof("rehearse", "the doctor says 0 wrong");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
