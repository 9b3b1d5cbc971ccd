import { searchText } from "../../platform/text/text.ts";
import { isTabKey } from "./tabs.schema.ts";

/** The order that admins have put the resources in, and two others. */
export const librarySorts = ["order", "newest", "liked"] as const;

export type LibrarySort = (typeof librarySorts)[number];

export const ourOrder: LibrarySort = "order";

/** The tab of visitors who name none. */
export const firstTab = "resources";

export interface LibraryQuery {
  tab: string;
  search: string;
  page: number;
  sort: LibrarySort;
  /** as it was written; empty for all */
  tag: string;
}

/** What an address of the library asks for; what it does not understand is not asked. */
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

/** Which page of a list an address asks for. */
export function pageNumber(query: URLSearchParams): number {
  const page = Number(query.get("page") ?? 1);
  return Number.isInteger(page) && page > 0 && page < 10_000 ? page : 1;
}

interface LibraryAddress extends Partial<LibraryQuery> {
  /** whether likes of the address of a browser without cookies are shown */
  mine?: boolean;
}

/** Where a part of the library is; what is not said is as it is without a query. */
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
