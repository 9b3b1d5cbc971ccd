import { savedPath } from "../../app/features/site/current-site.server.ts";

/** Milliseconds after which the build goes on without it. */
const patience = 3000;

/**
 * What an owner has saved of the site, which the Worker shows where it can ask nobody. Never throws.
 * @param environment where the database is
 * @returns JSON of the rows of `savedPath`; "[]" when nothing is saved, no database is named or it does not answer
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
