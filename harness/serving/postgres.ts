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
  /** such as 17.10 */
  version: string;
  stop(): Promise<void>;
}

const versions = "/usr/lib/postgresql";
const needed = ["initdb", "postgres"];

/**
 * The folder of PostgreSQL's programs: PG_BIN, one in PATH, or the newest that Debian installed.
 * @throws Error in one line that says what is missing
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

/** PostgreSQL refuses to run as root; there it runs as the user that its package made. */
function account(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  try {
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    throw new Error("PostgreSQL does not run as root, and there is no user postgres.");
  }
}

/**
 * A cluster of its own in `folder`, on a free port of this machine alone.
 * @param programs the folder of initdb and postgres
 * @param superuser the role that `url` names
 */
export async function startPostgres(
  folder: string,
  programs = postgresPrograms(),
  superuser = "postgres",
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
  const settings = { listen_addresses: "127.0.0.1", unix_socket_directories: "", max_connections: 200 };
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
  process.once("exit", () => server.kill("SIGQUIT"));
  const stop = async () => {
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
 * Applies the migrations and the seed as a hosted project gets them: by Supabase's command line, which sends a file statement by
 * statement and opens no transaction. What is there already stays as it is.
 * @param url names the role that applies them
 * @param seed `none` leaves the samples out
 * @throws Error with what the command line says
 */
export async function migrate(url: string, seed: "samples" | "none" = "samples"): Promise<void> {
  const [program, ...args] = supabaseProgram();
  const remote = new URL(url.replace(/^postgres:/, "postgresql:"));
  const { password } = remote;
  // In the environment: command lines can be read by every process of the machine.
  remote.password = "";
  const push = ["db", "push", `--remote=${remote}`, ...(seed === "samples" ? ["--include-seed"] : []), "--yes"];
  const env = { ...process.env, ...supabaseVariables, ...(password && { PGPASSWORD: decodeURIComponent(password) }) };
  await promisify(execFile)(program, [...args, ...push], { cwd: project, env, maxBuffer: 10_000_000 }).catch(
    ({ stdout, stderr }) => {
      throw new Error(`The migrations were not applied:\n${`${stderr}${stdout}`.trim()}`);
    },
  );
}
