import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import {
  isRouteErrorResponse,
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
import { Bar } from "./ui/bar.tsx";
import { ErrorPage, errorTitle } from "./ui/error-page.tsx";
import { Footer } from "./ui/footer.tsx";
import { HeadMark } from "./ui/page-head.tsx";

export function loader({ context }: LoaderFunctionArgs) {
  return { origin: context.origin, year: honoluluYear(context.now) };
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
  const bare = handles.some((handle) => handle.bare);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0a171c" />
        <Meta />
        <HeadMark />
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
  const answer = isRouteErrorResponse(error) ? error : undefined;
  return <ErrorPage status={answer?.status ?? 500} refusal={answer?.data} />;
}
