import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { newCredentialKey } from "../credential-keys.ts";
import { freePort, run, type Service, stopAll } from "../processes.ts";
import { makeScratchFolder } from "../scratch-folder.ts";
import { startAccountStandIn } from "./account-stand-in.ts";
import { createDatabase, dropDatabase } from "./databases.ts";
import { startSupabase } from "./embedded-supabase.ts";
import type { Query } from "./owner.ts";
import { startWorker } from "./start-worker.ts";

/** Fixed values, because nothing served by a test is reachable from outside. */
export const testSettings: Record<string, string> = {
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_Zm9yLXRlc3RzLW9ubHktMDE",
  SUPABASE_SECRET_KEY: "sb_secret_Zm9yLXRlc3RzLW9ubHktMDI",
  SUPABASE_JWT_SECRET: "for-tests-only-8Kq2vYx1Lz7Rw4Nd0Tb6Hc3Jm5Pf9Sg",
  SUPABASE_JWT_EXPIRY: "3600",
  SESSION_SECRET: "for-tests-only-session-3Jm5Pf9Sg8Kq2vYx1Lz7Rw",
  VISITOR_SECRET: "for-tests-only-visitor-0Tb6Hc3Jm5Pf9Sg8Kq2vY",
  FACTOR_SECRET: "for-tests-only-factor-1Lz7Rw4Nd0Tb6Hc3Jm5Pf9",
  CREDENTIAL_KEYS: newCredentialKey(),
  BREACH_API_URL: "none",
  LINK_CHECK: "none",
  // Only tests of the pace wait for it.
  MAIL_STRANGERS_A_MINUTE: "10000",
  LOCAL_ADMIN_EMAIL: "admin@example.org",
  LOCAL_ADMIN_PASSWORD: "for-tests-only-admin",
  LOCAL_MEMBER_EMAIL: "member@example.org",
  LOCAL_MEMBER_PASSWORD: "for-tests-only-member",
};

/** What a database is prepared with: the samples, none of them, or with the sample season. */
export type Seed = "samples" | "none" | "season";

/**
 * Migrates a database and adds both accounts and the samples.
 * @param data a folder, or the URL of a PostgreSQL
 */
async function prepare(data: string, seed: Seed = "samples"): Promise<string> {
  const env = { ...process.env, ...testSettings, SUPABASE_PORT: "1", SUPABASE_DATA: data, SEED: seed };
  const season = seed === "season" ? ["--samples"] : [];
  await run("node", ["harness/serving/prepare-database.ts", ...season], env);
  return data;
}

/** Creates a prepared database for stacks, to be copied while nobody has it open. */
export async function makeDatabaseTemplate(seed?: Seed): Promise<string> {
  return prepare(await createDatabase(), seed);
}

/** Creates a prepared data folder, which only PGlite opens. @returns its path */
export async function makeDataFolder(seed?: Seed): Promise<string> {
  return prepare(join(makeScratchFolder("template"), "database"), seed);
}

/** Creates the settings of a stack that serves a database, on two free ports. */
export async function settingsFor(data: string, overrides: Record<string, string>): Promise<Record<string, string>> {
  const [port, supabasePort] = [await freePort(), await freePort()];
  return {
    ...testSettings,
    PORT: String(port),
    SUPABASE_PORT: String(supabasePort),
    SUPABASE_DATA: data,
    SUPABASE_URL: `http://127.0.0.1:${supabasePort}`,
    SITE_ORIGIN: `http://localhost:${port}`,
    ...overrides,
  };
}

export interface Stack {
  url: string;
  settings: Record<string, string>;
  workerLog: string;
  /** the process that runs the Worker's code */
  workerPid: number;
  /** Runs a statement as the owner of the tables, bypassing the data API. */
  query: Query;
  stopSupabase(): Promise<void>;
  /** Pauses the process that serves the database (SIGSTOP), with its port open, until `resumeSupabase`. */
  pauseSupabase(): void;
  resumeSupabase(): void;
  /** Kills the process that serves the database (SIGKILL). */
  killSupabase(): Promise<void>;
  startSupabase(): Promise<void>;
  /** Kills the Worker (SIGKILL). */
  killWorker(): Promise<void>;
  /** Starts the Worker again, with its edge cache but empty memory. */
  startWorker(): Promise<void>;
  stop(): Promise<void>;
}

