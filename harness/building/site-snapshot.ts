/** Milliseconds after which the build goes on without it. */
const patience = 3000;

/**
 * What an owner has saved of the site, which the Worker shows where it can ask nobody. Never throws.
 * @param environment where the database is
 * @returns JSON; "null" when nothing is saved, no database is named or it does not answer
 */
export async function readSiteSnapshot(environment: Record<string, unknown>): Promise<string> {
  const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: key } = environment;
  if (typeof url !== "string" || typeof key !== "string") return "null";
  try {
    const address = `${url}/rest/v1/site_settings?select=settings`;
    const answer = await fetch(address, { headers: { apikey: key }, signal: AbortSignal.timeout(patience) });
    const [row] = answer.ok ? ((await answer.json()) as { settings: unknown }[]) : [];
    return JSON.stringify(row?.settings ?? null);
  } catch {
    return "null";
  }
}
