import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/cloudflare";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { contentSecurityPolicy } from "./platform/headers.ts";
import { log } from "./platform/log.ts";
import type { RouteHandle } from "./platform/route-handle.ts";
import adminStyles from "./ui/admin.css?inline";
import styles from "./ui/styles.css?inline";

// Constants of the build; here because a Worker may not await anything while it starts.
const styleHashes = new Map<string, string>();

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const handles = remix.staticHandlerContext.matches.map(
    ({ route }) => (remix.routeModules[route.id]?.handle ?? {}) as RouteHandle,
  );
  const framable = handles.some((handle) => handle.framable);
  const styleHash = await hashOf(handles.some((handle) => handle.admin) ? adminStyles : styles);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(context.env, { styleHash, framable }));
  if (framable) headers.set("X-Frame-Options", "SAMEORIGIN");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
  headers.append("Vary", "Cookie");
  // The Worker sets these on every kind of answer; npm run dev has no Worker.
  if (import.meta.env.DEV) for (const cookie of context.signIn.cookies) headers.append("Set-Cookie", cookie);

  // Nothing hydrates, so nothing has to be streamed or handed over: one string is cheaper by more than half.
  const html = renderToString(<RemixServer context={{ ...remix, serverHandoffStream: undefined }} url={request.url} />);
  const refused = status >= 400 && remix.staticHandlerContext.actionData;
  const titled = refused ? html.replace("<title>", "<title>Error: ") : html;
  return new Response(`<!DOCTYPE html>${titled}`, { status, headers });
}

/** Everything unexpected ends here: one log line; the page shows the request id and nothing else. */
export const handleError: HandleErrorFunction = (error, { context, request }) => {
  if (!request.signal.aborted) reportError(error, context as AppLoadContext);
};

function reportError(error: unknown, context: AppLoadContext): void {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  log({ requestId: context.requestId, outcome: "error", error: message.slice(0, 500) });
}

async function hashOf(text: string): Promise<string> {
  const known = styleHashes.get(text);
  if (known) return known;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  const hash = btoa(String.fromCharCode(...digest));
  styleHashes.set(text, hash);
  return hash;
}
