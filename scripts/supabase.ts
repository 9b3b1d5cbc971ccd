// npm run supabase -- …: Supabase's own command line, with the variables that supabase/config.toml names.
import { spawnSync } from "node:child_process";
import { project } from "../harness/processes.ts";

const variables = { SUPABASE_PORT: "54321", SUPABASE_JWT_EXPIRY: "3600" };
const { status } = spawnSync("npx", ["--yes", "supabase@3.1.0", ...process.argv.slice(2)], {
  cwd: project,
  stdio: "inherit",
  env: { ...variables, ...process.env },
  shell: process.platform === "win32",
});
process.exitCode = status ?? 1;
