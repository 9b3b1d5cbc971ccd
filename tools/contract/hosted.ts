import { randomBytes, randomUUID } from "node:crypto";
import { beginSession } from "../../harness/serving/begin-session.ts";
import type { Target } from "./target.ts";

const readable = ["education_tabs", "events"];
const forAdmins = ["education_resources", "waitlist_entries", "newsletter_subscribers", "contact_messages", "outbox"];

/**
 * The project of SUPABASE_URL, with an admin and a member created for this run.
 * @throws Error if the project has any accounts or data: what the suite writes stays there, so it must not be a live
 * site
 */
export async function hostedTarget(): Promise<Omit<Target, "operator"> & { stop(): Promise<void> }> {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, DATABASE_URL } = process.env;
  if (!SUPABASE_URL || !SUPABASE_PUBLISHABLE_KEY || !SUPABASE_SECRET_KEY)
    throw new Error("--hosted needs SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY.");
  const url = SUPABASE_URL.replace(/\/+$/, "");
  const ask = async (path: string, apikey: string, body?: object, token?: string) => {
    const answer = await fetch(`${url}${path}`, {
      method: body ? "POST" : "GET",
      headers: {
        apikey,
        "Content-Type": "application/json",
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      body: body && JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as unknown;
  };
  const users = (await ask("/auth/v1/admin/users?per_page=1", SUPABASE_SECRET_KEY)) as { users: unknown[] };
  if (users.users.length > 0) throw new Error("That project has users: this suite is for an empty one.");
  const refuseRows = async (tables: string[], token?: string) => {
    for (const table of tables) {
      const rows = (await ask(`/rest/v1/${table}?select=id&limit=1`, SUPABASE_PUBLISHABLE_KEY, undefined, token)) as [];
      if (rows.length > 0) throw new Error(`That project has rows in ${table}: this suite is for an empty one.`);
    }
  };
  await refuseRows(readable);

  const make = async (name: string) => {
    const credentials = { email: `${name}@contract.example`, password: randomBytes(18).toString("base64url") };
    const body = { ...credentials, id: randomUUID(), email_confirm: true };
    const { id } = (await ask("/auth/v1/admin/users", SUPABASE_SECRET_KEY, body)) as { id: string };
    return { id, ...credentials };
  };
  const admin = await make("admin");
  await ask("/rest/v1/rpc/add_admin", SUPABASE_SECRET_KEY, { p_email: admin.email });
  const token = await beginSession(
    { url, publishable: SUPABASE_PUBLISHABLE_KEY, secret: SUPABASE_SECRET_KEY },
    { email: admin.email, password: admin.password },
  );
  try {
    await refuseRows(forAdmins, token);
  } catch (error) {
    await fetch(`${url}/auth/v1/admin/users/${admin.id}`, {
      method: "DELETE",
      headers: { apikey: SUPABASE_SECRET_KEY },
    });
    throw error;
  }
  const health = (await ask("/auth/v1/health", SUPABASE_PUBLISHABLE_KEY)) as { version?: string };
  return {
    kind: "hosted",
    url,
    publishable: SUPABASE_PUBLISHABLE_KEY,
    secret: SUPABASE_SECRET_KEY,
    admin,
    member: await make("member"),
    database: DATABASE_URL,
    versions: { GoTrue: health.version ?? "unknown", ...(await versionsOf(url, SUPABASE_PUBLISHABLE_KEY)) },
    stop: async () => {},
  };
}

/** The data API reports its version in the response's Server header, if the gateway lets it through. */
async function versionsOf(url: string, apikey: string): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/rest/v1/education_tabs?select=id&limit=0`, { headers: { apikey } });
  return { PostgREST: answer.headers.get("Server") ?? "unknown", PostgreSQL: "see the project's settings" };
}