/** Warms up the data API: the embedded Supabase reads the catalog for the first request, longer than a page waits. */
async function readOnce({ SUPABASE_PORT, SUPABASE_PUBLISHABLE_KEY = "" }: Record<string, string>): Promise<void> {
  const headers = { apikey: SUPABASE_PUBLISHABLE_KEY };
  await fetch(`http://127.0.0.1:${SUPABASE_PORT}/rest/v1/events?select=key&limit=1`, { headers });
}

interface Serving<Served extends unknown[]> extends Service {
  serve(...served: Served): Promise<void>;
  rest(): Promise<void>;
}

/** Keeps the processes of stopped stacks for later ones, which take a third of the time to start in them. */
function keep<Served extends unknown[], Process extends Serving<Served>>(
  start: (...served: Served) => Promise<Process>,
) {
  const idle: Process[] = [];
  return {
    async serve(...served: Served): Promise<Process> {
      const kept = idle.pop();
      if (!kept) return start(...served);
      kept.process.ref();
      await kept.serve(...served);
      return kept;
    },
    /** Ends what it serves; unless it has ended, it waits for another stack, without keeping this process running. */
    async rest(serving: Process): Promise<void> {
      const { exitCode, signalCode } = serving.process;
      if (exitCode !== null || signalCode !== null) return;
      // a paused one would not respond
      process.kill(serving.pid, "SIGCONT");
      await serving.rest().then(
        () => idle.push(serving),
        () => serving.stop(),
      );
      serving.process.unref();
    },
  };
}

const databases = keep(startSupabase);
const workers = keep(startWorker);

/**
 * Starts the built Worker in workerd with its own temporary database.
 * @param template one of `makeDatabaseTemplate`
 * @param overrides variables of the Worker that add to or replace the usual ones
 */
export async function startStack(template: string, overrides: Record<string, string> = {}): Promise<Stack> {
  const folder = makeScratchFolder("stack");
  const data = await createDatabase(template);
  const accounts = await startAccountStandIn(testSettings.SUPABASE_SECRET_KEY ?? "");
  const settings = await settingsFor(data, { AUTH_ADMIN_URL: accounts.url, ...overrides });
  const port = Number(settings.PORT);
  const workerLog = join(folder, "logs/worker.log");
  const serveData = async () => {
    const supabase = await databases.serve(settings, join(folder, "logs/supabase.log"));
    accounts.reach(supabase.query);
    await readOnce(settings);
    return supabase;
  };
  const serveWorker = () => workers.serve(settings, port, join(folder, "worker-state"), workerLog);
  const [first, firstWorker] = await Promise.all([serveData(), serveWorker()]).catch(async (error: unknown) => {
    await stopAll();
    throw error;
  });
  let supabase = first;
  let worker = firstWorker;
  return {
    url: `http://localhost:${port}`,
    settings,
    workerLog,
    get workerPid() {
      return worker.pid;
    },
    query: (text, parameters) => supabase.query(text, parameters),
    stopSupabase: () => supabase.stop(),
    pauseSupabase: () => void process.kill(supabase.pid, "SIGSTOP"),
    resumeSupabase: () => void process.kill(supabase.pid, "SIGCONT"),
    killSupabase: async () => {
      const gone = once(supabase.process, "exit");
      // with PostgREST, which it has started
      process.kill(-supabase.pid, "SIGKILL");
      await gone;
    },
    startSupabase: async () => {
      supabase = await serveData();
    },
    killWorker: async () => {
      process.kill(worker.pid, "SIGKILL");
      // ends the process that had started it
      await worker.stop();
    },
    startWorker: async () => {
      worker = await serveWorker();
    },
    stop: async () => {
      await Promise.all([workers.rest(worker), accounts.stop()]);
      await databases.rest(supabase);
      await dropDatabase(data);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
