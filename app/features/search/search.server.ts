import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { kinds } from "../programme/programme.ts";
import { kindsOf, type SearchKind } from "./search-kinds.ts";

const eventDetails = z.object({
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  date_precision: z.enum(["exact", "day", "month", "quarter", "tba"]),
  over_at: z.string().nullable(),
  time_note: z.string().nullable(),
  status: z.enum(["scheduled", "cancelled", "postponed"]),
  place: z.string(),
});

const talkDetails = z.object({
  /** names it in addresses */
  number: z.number(),
  kind: z.enum(kinds),
  status: z.enum(["scheduled", "cancelled"]),
  /** the title of its event */
  event: z.string(),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
});

const found = {
  id: z.string(),
  title: z.string(),
  /** key or slug of its page, of a talk the key of its event; of a resource its URL, and of a tab of the library its path */
  leads_to: z.string(),
  /** ISO time of what an event, a talk, an article or an issue shows as its date */
  shown_at: z.string().nullable(),
  /** the one of its text that has the words; empty where there is no text */
  sentence: z.string(),
};

const result = z.discriminatedUnion("kind", [
  z.object({ ...found, kind: z.literal("event"), details: eventDetails }),
  z.object({ ...found, kind: z.literal("talk"), details: talkDetails }),
  z.object({ ...found, kind: z.enum(["series", "resource", "article", "guide", "issue"]) }),
]);

const answer = z.object({
  /** those that were looked for, as the database folds them */
  words: z.array(z.string()),
  total: z.number(),
  page: z.number(),
  pages: z.number(),
  /** how many of each kind, whichever is shown */
  kinds: z.record(z.enum(kindsOf), z.number()),
  results: z.array(result),
});

export type SearchAnswer = z.output<typeof answer>;
export type SearchResult = z.output<typeof result>;

export interface SearchQuery {
  /** as it was typed, at most 100 characters */
  text: string;
  /** null for all */
  kind: SearchKind | null;
  page: number;
}

/**
 * A page of what visitors may read and has every word of a text.
 * @throws DatabaseUnavailable
 */
export async function searchSite(
  { database }: AppLoadContext,
  { text, kind, page }: SearchQuery,
): Promise<SearchAnswer> {
  return answer.parse(await database.call("search", { p_query: text, p_kind: kind ?? undefined, p_page: page }));
}
