// npm run reset: empties the embedded Supabase and its files; the next start migrates and seeds it again. Secrets and
// accounts are kept.
import { existsSync, rmSync } from "node:fs";
import { portTaken } from "../harness/processes.ts";
import { readCommandLine } from "./command-line.ts";
import { needDataUnused } from "./process-file.ts";
import { loadSettings } from "./settings.ts";

readCommandLine(
  "npm run reset    empties the database of this machine and its pictures, for good; the next npm start makes both anew",
  {},
);
const { settings, embedded } = loadSettings();
if (!embedded) {
  console.error("SUPABASE_URL names a hosted Supabase; npm run reset empties only the embedded one.");
  process.exit(1);
}
if (await portTaken(Number(settings.SUPABASE_PORT))) {
  console.error(`Stop npm start first: something answers on port ${settings.SUPABASE_PORT}.`);
  process.exit(1);
}
try {
  await needDataUnused();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
const data = settings.SUPABASE_DATA ?? ".local/database";
const had = existsSync(data);
rmSync(data, { recursive: true, force: true });
rmSync(".local/worker-state", { recursive: true, force: true });
// The embedded storage always keeps pictures here, wherever the data is.
rmSync("supabase/.temp/storage", { recursive: true, force: true });
console.log(had ? "Emptied. npm start makes it anew." : "There was nothing to empty.");
