import { readdirSync } from "node:fs";
import mdx from "@mdx-js/rollup";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import remarkFrontmatter from "remark-frontmatter";
import remarkMdxFrontmatter from "remark-mdx-frontmatter";
import { defineConfig } from "vite";
import { remarkOutline } from "./harness/building/outline.ts";
import {
  leftOutOfMarkdown,
  leftOutOfWorker,
  libraryWeights,
  manifestWithoutRoutes,
  routesOnDemand,
  workerOutput,
  workerResolution,
} from "./harness/building/worker-bundle.ts";
import { frontDoorInDevelopment } from "./harness/serving/development-server.ts";

/** Versions such as `20261101000100`, for the Worker, which cannot read files. */
const migrations = readdirSync("supabase/migrations").map((name) => name.slice(0, 14));

export default defineConfig(({ isSsrBuild }) => ({
  define: {
    ...(isSsrBuild ? { "process.env.NODE_ENV": '"production"' } : {}),
    __MIGRATIONS__: JSON.stringify(migrations.sort()),
    "import.meta.env.SITE_SNAPSHOT": JSON.stringify(process.env.SITE_SNAPSHOT ?? "[]"),
  },
  resolve: { alias: [...leftOutOfMarkdown, ...(isSsrBuild ? leftOutOfWorker : [])] },
  ...(isSsrBuild ? { ssr: workerResolution } : {}),
  plugins: [
    // the browser has no modules of the pages, so a change to them requires a page reload
    { name: "reload-on-save", handleHotUpdate: ({ server }) => server.ws.send({ type: "full-reload" }) },
    mdx({ remarkPlugins: [remarkFrontmatter, remarkMdxFrontmatter, remarkOutline] }),
    tailwindcss(),
    frontDoorInDevelopment(),
    routesOnDemand(),
    manifestWithoutRoutes(),
    libraryWeights(),
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_singleFetch: true,
        v3_routeConfig: true,
        v3_lazyRouteDiscovery: false,
      },
    }),
  ],
  build: {
    // A font as a data: URL would need a hole in the Content-Security-Policy.
    assetsInlineLimit: 0,
    sourcemap: false,
    ...(isSsrBuild ? workerOutput : {}),
    // The script of the pages keeps ?. untranspiled, a tenth shorter; style sheets target Vite's default browsers.
    target: "es2022",
    cssTarget: ["chrome87", "edge88", "firefox78", "safari14"],
  },
  worker: {
    format: "iife",
    rollupOptions: {
      output: {
        // A service worker's scope is limited by its own path, and browsers fetch it again under the same name.
        entryFileNames: ({ name }) => (name === "door-worker" ? "[name].js" : "assets/[name]-[hash].js"),
      },
    },
  },
}));
