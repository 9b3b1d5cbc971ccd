import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { typeOfUpload } from "../features/pictures/picture.ts";
import { readUpload } from "../features/pictures/pictures.server.ts";
import { notFound } from "../platform/request/http.ts";

/** Returns a file of the picture library. Names are never reused, so browsers cache it permanently. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { name = "" } = params;
  const type = typeOfUpload(name);
  const file = type && (await readUpload(context, name));
  if (!file) throw notFound();
  const length = file.headers.get("Content-Length");
  const headers = {
    "Content-Type": type,
    ...(length ? { "Content-Length": length } : {}),
    "Cache-Control": "public, max-age=31536000, immutable",
    "Cross-Origin-Resource-Policy": "cross-origin",
  };
  return new Response(file.body, { headers });
}
