import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { createPatience } from "../../platform/database/patience.ts";
import { once } from "../../platform/once.ts";
import { defaultSite, type Site } from "../../site.ts";
import { announcementChange } from "./announcement.ts";
import { siteSchema } from "./site.schema.ts";
import { wordsOf } from "./site-words.ts";

/** The row that visitors may read; there is none until an owner saves. */
export const savedPath = "site_settings?select=settings";
const savedRows = once(() => z.array(z.object({ settings: siteSchema() })).max(1));

/** Returns the site settings from the rows of `savedPath`. @throws ZodError for anything else */
export function siteOfRows(rows: unknown): Site {
  if (Array.isArray(rows) && rows.length === 0) return { ...defaultSite };
  const settings = savedRows().parse(rows)[0]?.settings;
  return { ...defaultSite, ...(settings && wordsOf(settings)) };
}

/** The name of the last good copy of the rows. */
export const siteCopy = "site/2";

/** Milliseconds: the site is fresh; it may be used while the database responds; between queries. */
const freshFor = 30_000;
const maxAge = 60_000;
const retryPause = 5_000;
/** Milliseconds a request waits for a stale site, and for the first read of an isolate without a copy. */
const waitForNewer = createPatience(300);
const waitForFirst = createPatience(900);

/** The most subrequests that one refresh takes: finding the copy (two), querying, and storing the copy. */
export const siteRequests = 4;

type Asker = Pick<AppLoadContext, "database" | "lastGood" | "waitUntil">;

/**
 * Caches the site settings, one entry per isolate: fresh for 30 s, then stale-while-revalidate, and after a minute a
 * request waits for the refresh. If the database does not respond in time, they are what was read last, else the last
 * good copy, else what the build read.
 * @param onChange is called when the settings have changed
 */
export function createSiteCache(onChange: () => void) {
  let site: Site | null = null;
  /** Epoch milliseconds of the last query that was answered, and of the last query. */
  let readAt = 0;
  let askedAt = 0;
  let generation = 0;
  let asking: Promise<void> = Promise.resolve();

  function ask({ database, lastGood, waitUntil }: Asker): Promise<void> {
    const now = Date.now();
    if (now - askedAt < retryPause) return asking;
    askedAt = now;
    const asked = generation;
    asking = database.read(savedPath).then((rows) => {
      if (asked !== generation) return;
      const isOther = show(siteOfRows(rows));
      readAt = now;
      lastGood.keep(siteCopy, rows, { atOnce: isOther });
    });
    waitUntil(asking.catch(() => {}));
    return asking;
  }

  function show(next: Site): boolean {
    const isOther = JSON.stringify(next) !== JSON.stringify(site);
    if (!isOther) return false;
    const isFirst = site === null;
    site = next;
    if (!isFirst) onChange();
    return true;
  }

  return {
    /** Returns the site for one request. Never throws. */
    async current(asker: Asker): Promise<Site> {
      const age = Date.now() - readAt;
      if (site && age < freshFor) return site;
      const answer = ask(asker);
      if (site && age < maxAge) return site;
      const copy = site ?? (await copiedSite(asker));
      await (copy ? waitForNewer : waitForFirst)(answer).catch(() => {});
      site ??= copy ?? builtSite();
      return site;
    },
    /** Epoch milliseconds until which a page that shows the site may be kept. */
    keptUntil(now: Date): number {
      const isKnown = Date.now() - readAt < maxAge;
      return Math.min(
        isKnown ? readAt + maxAge : Number.POSITIVE_INFINITY,
        announcementChange(site?.announcement ?? null, now),
      );
    },
    /** Forgets what was read after an owner has saved, so that the next request queries again. */
    clear(): void {
      generation += 1;
      site = null;
      readAt = 0;
      askedAt = 0;
    },
  };
}

export type SiteCache = ReturnType<typeof createSiteCache>;

async function copiedSite({ lastGood }: Asker): Promise<Site | null> {
  const copy = await lastGood.find(siteCopy);
  return copy && siteOrNull(copy.content);
}

/** What was saved when the site was built, for an isolate that has no other source; else the defaults. */
const builtSite = () => siteOrNull(JSON.parse(import.meta.env.SITE_SNAPSHOT ?? "[]")) ?? defaultSite;

function siteOrNull(rows: unknown): Site | null {
  try {
    return siteOfRows(rows);
  } catch {
    return null;
  }
}
