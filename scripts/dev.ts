// npm run dev: the same front door, routes and data on Node, reloading on save.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { portTaken, project, run, stopAll } from "../harness/processes.ts";
import { startSupabase } from "../harness/serving/embedded-supabase.ts";
import { loadSettings } from "./settings.ts";
import { onStop } from "./stop-signals.ts";

try {
  const { settings, embedded } = loadSettings();
  const env = { ...process.env, ...settings };
  for (const name of embedded ? (["PORT", "SUPABASE_PORT"] as const) : (["PORT"] as const)) {
    if (await portTaken(Number(settings[name])))
      throw new Error(`Port ${settings[name]} is taken; choose another with ${name}=…`);
  }
  if (embedded) {
    await run("node", ["harness/serving/prepare-database.ts"], env);
    await startSupabase(settings, ".local/logs/supabase.log");
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
