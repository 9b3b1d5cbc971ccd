import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { project } from "./processes.ts";

/** Who may call a function of schema `public` with their own token. */
export interface FunctionRights {
  /** `member`: anyone who is signed in */
  least: "member" | "editor" | "owner";
  /** what an editor can do with it bypassing the Worker: `reads …` or `writes …`, and the possible consequences */
  editor: string;
}

const leastOf = { members: "member", admins: "editor", owners: "owner" } as const;

/**
 * Reads the marks above grants to `authenticated` in supabase/source: `-- for admins: reads a picture`. A grant does
 * not distinguish members from admins, so the function itself refuses; supabase/tests/database/roles.test.ts calls
 * each function in every role.
 * @returns rights by function name
 */
export function functionRights(): Map<string, FunctionRights> {
  const found = new Map<string, FunctionRights>();
  for (const file of globSync(join(project, "supabase/source/**/*.sql"))) {
    const text = readFileSync(file, "utf8");
    const tag =
      /^-- for (members|admins|owners)(?:: (.+))?\ngrant execute on function public\.(\w+)\s+to [^;]*\bauthenticated\b/m.exec(
        text,
      );
    if (!tag) continue;
    const [, who = "", editor = "nothing: owners only", name = ""] = tag;
    found.set(name, { least: leastOf[who as keyof typeof leastOf], editor });
  }
  return found;
}
