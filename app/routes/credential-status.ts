import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { statusListOf } from "../features/credentials/credential.ts";
import { credentialKeysOf, signJwt } from "../features/credentials/credential-keys.server.ts";
import { listTakenBack } from "../features/credentials/credentials.server.ts";
import { encodeBits } from "../features/credentials/status-list.ts";
import { notFound, pageCache } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";

export const handle: RouteHandle = { cache: {} };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const keys = await credentialKeysOf(context.env);
  if (!keys || !/^[1-9]\d{0,3}$/.test(params.list ?? "")) throw notFound();
  const list = Number(params.list);
  const places = await listTakenBack(context, list);
  if (!places) throw notFound();
  const claims = statusListOf(list, await encodeBits(places), context);
  const jwt = await signJwt(context.origin, keys, claims);
  return new Response(jwt, { headers: { ...pageCache, "Content-Type": "application/jwt" } });
}
