import { createRequestHandler } from "@remix-run/cloudflare";
import { Links, Meta, Outlet, RemixServer, Scripts, ScrollRestoration } from "@remix-run/react";
import { createElement } from "react";
import { renderToReadableStream } from "react-dom/server";

/**
 * A Worker that includes what Remix's template includes and uses none of it. `bench` measures what loading it costs.
 */
export default {
  fetch: () => new Response(""),
  brought: [
    createRequestHandler,
    createElement,
    renderToReadableStream,
    RemixServer,
    Links,
    Meta,
    Outlet,
    Scripts,
    ScrollRestoration,
  ],
};
