import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { project } from "./processes.ts";

const { optionalDependencies } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));

/**
 * Returns the Supabase CLI: the program and its first arguments. The lock file has it for Linux x64; on other systems,
 * npx fetches the same version when called.
 */
export function supabaseProgram(): [program: string, ...args: string[]] {
  const locked = join(project, `node_modules/@supabase/cli-${process.platform}-${process.arch}/bin/supabase`);
  return existsSync(locked)
    ? [locked]
    : ["npx", "--yes", `supabase@${optionalDependencies["@supabase/cli-linux-x64"]}`];
}

/** Variables in supabase/config.toml that the CLI does not use but requires to be set. */
export const supabaseVariables = { SUPABASE_PORT: "54321", SUPABASE_JWT_EXPIRY: "3600", DO_NOT_TRACK: "1" };
