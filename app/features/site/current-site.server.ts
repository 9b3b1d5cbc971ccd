import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { createPatience } from "../../platform/database/patience.ts";
import { defaultSite, type Site } from "../../site.ts";
import { announcementChange } from "./announcement.ts";
import { siteSchema } from "./site.schema.ts";
import { wordsOf } from "./site-words.ts";

/** The row that visitors may read: none until an owner saves. */
export const savedPath = "site_settings?select=settings";
const savedRows = z.array(z.object({ settings: siteSchema })).max(1);

/** What the site says by the rows of `savedPath`. @throws ZodError for anything else */
export function siteOfRows(rows: unknown): Site {
  const settings = savedRows.parse(rows)[0]?.settings;
  return { ...defaultSite, ...(settings && wordsOf(settings)) };
}

/** Under which name the last good copy of the rows is kept. */
export const siteCopy = "site/2";

/** Milliseconds that a site is fresh, that it may be shown at all while the database answers, and between two questions. */
const freshFor = 30_000;
const maxAge = 60_000;
const retryPause = 5_000;
/** Milliseconds that a request waits for what is too old, and for the first of an isolate that has no copy either. */
const waitForNewer = createPatience(300);
const waitForFirst = createPatience(900);

/** Subrequests that one question may take: finding the copy, asking, and keeping the copy. */
export const siteRequests = 3;

type Asker = Pick<AppLoadContext, "database" | "lastGood" | "waitUntil">;

/**
 * What the site says of itself, one entry for the whole isolate: fresh for 30 s, then stale-while-revalidate, and after a minute
 * a request waits for it. Where the database does not answer in time it is what was read last, else the last good copy, else what the build read.
 * @param onChange is called when the site says something else than it did
 */
export function createSiteCache(onChange: () => void) {
  let site: Site | null = null;
  /** epoch milliseconds of the last question that was answered, and of the last one */
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
    /** The site for one request. Never throws. */
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
    /** Epoch milliseconds until which a page may be kept that says it. */
    keptUntil(now: Date): number {
      const isKnown = Date.now() - readAt < maxAge;
      return Math.min(
        isKnown ? readAt + maxAge : Number.POSITIVE_INFINITY,
        announcementChange(site?.announcement ?? null, now),
      );
    },
    /** Forgets what was read, because an owner has just saved something else: the next request asks. */
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

/** What was saved when the site was built, for an isolate that can ask nobody; else the defaults. */
const builtSite = () => siteOrNull(JSON.parse(import.meta.env.SITE_SNAPSHOT ?? "[]")) ?? defaultSite;

function siteOrNull(rows: unknown): Site | null {
  try {
    return siteOfRows(rows);
  } catch {
    return null;
  }
}
