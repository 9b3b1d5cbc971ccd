import type { Database as Schema } from "./database.gen.ts";
import type { LastGood } from "./last-good.ts";
import { type Database, rowsOf } from "./supabase.server.ts";

type Functions = Schema["public"]["Functions"];
type PageRead = Extract<keyof Functions, `read_${string}`>;

/** Who hears what the site says of itself, which comes along with whatever a page reads. */
export interface SiteNews {
  /** of what is known; null for nothing that the database has said */
  version(): string | null;
  /**
   * @param news what came along; null where it is still the version that is known
   * @param askedAt epoch milliseconds of the question
   */
  hear(news: unknown, askedAt: number, lastGood: LastGood): void;
}

/** With which key something is read: the visitors', the secret one, or somebody's own token. */
type Key = "publishable" | "secret" | { accessToken: string };

/**
 * The one call in which a page reads what it shows, by a SQL function that also answers what the site says of itself; that
 * is known before the answer is.
 * @throws DatabaseUnavailable, the database's own error, or a TypeError for an answer of another shape
 */
export type ReadPage = <Name extends PageRead>(
  name: Name,
  args: Omit<Functions[Name]["Args"], "p_site">,
  key?: Key,
) => Promise<unknown>;

export function createPageReader(database: Database, lastGood: LastGood, site: SiteNews): ReadPage {
  return async (name, args, key = "publishable") => {
    const askedAt = Date.now();
    const question = { ...args, p_site: site.version() } as Functions[typeof name]["Args"];
    const told =
      key === "publishable"
        ? await database.read(`rpc/${name}`, question)
        : key === "secret"
          ? await database.call(name, question)
          : rowsOf(await database.as(key.accessToken).rpc(name, question));
    const { answer, site: news } = Object(told) as { answer?: unknown; site?: unknown };
    if (answer === undefined) throw new TypeError("the data API answers without what was asked for");
    site.hear(news, askedAt, lastGood);
    return answer;
  };
}
