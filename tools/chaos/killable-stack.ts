import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { startSupabase } from "../../harness/serving/embedded-supabase.ts";
import type { Query } from "../../harness/serving/owner.ts";
import { settingsFor } from "../../harness/serving/stack.ts";
import { startWorker } from "../../harness/serving/start-worker.ts";

export type Victim = "supabase" | "worker";

export interface KillableStack {
  /** The Worker's URL, which stays the same after a restart. */
  url: string;
  settings: Record<string, string>;
  /** kill -9 of the process and all its children: nothing is flushed, closed or answered. */
  kill(victim: Victim): void;
  restart(): Promise<void>;
  /** Runs a statement as the owner of the tables, bypassing the data API. */
  query: Query;
  stop(): Promise<void>;
}

/**
 * Starts the embedded Supabase and the built Worker, each of which can be killed.
 * @param template one of `makeDataFolder`
 * @param overrides variables of the Worker
 * @param before SQL that the database's owner runs before anything is served
 */
export async function startKillableStack(
  template: string,
  overrides: Record<string, string>,
  before: string,
): Promise<KillableStack> {
  const folder = mkdtempSync(join(tmpdir(), "community-chaos-"));
  const data = join(folder, "database");
  cpSync(template, data, { recursive: true });
  if (before) {
    const database = await PGlite.create(data);
    await database.exec(before);
    await database.close();
  }
  const settings = await settingsFor(data, overrides);
  const port = Number(settings.PORT);

  let starts = 0;
  const start = {
    supabase: () => startSupabase(settings, join(folder, `supabase-${starts++}.log`)),
    worker: () => startWorker(settings, port, join(folder, "worker-state"), join(folder, `worker-${starts++}.log`)),
  };
  const services = { supabase: await start.supabase(), worker: await start.worker() };
  const killed = new Set<Victim>();
  return {
    url: `http://127.0.0.1:${port}`,
    settings,
    kill(victim) {
      const { pid } = services[victim].process;
      if (!pid) throw new Error(`The ${victim} has no process.`);
      process.kill(-pid, "SIGKILL");
      killed.add(victim);
    },
    async restart() {
      for (const victim of ["supabase", "worker"] as const) {
        if (killed.has(victim)) await services[victim].stop();
      }
      if (killed.delete("supabase")) services.supabase = await start.supabase();
      if (killed.delete("worker")) services.worker = await start.worker();
    },
    query: (text, parameters) => services.supabase.query(text, parameters),
    async stop() {
      await Promise.all([services.worker.stop(), services.supabase.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
