// npm run supabase -- …: runs Supabase's own command line, with the variables that supabase/config.toml names.
import { spawnSync } from "node:child_process";
import { project } from "../harness/processes.ts";
import { supabaseProgram, supabaseVariables } from "../harness/supabase-program.ts";

const [program, ...args] = supabaseProgram();
const { status } = spawnSync(program, [...args, ...process.argv.slice(2)], {
  cwd: project,
  stdio: "inherit",
  env: { ...supabaseVariables, ...process.env },
  shell: process.platform === "win32",
});
process.exitCode = status ?? 1;
