import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { rowsOf } from "../../platform/database/supabase.server.ts";
import { signedInLiker } from "../likes/answer-like.server.ts";
import { resource } from "./education.server.ts";

const likedPage = z.object({ total: z.number(), page: z.number(), pages: z.number(), resources: z.array(resource) });

/** The maximum number of resources in a file; the database returns no more. */
export const mostInFile = 1000;
const pageSize = 24;

/**
 * Finds what the signed-in person, or else the visitor's cookie, likes in the library, latest like first. For a visitor
 * with neither, no likes can be found.
 */
export async function findLiked(context: AppLoadContext, page: number, size = pageSize) {
  const [visitorKey, person] = await Promise.all([context.visitorKey(), signedInLiker(context)]);
  const args = { p_visitor_key: visitorKey, p_page: page, p_size: size };
  if (person) {
    const own = await context.database.as(person.accessToken);
    const answer = rowsOf(await own.rpc("liked_resources", args));
    return { isSignedIn: true, ...likedPage.parse(answer) };
  }
  const answer = visitorKey ? await context.database.read("rpc/liked_resources", args) : nothing;
  return { isSignedIn: false, ...likedPage.parse(answer) };
}

const nothing: z.input<typeof likedPage> = { total: 0, page: 1, pages: 1, resources: [] };
