import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Alias, Plugin, UserConfig } from "vite";
import { project } from "../processes.ts";
import { factsOf } from "./route-facts.ts";

// How Vite bundles the Worker: every package, minified, in modules that load when they are first needed.

const exactly = (library: string) => new RegExp(`^${library.replaceAll(".", "\\.")}$`);

const leftOut = (library: string, file = library): Alias => ({
  find: exactly(library),
  replacement: resolve("harness/building/left-out", `${file}.ts`),
});

const installed = (library: string, file: string): Alias => ({
  find: exactly(library),
  replacement: resolve("node_modules", file),
});

/** Dependencies of markdown-it that we never call, stubbed in the Worker and in an island. */
export const leftOutOfMarkdown = [
  leftOut("linkify-it"),
  leftOut("entities"),
  leftOut("uc.micro"),
  leftOut("punycode.js", "punycode"),
];

/**
 * What libraries name and this Worker never calls (npm run bench weighs what is left), and of Remix the ES modules, of
 * which the bundler takes what is called: of @remix-run/cloudflare that is what it hands on from the server runtime.
 */
export const leftOutOfWorker = [
  leftOut("react-dom"),
  leftOut("turbo-stream"),
  leftOut("@supabase/auth-js", "auth"),
  leftOut("@supabase/functions-js", "functions"),
  leftOut("@supabase/realtime-js", "realtime"),
  leftOut("iceberg-js", "iceberg"),
  installed("@remix-run/cloudflare", "@remix-run/server-runtime/dist/esm/index.js"),
  installed("@remix-run/server-runtime", "@remix-run/server-runtime/dist/esm/index.js"),
  installed("react-router-dom/server", "react-router-dom/server.mjs"),
  installed("react-dom/server", "react-dom/cjs/react-dom-server-legacy.browser.production.min.js"),
];

/** Where the Worker's packages are found: all of them are bundled. */
export const workerResolution: UserConfig["ssr"] = {
  target: "webworker",
  noExternal: true,
  resolve: { conditions: ["workerd", "worker", "browser", "module", "production"] },
};

/** The name of the Worker's first module, beside Remix's `index.js`; the others are in the folder `chunks`. */
export const entryName = "entry.worker.js";

export const workerOutput: UserConfig["build"] = {
  minify: "esbuild",
  rollupOptions: {
    output: {
      inlineDynamicImports: false,
      chunkFileNames: "chunks/[name].js",
      // Every module costs at the start, loaded or not, and so does every name that it imports.
      hoistTransitiveImports: false,
      experimentalMinChunkSize: 3000, // bytes
    },
  },
};

/** What `libraryWeights` has written: minified bytes of each package in the Worker, our own code as "the site". */
export const libraryWeightsFile = join(project, "build/library-weights.json");

/**
 * Makes the modules of routes load when they are first needed: Remix's server build says how to load each, instead of
 * importing all. A build also writes the Worker's entry, with what must be known of a route before.
 */
export function routesOnDemand(): Plugin {
  return {
    name: "routes-on-demand",
    transform(code, id, options) {
      if (!options?.ssr || !id.endsWith("remix/server-build")) return undefined;
      const sources = new Map<string, string>();
      const withoutImports = code.replaceAll(/import \* as (route\d+) from ("[^"]*");/g, (_, name, source) => {
        sources.set(name, source);
        return "";
      });
      return withoutImports.replaceAll(/module: (route\d+)/g, (_, name) => `load: () => import(${sources.get(name)})`);
    },
    async writeBundle({ dir }) {
      if (this.environment.name !== "ssr" || !dir) return;
      const { routes } = await import(pathToFileURL(join(dir, "index.js")).href);
      const facts = JSON.stringify(await factsOf(routes));
      writeFileSync(
        join(dir, entryName),
        `import * as build from "./index.js";\nexport default build.entry.module.createFrontDoor({ ...build, facts: ${facts} });\n`,
      );
    },
  };
}

/** Leaves out of Remix's manifest which scripts belong to routes: the browser loads none but that of the islands. */
export function manifestWithoutRoutes(): Plugin {
  return {
    name: "manifest-without-routes",
    apply: "build",
    transform(code, id) {
      if (!id.endsWith("remix/server-manifest")) return undefined;
      const { entry, url, version } = new Function(code.replace("export default", "return"))();
      const manifest = { entry: { module: entry.module, imports: [] }, routes: {}, url, version };
      return `export default ${JSON.stringify(manifest)};`;
    },
  };
}

/** Writes down how much of the Worker is of which package: of a minified chunk, each has its share before minifying. */
export function libraryWeights(): Plugin {
  return {
    name: "library-weights",
    apply: "build",
    generateBundle(_options, bundle) {
      if (this.environment.name !== "ssr") return;
      const weights: Record<string, number> = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        const parts = Object.entries(chunk.modules);
        const whole = parts.reduce((sum, [, { renderedLength }]) => sum + renderedLength, 0) || 1;
        for (const [file, { renderedLength }] of parts) {
          const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? "the site";
          weights[name] = (weights[name] ?? 0) + (renderedLength / whole) * chunk.code.length;
        }
      }
      mkdirSync(dirname(libraryWeightsFile), { recursive: true });
      writeFileSync(libraryWeightsFile, JSON.stringify(weights));
    },
  };
}
