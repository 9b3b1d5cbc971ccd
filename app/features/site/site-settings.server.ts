import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Admin } from "../../admin/admin.server.ts";
import { isFound } from "../../admin/list-page.server.ts";
import { rowsOf } from "../../platform/supabase.server.ts";
import { describeSite } from "../../site.ts";
import { type SiteSettings, siteSchema } from "./site.schema.ts";
import { wordsOf } from "./site-words.ts";

/** Milliseconds for which an isolate takes what it was told for true. */
const freshFor = 30_000;
/** Milliseconds that the first answer of an isolate waits for the settings where there is no copy either. */
const patience = 900;
/** Under which name the last good copy is kept. */
const copyName = "site-settings";

const checkViolation = "23514";

/** Subrequests that the first question of an isolate takes: finding the copy, asking, and keeping the copy. */
export const ofSite = 3;

/** JSON of the settings that are shown. */
let shown = "null";
/** Epoch milliseconds of the last question, and of the question that was answered last. */
let askedAt = 0;
let answeredAt = 0;

/** Shows the settings, null for the defaults. @returns whether they are others than before; unusable ones change nothing */
function show(stored: unknown): boolean {
  const settings = stored === null ? null : siteSchema.safeParse(stored).data;
  const text = JSON.stringify(settings);
  if (settings === undefined || text === shown) return false;
  shown = text;
  describeSite(settings && wordsOf(settings));
  return true;
}

// What was saved when the site was built, for an isolate that can ask nobody.
show(JSON.parse(import.meta.env.SITE_SNAPSHOT ?? "null"));

type Context = Pick<AppLoadContext, "database" | "lastGood" | "waitUntil">;

/**
 * Sees to it that the isolate knows what the site says of itself: asks at most once in half a minute, behind the answer. Only
 * the first answer of an isolate waits: for the last good copy, and where there is none, a moment for the database. Never throws.
 * @param onChange is called when other words than before came with the answer
 */
export async function knowSite({ database, lastGood, waitUntil }: Context, onChange: () => void): Promise<void> {
  const now = Date.now();
  if (now - askedAt < freshFor) return;
  const isFirst = askedAt === 0;
  askedAt = now;
  const asking = database
    .read("site_settings?select=settings")
    .then((rows) => {
      if (now < answeredAt || !Array.isArray(rows)) return;
      const [{ settings: stored } = { settings: null }] = rows as { settings: unknown }[];
      answeredAt = now;
      const isNew = show(stored);
      lastGood.keep(copyName, stored);
      if (isNew) onChange();
    })
    .catch(() => {});
  waitUntil(asking);
  if (!isFirst) return;
  const copy = await lastGood.find(copyName);
  if (copy) {
    if (answeredAt === 0) show(copy.content);
    return;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([asking, new Promise((done) => (timer = setTimeout(done, patience)))]);
  clearTimeout(timer);
}

/** What is saved, null until somebody saves, and its version. @throws DatabaseUnavailable */
export async function findSettings({ database }: Admin) {
  const row = rowsOf(await database.from("site_settings").select("settings, updated_at").single());
  return { settings: row.settings as SiteSettings | null, version: row.updated_at };
}

/**
 * @param version the `updated_at` that the owner saw; another one in the database means that somebody was faster
 * @returns `too-long` for settings of more bytes than the database keeps: characters without a width count towards no field
 */
export async function changeSettings(
  { lastGood }: Pick<AppLoadContext, "lastGood">,
  { database }: Admin,
  settings: SiteSettings,
  version: string,
): Promise<"saved" | "changed" | "too-long"> {
  const answer = await database.from("site_settings").update({ settings }).eq("updated_at", version).select("id");
  if (answer.error?.code === checkViolation) return "too-long";
  if (!isFound(answer)) return "changed";
  answeredAt = Date.now();
  show(settings);
  lastGood.keep(copyName, settings, { atOnce: true });
  return "saved";
}
