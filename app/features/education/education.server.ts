import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { rowsOf } from "../../platform/supabase.server.ts";

const resource = z.object({
  id: z.string(),
  tab_key: z.string(),
  title: z.string(),
  description: z.string(),
  url: z.string(),
  icon_name: z.enum(["BookOpen", "BookText", "Youtube", "Headphones", "GraduationCap"]).catch("BookOpen"),
  resource_type: z.string(),
  likes_count: z.number(),
  user_has_liked: z.boolean(),
});

const library = z.object({
  tabs: z.array(z.object({ tab_key: z.string(), label: z.string() })),
  tab: z.string().nullable(),
  total: z.number(),
  page: z.number(),
  pages: z.number(),
  resources: z.array(resource),
});

export type Library = z.output<typeof library>;
export type Resource = z.output<typeof resource>;

export interface LibraryQuery {
  tab: string;
  search: string;
  page: number;
}

/**
 * One page of the library with its tabs, counts and the visitor's own likes, in one round trip.
 * @param viewer whose likes count as "mine": a signed-in person's token wins in the database over the visitor's keys
 * @throws DatabaseUnavailable
 */
export async function readLibrary(
  context: AppLoadContext,
  { tab, search, page }: LibraryQuery,
  viewer: { accessToken: string | null; visitorKey: string | null; addressKey: string | null },
): Promise<Library> {
  const { database } = context;
  const answer = await (viewer.accessToken ? database.as(viewer.accessToken) : database.public).rpc("education_page", {
    p_tab: tab,
    p_search: search,
    p_page: page,
    p_visitor_key: viewer.visitorKey as string,
    p_ip_key: viewer.addressKey as string,
  });
  return library.parse(rowsOf(answer));
}
