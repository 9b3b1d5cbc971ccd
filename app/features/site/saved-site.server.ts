import { z } from "zod";
import type { Env } from "../../platform/env.ts";
import { type Connection, createDatabase } from "../../platform/supabase.server.ts";
import { defaultSite, type Site } from "../../site.ts";
import { siteSchema } from "./site.schema.ts";
import { wordsOf } from "./site-words.ts";

/** What visitors read of the table: nothing until an owner saves. */
const saved = z.array(z.object({ settings: siteSchema })).max(1);

/**
 * What the site shows by what is saved, for whoever looks from outside the Worker. Never throws.
 * @param deadline epoch milliseconds
 * @returns null where the configuration leads to no database, or it does not say
 */
export async function readSavedSite(env: Partial<Env>, deadline: number): Promise<Site | null> {
  if (!env.SUPABASE_URL || !env.SUPABASE_PUBLISHABLE_KEY) return null;
  const database = createDatabase(env as Connection, deadline);
  const answer = await database.probe("publishable", "/rest/v1/site_settings?select=settings");
  const rows = saved.safeParse(answer.body);
  if (answer.status !== 200 || !rows.success) return null;
  const settings = rows.data[0]?.settings;
  return { ...defaultSite, ...(settings && wordsOf(settings)) };
}
