import { searchText } from "../../platform/text/text.ts";
import { isTabKey } from "./tabs.schema.ts";

export const librarySorts = ["order", "newest", "liked"] as const;

export type LibrarySort = (typeof librarySorts)[number];

export const ourOrder: LibrarySort = "order";

export const firstTab = "resources";

export interface LibraryQuery {
  tab: string;
  search: string;
  page: number;
  sort: LibrarySort;
  /** as typed; empty for all */
  tag: string;
}

/** What a URL of the library asks for; invalid values are replaced by the defaults. */
export function readLibraryQuery(request: Request): LibraryQuery & { mine: boolean } {
  const query = new URL(request.url).searchParams;
  const tab = query.get("tab");
  return {
    tab: isTabKey(tab) ? tab : firstTab,
    search: searchText(query.get("q"), 100),
    page: pageNumber(query),
    sort: librarySorts.find((sort) => sort === query.get("sort")) ?? ourOrder,
    tag: searchText(query.get("tag"), 30),
    mine: query.get("mine") === "1",
  };
}

export function pageNumber(query: URLSearchParams): number {
  const page = Number(query.get("page") ?? 1);
  return Number.isInteger(page) && page > 0 && page < 10_000 ? page : 1;
}

interface LibraryAddress extends Partial<LibraryQuery> {
  /** whether to show the likes of the network address, for a browser without cookies */
  mine?: boolean;
}

/** The URL of a part of the library; what is left out has its default. */
export function libraryAddress({ tab, search, page = 1, sort = ourOrder, tag, mine }: LibraryAddress): string {
  const query = new URLSearchParams();
  if (tab) query.set("tab", tab);
  if (search) query.set("q", search);
  if (sort !== ourOrder) query.set("sort", sort);
  if (tag) query.set("tag", tag);
  if (page > 1) query.set("page", String(page));
  if (mine) query.set("mine", "1");
  return `/education${query.size > 0 ? `?${query}` : ""}`;
}
