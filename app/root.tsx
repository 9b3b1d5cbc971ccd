import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { honoluluYear } from "./platform/honolulu.ts";
import type { RouteHandle } from "./platform/route-handle.ts";
import { footerLinks, navigation, site } from "./site.ts";
import adminStyles from "./ui/admin.css?inline";
import { Bar } from "./ui/bar.tsx";
import enhance from "./ui/enhance.ts?worker&url";
import { ErrorPage, errorTitle } from "./ui/error-page.tsx";
import displayFont from "./ui/fonts/young-serif-latin.woff2?url";
import { Footer } from "./ui/footer.tsx";
import styles from "./ui/styles.css?inline";

export const links: LinksFunction = () => [
  { rel: "preload", href: displayFont, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
  { rel: "alternate", type: "application/rss+xml", title: `${site.name}: insights`, href: "/insights/rss.xml" },
  { rel: "alternate", type: "application/atom+xml", title: `${site.name}: insights`, href: "/insights/atom.xml" },
];

export function loader({ context }: LoaderFunctionArgs) {
  return { origin: context.origin, year: honoluluYear(context.now), requestId: context.requestId };
}

export const meta: MetaFunction = ({ error }) => {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return error ? [{ title: `${errorTitle(status)} · ${site.shortName}` }, { name: "robots", content: "noindex" }] : [];
};

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  const { pathname } = useLocation();
  const handles = useMatches().map((match) => (match.handle ?? {}) as RouteHandle);
  const section = handles.find((handle) => handle.section)?.section;
  const admin = handles.some((handle) => handle.admin);
  const bare = handles.some((handle) => handle.bare);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0a171c" />
        <Meta />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own style sheet; its hash is in the policy */}
        <style dangerouslySetInnerHTML={{ __html: admin ? adminStyles : styles }} />
        <Links />
        <script src={enhance} defer type={import.meta.env.DEV ? "module" : undefined} />
        {import.meta.env.DEV ? <script type="module" src="/@vite/client" /> : null}
      </head>
      <body>
        {bare ? (
          children
        ) : (
          <>
            <a className="skip" href="#main">
              Skip to content
            </a>
            <Bar
              brand={site.shortName}
              links={navigation}
              joinUrl={site.communityUrl}
              path={pathname}
              section={section}
            />
            {children}
            <Footer
              brand={site.shortName}
              name={site.name}
              tagline={site.tagline}
              {...footerLinks}
              social={site.social}
              year={data?.year ?? honoluluYear(new Date())}
            />
          </>
        )}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const data = useRouteLoaderData<typeof loader>("root");
  const answer = isRouteErrorResponse(error) ? error : undefined;
  return <ErrorPage status={answer?.status ?? 500} refusal={answer?.data} requestId={data?.requestId} />;
}
