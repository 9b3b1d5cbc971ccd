// npm run dev: runs the same front door, routes and data on Node, reloading on save.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { portTaken, project, run, stopAll } from "../harness/processes.ts";
import { startAccountStandIn } from "../harness/serving/account-stand-in.ts";
import { startSupabase } from "../harness/serving/embedded-supabase.ts";
import { readCommandLine } from "./command-line.ts";
import { needDataUnused, noteSupabase } from "./process-file.ts";
import { loadSettings } from "./settings.ts";
import { onStop } from "./stop-signals.ts";

readCommandLine(
  "[PORT=8788] [SUPABASE_PORT=54322] npm run dev    serves the site on Node, reloading on save, until Ctrl-C",
  {},
);
try {
  const { settings, embedded } = loadSettings();
  if (embedded) await needDataUnused();
  if (embedded) {
    settings.BREACH_API_URL ||= "none";
    settings.LINK_CHECK ||= "none";
  }
  const accounts = embedded ? await startAccountStandIn(settings.SUPABASE_SECRET_KEY ?? "") : null;
  const env = { ...process.env, ...settings, ...(accounts ? { AUTH_ADMIN_URL: accounts.url } : {}) };
  for (const name of embedded ? (["PORT", "SUPABASE_PORT"] as const) : (["PORT"] as const)) {
    if (await portTaken(Number(settings[name])))
      throw new Error(`Port ${settings[name]} is taken; choose another with ${name}=…`);
  }
  if (accounts) {
    await run("node", ["harness/serving/prepare-database.ts", "--samples"], env);
    const supabase = await startSupabase(settings, ".local/logs/supabase.log");
    noteSupabase(supabase.pid, settings);
    accounts.reach(supabase.query);
  }
  const vite = spawn(join(project, "node_modules/.bin/remix"), ["vite:dev", "--port", settings.PORT, "--strictPort"], {
    stdio: "inherit",
    env,
  });
  const end = () => void stopAll().then(() => process.exit(0));
  onStop(() => vite.kill());
  vite.once("exit", end);
} catch (error) {
  await stopAll();
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
