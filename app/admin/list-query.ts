import { searchText } from "../platform/text/text.ts";

export interface ListQuery {
  search: string;
  page: number;
  sort: string;
  filters: Record<string, string>;
}

/**
 * What a list's URL asks for: ?q= (at most 100 characters), ?page=, ?sort= and the named filters, each from its list.
 * Whatever is not on its list means the first of it.
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
 * For `like`: the words somebody typed, with nothing in them that has a meaning there. A star means any text to the data
 * API, which has no sign to escape it: it stands for any one character.
 */
export const likePattern = (text: string) =>
  `%${text.replace(/[\\%_]/g, (character) => `\\${character}`).replaceAll("*", "_")}%`;

/** As the database folds what it searches: lower case, without kahakō and without any sign typed for an ʻokina. */
const folded = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\u0304ʻʼ‘’'`]/g, "")
    .toLowerCase();

/** For `like` on a folded column: a pattern for each word, all of which must match. */
export const wordPatterns = (text: string) => folded(text).split(/\s+/).filter(Boolean).map(likePattern);
