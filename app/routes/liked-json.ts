import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { findLiked, mostInFile } from "../features/education/liked.server.ts";
import { personalHeaders } from "../platform/request/http.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  const { resources } = await findLiked(context, 1, mostInFile);
  const liked = resources.map(({ title, description, url, tags }) => ({ title, description, url, tags }));
  return new Response(`${JSON.stringify({ site: context.origin, liked }, null, 2)}\n`, {
    headers: {
      ...personalHeaders,
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="liked.json"',
    },
  });
}
