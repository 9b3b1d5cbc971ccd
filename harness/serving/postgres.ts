import { execFile, execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import postgres from "postgres";
import { freePort, project } from "../processes.ts";
import { supabaseProgram, supabaseVariables } from "../supabase-program.ts";

export interface Postgres {
  /** for clients; the role is the cluster's superuser */
  url: string;
  /** for example 17.10 */
  version: string;
  stop(): Promise<void>;
}

const versions = "/usr/lib/postgresql";
const needed = ["initdb", "postgres"];

/**
 * Returns the folder of PostgreSQL's programs: PG_BIN, one in PATH, or the newest installed by Debian.
 * @throws Error with a one-line message about what is missing
 */
export function postgresPrograms(): string {
  const installed = existsSync(versions) ? readdirSync(versions) : [];
  const newestFirst = installed.sort((one, other) => Number(other) - Number(one));
  const candidates = [
    process.env.PG_BIN ?? "",
    ...(process.env.PATH ?? "").split(delimiter),
    ...newestFirst.map((version) => join(versions, version, "bin")),
  ];
  const found = candidates.find((folder) => folder && needed.every((name) => existsSync(join(folder, name))));
  if (!found)
    throw new Error(
      `PostgreSQL is not installed: neither PG_BIN nor PATH nor ${versions}/*/bin has ${needed.join(", ")} (Debian: apt install postgresql).`,
    );
  return found;
}

/** PostgreSQL refuses to run as root; in that case it runs as a user that every Unix has. */
function account(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/**
 * Starts a new cluster in `folder`, on a free port that is only reachable from this machine.
 * @param programs the folder of initdb and postgres
 * @param superuser the role that `url` names
 * @param overrides settings of PostgreSQL
 */
export async function startPostgres(
  folder: string,
  programs = postgresPrograms(),
  superuser = "postgres",
  overrides: Record<string, string> = {},
): Promise<Postgres> {
  const user = account();
  const data = join(folder, "cluster");
  mkdirSync(data, { mode: 0o700 });
  if (user) for (const path of [folder, data]) chownSync(path, user.uid, user.gid);
  execFileSync(
    join(programs, "initdb"),
    ["-D", data, "-U", superuser, "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"],
    { ...user, cwd: folder, stdio: ["ignore", "ignore", "inherit"] },
  );
  const port = await freePort();
  const settings = { listen_addresses: "127.0.0.1", unix_socket_directories: "", max_connections: 200, ...overrides };
  const server = spawn(
    join(programs, "postgres"),
    [
      "-D",
      data,
      "-p",
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    { ...user, cwd: folder, stdio: "ignore" },
  );
  const gone = new Promise<void>((done) => server.once("exit", () => done()));
  // it does not keep this process running
  server.unref();
  process.once("exit", () => server.kill("SIGQUIT"));
  const stop = async () => {
    server.ref();
    server.kill("SIGINT");
    await gone;
  };
  const url = `postgres://${superuser}@127.0.0.1:${port}/postgres`;
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    for (const until = Date.now() + 30_000; !(await client`select`.catch(() => false)); ) {
      if (Date.now() > until || server.exitCode !== null) throw new Error("PostgreSQL did not start.");
      await new Promise((done) => setTimeout(done, 100));
    }
    const [row] = await client`show server_version`;
    return { url, version: String(row?.server_version), stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    await client.end();
  }
}

/**
 * Applies the migrations and the seed as for a hosted project: with the Supabase CLI, which sends a file statement by
 * statement without a transaction. Existing data is kept.
 * @param url names the role that applies them
 * @param seed `none` omits the samples
 * @throws Error with the output of the CLI
 */
export async function migrate(url: string, seed: "samples" | "none" = "samples"): Promise<void> {
  const [program, ...args] = supabaseProgram();
  const remote = new URL(url.replace(/^postgres:/, "postgresql:"));
  const { password } = remote;
  // Passed in the environment: every process on the machine can read command lines.
  remote.password = "";
  const push = ["db", "push", `--remote=${remote}`, ...(seed === "samples" ? ["--include-seed"] : []), "--yes"];
  const env = { ...process.env, ...supabaseVariables, ...(password && { PGPASSWORD: decodeURIComponent(password) }) };
  await promisify(execFile)(program, [...args, ...push], { cwd: project, env, maxBuffer: 10_000_000 }).catch(
    ({ stdout, stderr }) => {
      throw new Error(`The migrations were not applied:\n${`${stderr}${stdout}`.trim()}`);
    },
  );
}
