import { savedPath } from "../../app/features/site/current-site.server.ts";

/** Milliseconds after which the build continues without the snapshot. */
const patience = 3000;

/**
 * Reads the saved site settings, which the Worker uses while it cannot reach the database. Never throws.
 * @param environment names the database
 * @returns JSON of the rows of `savedPath`; "[]" if nothing is saved, no database is named or it does not respond
 */
export async function readSiteSnapshot(environment: Record<string, unknown>): Promise<string> {
  const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: key } = environment;
  if (typeof url !== "string" || typeof key !== "string") return "[]";
  try {
    const address = `${url}/rest/v1/${savedPath}`;
    const answer = await fetch(address, { headers: { apikey: key }, signal: AbortSignal.timeout(patience) });
    return JSON.stringify(answer.ok ? await answer.json() : []);
  } catch {
    return "[]";
  }
}
