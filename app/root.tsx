import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { isRouteErrorResponse, Meta, Outlet, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { site } from "./site.ts";
import { ErrorPage, errorTitle } from "./ui/error-page.tsx";

export const loader = ({ context }: LoaderFunctionArgs) => ({ origin: context.origin });

export const meta: MetaFunction = ({ error }) => {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return error ? [{ title: `${errorTitle(status)} · ${site.shortName}` }, { name: "robots", content: "noindex" }] : [];
};

/** The document; `ui/page-shell.tsx` adds the style sheet, the bar and the footer, which pages have in common. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0a171c" />
        <Meta />
      </head>
      <body>{children}</body>
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
