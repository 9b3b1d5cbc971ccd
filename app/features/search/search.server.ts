import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { eventDatesRow } from "../events/event/event-rows.ts";
import { kinds, talkStatuses } from "../programme/programme-states.ts";
import { kindsOf, type SearchKind } from "./search-kinds.ts";

const eventDetails = eventDatesRow.extend({ place: z.string() });

const talkDetails = z.object({
  number: z.number(),
  kind: z.enum(kinds),
  status: z.enum(talkStatuses),
  event: z.string(),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
});

const found = {
  id: z.string(),
  title: z.string(),
  /** Its page's key or slug; for a talk its event's key, for a resource its URL, for a library tab its path. */
  leads_to: z.string(),
  /** ISO time of the date that an event, talk, article or issue shows. */
  shown_at: z.string().nullable(),
  /** The sentence that contains the words; empty if there is no text. */
  sentence: z.string(),
};

const result = z.discriminatedUnion("kind", [
  z.object({ ...found, kind: z.literal("event"), details: eventDetails }),
  z.object({ ...found, kind: z.literal("talk"), details: talkDetails }),
  z.object({ ...found, kind: z.enum(["series", "resource", "article", "guide", "issue"]) }),
]);

const answer = z.object({
  words: z.array(z.string()),
  total: z.number(),
  page: z.number(),
  pages: z.number(),
  kinds: z.record(z.enum(kindsOf), z.number()),
  results: z.array(result),
});

export type SearchAnswer = z.output<typeof answer>;
export type SearchResult = z.output<typeof result>;

export interface SearchQuery {
  /** As typed, at most 100 characters. */
  text: string;
  kind: SearchKind | null;
  page: number;
}

export async function searchSite(
  { database }: AppLoadContext,
  { text, kind, page }: SearchQuery,
): Promise<SearchAnswer> {
  return answer.parse(await database.call("search", { p_query: text, p_kind: kind ?? undefined, p_page: page }));
}
