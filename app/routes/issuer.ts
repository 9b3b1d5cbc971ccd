import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { credentialKeysOf, didDocument } from "../features/credentials/credential-keys.server.ts";
import { notFound } from "../platform/request/http.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  const keys = await credentialKeysOf(context.env);
  if (!keys) throw notFound();
  return Response.json(didDocument(context.origin, keys), { headers: { "Cache-Control": "public, max-age=300" } });
}
