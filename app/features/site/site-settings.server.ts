import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { isFound } from "../../admin/list-page.server.ts";
import type { SiteNews } from "../../platform/page-reads.server.ts";
import { createPatience } from "../../platform/patience.ts";
import { rowsOf } from "../../platform/supabase.server.ts";
import { describeSite } from "../../site.ts";
import { type SiteSettings, siteSchema } from "./site.schema.ts";
import { wordsOf } from "./site-words.ts";

/** Milliseconds for which forms, letters and the admin area take what the isolate was told for true. */
const freshFor = 30_000;
/** A page that reads nothing waits 0.3 s, and 0.9 s for the first words of an isolate that has no copy either. */
const waitBriefly = createPatience(300);
const waitForFirst = createPatience(900);
/** Under which name the last good copy is kept. */
const copyName = "site/1";

/** Bytes that the database keeps of the settings as text, in which a space follows each colon and comma. */
const mostBytes = 100_000;
const bytesOf = (settings: SiteSettings) =>
  new TextEncoder().encode(JSON.stringify(settings)).length + 2 * Object.keys(settings).length;

/** Subrequests that the first question of an isolate takes: finding the copy, asking, and keeping the copy. */
export const ofSite = 3;

/** As the database tells it (`site_of_pages`): settings null until an owner saves them. */
const toldSchema = z.object({ settings: siteSchema.nullable(), version: z.string().nullable() });

/** What is shown; without a version what nobody, or not the database, has said. */
let known: z.output<typeof toldSchema> = { settings: null, version: null };
/** Whether a copy has been looked for, and whether the database, now or in a copy, has said what is shown. */
let isRecalled = false;
let isTold = false;
/** Epoch milliseconds of the last question of its own, and of the question that was answered last. */
let askedAt = 0;
let answeredAt = 0;

/** Shows what was told. @returns whether it is other than before; unusable settings change nothing */
function show(told: unknown): boolean {
  const { data } = toldSchema.safeParse(told);
  if (!data) return false;
  const isOther = JSON.stringify(data.settings) !== JSON.stringify(known.settings);
  known = data;
  if (isOther) describeSite(data.settings && wordsOf(data.settings));
  return isOther;
}

// What was saved when the site was built, for an isolate that can ask nobody.
show(JSON.parse(import.meta.env.SITE_SNAPSHOT ?? "null"));

/**
 * Shows what comes along with what pages read, and keeps a copy of it.
 * @param onChange is called when the words are others than before
 */
export const siteNews = (onChange: () => void): SiteNews => ({
  version: () => known.version,
  hear(news, from, lastGood) {
    // An answer that was overtaken by a newer one, or by what an owner has saved here.
    if (from < answeredAt) return;
    answeredAt = from;
    isTold = true;
    const isOther = show(news);
    lastGood.keep(copyName, known, { atOnce: isOther });
    if (isOther) onChange();
  },
});

/**
 * How the words of the site come to an answer: with what its page reads; by a call of their own, for a page that reads
 * nothing; or, for all others, at most once in half a minute and behind the answer.
 */
export type WayOfWords = "with what is read" | "alone" | "behind";

/**
 * Sees to it that the isolate knows what the site says of itself before an answer is made, as far as it can be known in
 * time; else the answer has the words that are known, of the last good copy or of the build. Never throws.
 */
export async function knowSite(
  { readPage, lastGood, waitUntil }: Pick<AppLoadContext, "readPage" | "lastGood" | "waitUntil">,
  way: WayOfWords,
): Promise<void> {
  if (!isRecalled) {
    const copy = await lastGood.find(copyName);
    isRecalled = true;
    if (copy && !isTold) {
      show(copy.content);
      isTold = true;
    }
  }
  if (way === "with what is read") return;
  const isFirst = askedAt === 0;
  if (way === "behind" && Date.now() - Math.max(askedAt, answeredAt) < freshFor) return;
  askedAt = Date.now();
  const asking = readPage("read_nothing", {});
  waitUntil(asking.catch(() => {}));
  if (way === "behind" && (isTold || !isFirst)) return;
  await (isTold ? waitBriefly : waitForFirst)(asking).catch(() => {});
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
  if (bytesOf(settings) > mostBytes) return "too-long";
  const changed = database.from("site_settings").update({ settings }).eq("updated_at", version);
  if (!isFound(await changed.select("id"))) return "changed";
  answeredAt = Date.now();
  isTold = true;
  show({ settings, version: null });
  lastGood.keep(copyName, known, { atOnce: true });
  return "saved";
}
