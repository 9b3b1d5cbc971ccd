import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { project } from "./processes.ts";

const { optionalDependencies } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));

/**
 * Supabase's own command line: the program and its first arguments. It is the one of the lock file, which has it for Linux x64; on
 * other systems npx fetches the same version when it is called.
 */
export function supabaseProgram(): [program: string, ...args: string[]] {
  const locked = join(project, `node_modules/@supabase/cli-${process.platform}-${process.arch}/bin/supabase`);
  return existsSync(locked)
    ? [locked]
    : ["npx", "--yes", `supabase@${optionalDependencies["@supabase/cli-linux-x64"]}`];
}

/** What supabase/config.toml names and the command line does not use, but wants to have a value. */
export const supabaseVariables = { SUPABASE_PORT: "54321", SUPABASE_JWT_EXPIRY: "3600", DO_NOT_TRACK: "1" };
