import { fold } from "../platform/text/fold.ts";
import { searchText } from "../platform/text/text.ts";

export interface ListQuery {
  search: string;
  page: number;
  sort: string;
  filters: Record<string, string>;
}

/**
 * Reads what a list's URL requests: ?q= (at most 100 characters), ?page=, ?sort= and the named filters, each from its
 * list of allowed values. Any other value means the first of the list.
 */
export function readListQuery(
  request: Request,
  allowed: { sorts: readonly string[]; filters?: Record<string, readonly string[]> },
): ListQuery {
  const query = new URL(request.url).searchParams;
  const among = (name: string, values: readonly string[]) => {
    const asked = query.get(name) ?? "";
    return values.includes(asked) ? asked : (values[0] ?? "");
  };
  const page = Number(query.get("page") ?? 1);
  return {
    search: searchText(query.get("q"), 100),
    page: Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1,
    sort: among("sort", allowed.sorts),
    filters: Object.fromEntries(
      Object.entries(allowed.filters ?? {}).map(([name, values]) => [name, among(name, values)]),
    ),
  };
}

export function listHref(path: string, { search, sort, filters }: ListQuery, page: number): string {
  const query = new URLSearchParams();
  if (search) query.set("q", search);
  if (sort) query.set("sort", sort);
  for (const [name, value] of Object.entries(filters)) if (value) query.set(name, value);
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `${path}?${query}` : path;
}

/**
 * Returns a `like` pattern for typed words, with special characters escaped. To the data API a star means any text, and
 * it has no escape for it, so a star becomes a wildcard for one character.
 */
export const likePattern = (text: string) =>
  `%${text.replace(/[\\%_]/g, (character) => `\\${character}`).replaceAll("*", "_")}%`;

/** For `like` on a folded column: one pattern per word, all of which must match. */
export const wordPatterns = (text: string) => fold(text).split(/\s+/).filter(Boolean).map(likePattern);
