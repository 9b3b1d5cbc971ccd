import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { project } from "./processes.ts";

/** Who may call a function of schema `public` by a token of their own. */
export interface FunctionRights {
  /** `member`: whoever is signed in */
  least: "member" | "editor" | "owner";
  /** what an editor can do with it past the Worker: `reads …` or `writes …`, and what that can cause */
  editor: string;
}

const leastOf = { members: "member", admins: "editor", owners: "owner" } as const;

/**
 * What the files of supabase/source say above a grant to `authenticated`: `-- for admins: reads a picture`. A grant does not tell
 * members from admins, so the function itself refuses, and supabase/tests/database/roles.test.ts asks each as everybody.
 * @returns by the function's name
 */
export function functionRights(): Map<string, FunctionRights> {
  const found = new Map<string, FunctionRights>();
  for (const file of globSync(join(project, "supabase/source/**/*.sql"))) {
    const text = readFileSync(file, "utf8");
    const tag =
      /^-- for (members|admins|owners)(?:: (.+))?\ngrant execute on function public\.(\w+)\([^;]*\bauthenticated\b/m.exec(
        text,
      );
    if (!tag) continue;
    const [, who = "", editor = "nothing: owners only", name = ""] = tag;
    found.set(name, { least: leastOf[who as keyof typeof leastOf], editor });
  }
  return found;
}
