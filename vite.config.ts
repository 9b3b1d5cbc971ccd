import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import mdx from "@mdx-js/rollup";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import remarkFrontmatter from "remark-frontmatter";
import remarkMdxFrontmatter from "remark-mdx-frontmatter";
import { defineConfig } from "vite";
import { remarkOutline } from "./harness/building/outline.ts";
import { frontDoorInDevelopment } from "./harness/serving/development-server.ts";

/** Of the Worker, which has no files: `20261101000100` and so on. */
const migrations = readdirSync("supabase/migrations").map((name) => name.slice(0, 14));

/** What markdown-it names and nobody here calls, for an island that renders; wrangler.toml leaves the same out of the Worker. */
const leftOutOfMarkdown = ["linkify-it", "entities", "uc.micro", "punycode.js"].map((library) => ({
  find: new RegExp(`^${library}$`),
  replacement: resolve("harness/building/left-out", `${library.replace(/\.js$/, "")}.ts`),
}));

export default defineConfig({
  define: {
    __MIGRATIONS__: JSON.stringify(migrations.sort()),
    "import.meta.env.SITE_SNAPSHOT": JSON.stringify(process.env.SITE_SNAPSHOT ?? "[]"),
  },
  resolve: { alias: leftOutOfMarkdown },
  plugins: [
    // the browser has no modules of the pages, so a change of theirs is a new page
    { name: "reload-on-save", handleHotUpdate: ({ server }) => server.ws.send({ type: "full-reload" }) },
    {
      // no page brings routes to the browser, so that the Worker need not know their names; entry.client.ts hydrates islands
      name: "manifest-without-modules",
      apply: "build",
      transform: (code, id) =>
        id.endsWith("remix/server-manifest")
          ? code.replaceAll(/'(?:module|imports)':(?:'(?![^']*\/entry\.client-)[^']*'|\[[^\]]*\]),/g, "")
          : undefined,
    },
    mdx({ remarkPlugins: [remarkFrontmatter, remarkMdxFrontmatter, remarkOutline] }),
    tailwindcss(),
    frontDoorInDevelopment(),
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
    // The pages' script says ?. as it is, a tenth shorter; style sheets are made for the browsers of Vite's own choice.
    target: "es2022",
    cssTarget: ["chrome87", "edge88", "firefox78", "safari14"],
  },
  worker: {
    format: "iife",
    rollupOptions: {
      output: {
        // The scope of a service worker is a path below its own, and a browser asks for it by the same name again.
        entryFileNames: ({ name }) => (name === "door-worker" ? "[name].js" : "assets/[name]-[hash].js"),
      },
    },
  },
});
