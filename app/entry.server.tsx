import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/cloudflare";
import { RemixServer } from "@remix-run/react";
import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { announcementAt } from "./features/site/announcement.ts";
import { contentSecurityPolicy } from "./front-door/headers.ts";
import { createFrontDoor } from "./front-door/steps.ts";
import { log } from "./platform/log.ts";
import type { RouteHandle } from "./platform/request/route-handle.ts";
import { siteYear } from "./platform/text/site-time.ts";
import { footerLinks, navigation, type Site } from "./site.ts";
import { FailedRequest } from "./ui/error-page.tsx";
import { IslandScripts } from "./ui/island.tsx";
import { LetterWaitContext } from "./ui/letter-wait.tsx";
import { createPageShell } from "./ui/page-shell.tsx";
import { SiteContext } from "./use-site.ts";

let shell: { of: Site; add: ReturnType<typeof createPageShell> } | undefined;

function shellOf(site: Site) {
  if (shell?.of !== site) {
    const add = createPageShell({
      bar: { brand: site.shortName, links: navigation, joinUrl: site.communityUrl },
      footer: { brand: site.shortName, name: site.name, tagline: site.tagline, ...footerLinks, social: site.social },
    });
    shell = { of: site, add };
  }
  return shell.add;
}

/** The Worker and `npm run dev` get the front door from the build itself, so that every module exists only once. */
export { createFrontDoor };

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { location, matches } = remix.staticHandlerContext;
  const handles = matches.map(({ route }) => (remix.routeModules[route.id]?.handle ?? {}) as RouteHandle);
  const framable = handles.some((handle) => handle.framable);
  const admin = context.isAdminArea || handles.some((handle) => handle.admin);
  const typed = status === 503 ? await context.typed() : null;
  const html = documentOf(
    remix,
    request.url,
    context.site,
    { requestId: context.requestId, typed },
    context.done?.wait ?? 0,
  );
  const { bytes, styleHash } = await shellOf(context.site)({
    html: context.interruption.returned ? withOwnAddress(html, location) : html,
    path: location.pathname,
    section: handles.find((handle) => handle.section)?.section,
    bare: handles.some((handle) => handle.bare),
    admin,
    year: siteYear(context.now),
    announcement: announcementAt(context.site.announcement, context.now),
  });
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(context.env, { styleHash, framable }));
  if (framable) headers.set("X-Frame-Options", "SAMEORIGIN");
  else if (!admin) headers.set("Speculation-Rules", '"/speculation-rules.json"');
  // A page that reports what a form has just done is valid only briefly and for one person.
  if (context.done) headers.set("Cache-Control", "private, no-store");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
  headers.append("Vary", "Cookie");

  return new Response(bytes, { status, headers });
}

/** Renders the document of the routes; if a form was refused, its title begins with "Error: ". */
function documentOf(
  remix: EntryContext,
  url: string,
  site: Site,
  failed: ComponentProps<typeof FailedRequest.Provider>["value"],
  letterWait: number,
): string {
  // The document is not hydrated, so it needs no streaming, markers or handoff: one string costs less than half.
  const html = renderToStaticMarkup(
    <SiteContext.Provider value={site}>
      <FailedRequest.Provider value={failed}>
        <IslandScripts.Provider value={islandScripts(remix)}>
          <LetterWaitContext.Provider value={letterWait}>
            <RemixServer context={{ ...remix, serverHandoffStream: undefined }} url={url} />
          </LetterWaitContext.Provider>
        </IslandScripts.Provider>
      </FailedRequest.Provider>
    </SiteContext.Provider>,
  );
  const { statusCode, actionData } = remix.staticHandlerContext;
  const refused = statusCode >= 400 && actionData;
  return `<!DOCTYPE html>${refused ? html.replace("<title>", "<title>Error: ") : html}`;
}

/** In development, Remix's modules refuse to run before its HMR runtime. */
const islandScripts = ({
  manifest: { hmr, entry },
}: {
  manifest: EntryContext["manifest"] & { hmr?: { runtime: string } };
}) => (hmr ? [hmr.runtime, entry.module] : [entry.module]);

/** The sign-in returns a form in its own response, so forms without an action must name the page they belong to. */
function withOwnAddress(html: string, { pathname, search }: { pathname: string; search: string }): string {
  const address = (pathname + search).replaceAll("&", "&amp;").replaceAll('"', "%22");
  return html.replace(/<form (?![^>]*\baction=)/g, () => `<form action="${address}" `);
}

/** Handles all unexpected errors with one log line; the page shows only the request id. */
export const handleError: HandleErrorFunction = (error, { context, request }) => {
  if (!request.signal.aborted) reportError(error, context as AppLoadContext);
};

function reportError(error: unknown, context: AppLoadContext): void {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  log({ requestId: context.requestId, outcome: "error", error: message.slice(0, 500) });
}
