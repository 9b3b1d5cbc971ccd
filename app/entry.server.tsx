import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/cloudflare";
import { RemixServer } from "@remix-run/react";
import { contentSecurityPolicy } from "./platform/headers.ts";
import { log } from "./platform/log.ts";
import type { RouteHandle, Sheet } from "./platform/route-handle.ts";
import { site } from "./site.ts";
import { RequestId } from "./ui/error-page.tsx";
import { bytesOf, place } from "./ui/page-bytes.ts";
import { headMark, PageHead, sheetOf } from "./ui/page-head.tsx";

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
  const admin = handles.some((handle) => handle.admin);
  const head = await headOf(admin, new Set(handles.flatMap((handle) => handle.sheets ?? [])));
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(context.env, { styleHash: head.styleHash, framable }));
  if (framable) headers.set("X-Frame-Options", "SAMEORIGIN");
  else if (!admin) headers.set("Speculation-Rules", '"/speculation-rules.json"');
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
  headers.append("Vary", "Cookie");
  // The Worker sets these on every kind of answer; npm run dev has no Worker.
  if (import.meta.env.DEV) for (const cookie of context.signIn.cookies) headers.append("Set-Cookie", cookie);

  return new Response(pageOf(remix, request.url, context.requestId, handles, head), { status, headers });
}

/** What the loaders of a visitor's page say again is not drawn again; beyond so many pages, all are forgotten. */
const drawings = new Map<string, Uint8Array<ArrayBuffer>>();
const mostDrawings = 100;

/** The page in UTF-8: a function of its address and its loaders' data, unless a form or an error is answered. */
function pageOf(remix: EntryContext, url: string, requestId: string, handles: RouteHandle[], head: Head) {
  const { location, loaderData, actionData, errors } = remix.staticHandlerContext;
  const refused = remix.staticHandlerContext.statusCode >= 400 && actionData;
  // Nothing hydrates, so nothing has to be streamed, marked or handed over: one string is cheaper by more than half.
  const draw = () =>
    bytesOf(
      <RequestId.Provider value={requestId}>
        <RemixServer context={{ ...remix, serverHandoffStream: undefined }} url={url} />
      </RequestId.Provider>,
      (html) => {
        const titled = refused ? html.replace("<title>", "<title>Error: ") : html;
        return `<!DOCTYPE html>${titled.replace(headMark, place(head.bytes))}`;
      },
    );
  if (import.meta.env.DEV || actionData || errors || !handles.some((handle) => handle.kept)) return draw();
  const key = JSON.stringify([location.pathname, location.search, loaderData]);
  const known = drawings.get(key);
  if (known) return known;
  const page = draw();
  if (drawings.size >= mostDrawings) drawings.clear();
  drawings.set(key, page);
  return page;
}

/** Everything unexpected ends here: one log line; the page shows the request id and nothing else. */
export const handleError: HandleErrorFunction = (error, { context, request }) => {
  if (!request.signal.aborted) reportError(error, context as AppLoadContext);
};

function reportError(error: unknown, context: AppLoadContext): void {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  log({ requestId: context.requestId, outcome: "error", error: message.slice(0, 500) });
}

interface Head {
  /** base64 SHA-256 of the style sheet */
  styleHash: string;
  /** the markup in UTF-8 */
  bytes: Uint8Array;
}

// Constants of the build; here because a Worker may not await anything while it starts.
const heads = new Map<string, Head>();

async function headOf(admin: boolean, sheets: ReadonlySet<Sheet>): Promise<Head> {
  const key = admin ? "admin" : [...sheets].join();
  const known = heads.get(key);
  if (known) return known;
  const sheet = sheetOf(admin, sheets);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(sheet)));
  const styleHash = btoa(String.fromCharCode(...digest));
  const bytes = bytesOf(<PageHead sheet={sheet} siteName={site.name} />);
  const head = { styleHash, bytes };
  heads.set(key, head);
  return head;
}
