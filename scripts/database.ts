// npm run database: runs only the embedded Supabase, on its data, until Ctrl-C; for when it has stopped under npm
// start.
import { portTaken, stopAll } from "../harness/processes.ts";
import { startSupabase } from "../harness/serving/embedded-supabase.ts";
import { readCommandLine } from "./command-line.ts";
import { needDataUnused, noteSupabase } from "./process-file.ts";
import { loadSettings } from "./settings.ts";
import { onStop } from "./stop-signals.ts";

readCommandLine(
  "npm run database    serves the data of this folder again, after its Supabase has stopped under npm start",
  {},
);
const { settings, embedded } = loadSettings();
try {
  if (!embedded) throw new Error("SUPABASE_URL names a hosted Supabase; there is nothing to start here.");
  if (await portTaken(Number(settings.SUPABASE_PORT)))
    throw new Error(`Something answers on port ${settings.SUPABASE_PORT} already.`);
  await needDataUnused();
  const supabase = await startSupabase(settings, ".local/logs/supabase.log");
  noteSupabase(supabase.pid, settings);
  const end = () => void stopAll().then(() => process.exit(0));
  onStop(end);
  supabase.process.once("exit", end);
  console.log(`The embedded Supabase answers on port ${settings.SUPABASE_PORT}.`);
} catch (error) {
  await stopAll();
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
