import { readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { project } from "../processes.ts";

type Script = "roles" | "default-grants" | "accounts" | "storage";

/** SQL that creates a part of a new Supabase project; `accounts` and `storage` replace its services' own migrations. */
export const projectScript = (name: Script) =>
  readFileSync(join(project, `harness/serving/project/${name}.sql`), "utf8");

/**
 * Turns a fresh cluster into a new Supabase project before our first migration, without its services.
 * @param cluster URL with its superuser, supabase_admin
 * @param grants `old` grants new objects in `public` to every role of the data API, as in older projects
 * @returns the URL for the project's own role, postgres
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
