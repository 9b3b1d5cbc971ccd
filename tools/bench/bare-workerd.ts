import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, extname, join, relative } from "node:path";
import type { WorkerModule } from "../../harness/building/worker-modules.ts";
import { type Service, startService } from "../../harness/processes.ts";

export interface BareWorker {
  name: string;
  port: number;
  /** Its modules, the entry first; without any only files are served. */
  modules?: WorkerModule[];
  variables?: Record<string, string>;
  /** A folder whose files are served without running the code, as Workers Static Assets does. */
  files?: string;
}

const compatibility = 'compatibilityDate = "2026-07-01", compatibilityFlags = ["nodejs_compat"]';

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".txt": "text/plain; charset=utf-8",
};

/** Generates a module that serves files by their path and passes everything else to the entry of the Worker. */
function door(folder: string, entry?: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => `/${relative(folder, join(file.parentPath, file.name))}`);
  // As in public/_headers.
  const special: Record<string, string> = { "/speculation-rules.json": "application/speculationrules+json" };
  const known = files.map((path) => [path, special[path] ?? types[extname(path)] ?? "application/octet-stream"]);
  return `${entry ? `import app from "${entry}";` : ""}
const files = new Map(${JSON.stringify(known)});
async function file(path, type, env) {
  const { body } = await env.DISK.fetch("http://disk" + path);
  return new Response(body, { headers: { "Content-Type": type, "Cache-Control": "public, max-age=31536000, immutable" } });
}
export default {
  fetch(request, env, context) {
    const from = request.url.indexOf("/", 8);
    const to = request.url.indexOf("?", from);
    const path = to < 0 ? request.url.slice(from) : request.url.slice(from, to);
    const type = files.get(path);
    if (type) return file(path, type, env);
    return ${entry ? "app.fetch(request, env, context)" : 'new Response("not found", { status: 404 })'};
  },
};`;
}

/**
 * Runs the Workers in one workerd, each on its own port, with no proxy in front of them and no limits.
 * @param ready the path of the first Worker that is polled until it responds
 */
export async function startWorkerd(folder: string, workers: BareWorker[], ready = "/robots.txt"): Promise<Service> {
  const services = workers.flatMap(({ name, modules: given = [], variables = {}, files }) => {
    const own = join(folder, name);
    mkdirSync(own, { recursive: true });
    const modules: string[] = [];
    const add = (module: string) => modules.push(`(name = "${module}", esModule = embed "${name}/${module}")`);
    const front = files ? [{ name: "door.js", code: door(files, given[0]?.name) }] : [];
    for (const module of [...front, ...given]) {
      mkdirSync(dirname(join(own, module.name)), { recursive: true });
      writeFileSync(join(own, module.name), module.code);
      add(module.name);
    }
    const bindings = Object.entries(variables).map(
      ([key, text]) => `(name = "${key}", text = ${JSON.stringify(text)})`,
    );
    if (files) bindings.push(`(name = "DISK", service = "${name}-disk")`);
    return [
      `(name = "${name}", worker = (modules = [${modules}], ${compatibility}, cacheApiOutbound = "no-cache", bindings = [${bindings}]))`,
      ...(files ? [`(name = "${name}-disk", disk = ${JSON.stringify(files)})`] : []),
    ];
  });
  // A data center's cache is not measured here: every lookup in this one is a miss.
  writeFileSync(
    join(folder, "no-cache.js"),
    'export default { fetch: ({ method }) => new Response(null, { status: method === "PUT" ? 204 : 504, headers: { "CF-Cache-Status": "MISS" } }) };',
  );
  writeFileSync(
    join(folder, "config.capnp"),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    ${services.join(",\n    ")},
    (name = "no-cache", worker = (modules = [(name = "no-cache.js", esModule = embed "no-cache.js")], ${compatibility})),
    (name = "internet", network = (allow = ["public", "private", "local"]))
  ],
  sockets = [${workers.map(({ name, port }) => `(name = "${name}", address = "127.0.0.1:${port}", http = (), service = "${name}")`)}]
);
`,
  );
  const wrangler = createRequire(import.meta.url).resolve("wrangler");
  const { default: program } = createRequire(wrangler)("workerd") as { default: string };
  const first = workers[0]?.port;
  const ask = async () => (await fetch(`http://127.0.0.1:${first}${ready}`)).status < 500;
  return startService(
    "workerd",
    program,
    ["serve", join(folder, "config.capnp")],
    process.env,
    join(folder, "workerd.log"),
    ask,
  );
}
