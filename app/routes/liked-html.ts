import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { bookmarksFile } from "../features/education/bookmarks.ts";
import { findLiked, mostInFile } from "../features/education/liked.server.ts";
import { personalHeaders } from "../platform/request/http.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  const { resources } = await findLiked(context, 1, mostInFile);
  return new Response(bookmarksFile(context.site.name, resources), {
    headers: {
      ...personalHeaders,
      "Content-Type": "text/html; charset=utf-8",
      "Content-Disposition": 'attachment; filename="liked.html"',
    },
  });
}
