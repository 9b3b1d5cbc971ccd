import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { isRouteErrorResponse, Meta, Outlet, useLocation, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { footerLinks, navigation } from "./site.ts";
import enhance from "./ui/enhance.ts?worker&url";
import { ErrorHead, ErrorPage } from "./ui/error-page.tsx";
import { LikelyPages, searchableWords } from "./ui/likely-pages.tsx";
import { SearchForm } from "./ui/search-form.tsx";
import { useSite } from "./use-site.ts";

export const loader = ({ context }: LoaderFunctionArgs) => ({ origin: context.origin, site: context.site });

/** The document; `ui/page-shell.tsx` adds what all pages share: style sheet, navigation bar and footer. */
export function Layout({ children }: { children: ReactNode }) {
  const site = useSite();
  const error = useRouteError();
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0a171c" />
        {error ? <ErrorHead error={error} siteName={site.shortName} /> : <Meta />}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="alternate" type="application/rss+xml" title={`${site.name}: insights`} href="/insights/rss.xml" />
        <link
          rel="alternate"
          type="application/atom+xml"
          title={`${site.name}: insights (Atom)`}
          href="/insights/atom.xml"
        />
        <script src={enhance} defer type={import.meta.env.DEV ? "module" : undefined} />
        {import.meta.env.DEV ? <script type="module" src="/@vite/client" /> : null}
      </head>
      <body>{children}</body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

const knownPages = [
  ...navigation,
  ...Object.values(footerLinks).flat(),
  { label: "Bitcoin Pizza Day", to: "/bitcoin-pizza-day" },
  { label: "Global Pizza Party", to: "/global-pizza-party" },
  { label: "Newsletter", to: "/newsletter" },
];

export function ErrorBoundary() {
  const error = useRouteError();
  const answer = isRouteErrorResponse(error) ? error : undefined;
  const { pathname } = useLocation();
  const isPublic = pathname !== "/admin" && !pathname.startsWith("/admin/");
  return (
    <ErrorPage status={answer?.status ?? 500} refusal={answer?.data}>
      {answer?.status === 404 && isPublic ? (
        <>
          <LikelyPages path={pathname} known={knownPages} />
          <div className="mt-6">
            <SearchForm action="/search" label="Search this site" value={searchableWords(pathname)} />
          </div>
        </>
      ) : null}
    </ErrorPage>
  );
}
