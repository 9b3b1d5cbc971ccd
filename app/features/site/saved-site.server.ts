import { type Connection, createDatabase } from "../../platform/database/supabase.server.ts";
import type { Env } from "../../platform/env.ts";
import type { Site } from "../../site.ts";
import { savedPath, siteOfRows } from "./current-site.server.ts";

/**
 * Reads the saved site settings for callers outside the Worker. Never throws.
 * @param deadline epoch milliseconds
 * @returns null if no database is configured or it does not respond
 */
export async function readSavedSite(env: Partial<Env>, deadline: number): Promise<Site | null> {
  if (!env.SUPABASE_URL || !env.SUPABASE_PUBLISHABLE_KEY) return null;
  try {
    return siteOfRows(await createDatabase(env as Connection, deadline).read(savedPath));
  } catch {
    return null;
  }
}
