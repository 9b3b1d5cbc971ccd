import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { rowsOf } from "../../platform/database/supabase.server.ts";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { firstTab, type LibraryQuery, ourOrder } from "./library-query.ts";
import { storedResource } from "./resources.schema.ts";

export const resource = storedResource.extend({
  likes_count: z.number(),
  user_has_liked: z.boolean(),
  /** whether nothing was found at its link in three checks */
  is_gone: z.boolean().default(false),
});

const library = z.object({
  tabs: z.array(z.object({ tab_key: z.string(), label: z.string() })),
  tab: z.string().nullable(),
  total: z.number(),
  page: z.number(),
  pages: z.number(),
  resources: z.array(resource),
  /** the current key of each tab by each of its earlier keys */
  renamed: z.record(z.string()).default({}),
});

export type Library = z.output<typeof library>;
export type Resource = z.output<typeof resource>;

export const tabKeys = ({ tabs, renamed }: Library) => [...tabs.map(({ tab_key }) => tab_key), ...Object.keys(renamed)];

/** Whose likes count as "mine": a signed-in person's token wins in the database over the visitor's keys. */
export interface Viewer {
  accessToken: string | null;
  visitorKey: string | null;
  addressKey: string | null;
}

async function readLibrary(
  context: AppLoadContext,
  { tab, search, page, sort, tag }: LibraryQuery,
  viewer: Viewer,
): Promise<Library> {
  const args = {
    p_tab: tab,
    p_search: search,
    p_page: page,
    p_visitor_key: viewer.visitorKey,
    p_ip_key: viewer.addressKey,
    p_sort: sort,
    p_tag: tag,
  };
  const { accessToken } = viewer;
  const answer = accessToken
    ? rowsOf(await (await context.database.as(accessToken)).rpc("education_page", args))
    : await context.database.read("rpc/education_page", args);
  return library.parse(answer);
}

/**
 * Loads the library or, while the database does not respond, the last good copy, which has no search, order, tags or
 * own likes. Null if neither the database nor the edge cache has it.
 */
export async function showLibrary(
  context: AppLoadContext,
  query: LibraryQuery,
  viewer: Viewer,
): Promise<Library | null> {
  const question = readLibrary(context, query, viewer).then((read) => {
    if (isWhole(query)) keepLibrary(context, query, read);
    return read;
  });
  return context.lastGood
    .stepInFor(question, () => findLastGood(context, query))
    .catch((error) => {
      if (error instanceof DatabaseUnavailable) return null;
      throw error;
    });
}

const isWhole = ({ search, sort, tag }: LibraryQuery) => !search && !tag && sort === ourOrder;

// Named by what the database returned, so that nobody can fill the cache with arbitrary names.
const keptName = (tab: string | null, page: number) => `library/1/${tab ?? ""}/${page}`;
const keptFront = "library/1";

function keepLibrary({ lastGood }: AppLoadContext, query: LibraryQuery, read: Library): void {
  const resources = read.resources.map((each) => ({ ...each, user_has_liked: false }));
  lastGood.keep(keptName(read.tab, read.page), { ...read, resources });
  if (query.tab === firstTab && read.page === 1) lastGood.keep(keptFront, { ...read, resources });
}

/** Finds the copy of the requested page, else of its tab's first page, else of what /education shows by default. */
async function findLastGood({ lastGood }: AppLoadContext, { tab, search, page }: LibraryQuery) {
  const names = search ? [keptFront] : [...new Set([keptName(tab, page), keptName(tab, 1), keptFront])];
  for (const name of names) {
    const found = await lastGood.find(name);
    const kept = library.safeParse(found?.content);
    if (found && kept.success) return { content: kept.data, keptAt: found.keptAt };
  }
  return null;
}
