import { readdirSync } from "node:fs";
import { join } from "node:path";
import { project } from "../harness/processes.ts";

/** The versions of this checkout's migrations, in order. */
export const listOwnMigrations = () =>
  readdirSync(join(project, "supabase/migrations"))
    .map((name) => name.slice(0, 14))
    .sort();
