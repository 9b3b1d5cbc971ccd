import { readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { project } from "../processes.ts";

type Script = "roles" | "default-grants" | "accounts" | "storage";

/** SQL that makes a part of a new Supabase project; `accounts` and `storage` stand in for its services' own migrations. */
export const projectScript = (name: Script) =>
  readFileSync(join(project, `harness/serving/project/${name}.sql`), "utf8");

/**
 * Makes a fresh cluster what a new Supabase project is before our first migration, without its services.
 * @param cluster names its superuser, supabase_admin
 * @param grants whether what is new in `public` is open to every role of the data API, as in older projects
 * @returns the address for the project's own role, postgres
 */
export async function makeProject(cluster: string, grants: "old" | "new"): Promise<string> {
  const parts: Script[] = ["roles", ...(grants === "old" ? (["default-grants"] as const) : []), "accounts", "storage"];
  const client = postgres(cluster, { max: 1, onnotice: () => {} });
  try {
    for (const part of parts) await client.unsafe(projectScript(part));
  } finally {
    await client.end();
  }
  return cluster.replace("supabase_admin@", "postgres@");
}
