// Fakes Cloudflare's API as far as the real wrangler uses it here, and its edge: what wrangler uploads is served in
// workerd. The data shapes are those that wrangler 4.107.1 reads.
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Request as Asked, Response as Given, Miniflare } from "miniflare";

export interface Cloudflare {
  /** URL of the API, for CLOUDFLARE_API_BASE_URL. */
  api: string;
  /** URL of the edge. */
  edge: string;
  /** Runs a cron job of the version that has all visitors. */
  trigger(cron: string): Promise<void>;
  stop(): Promise<void>;
}

interface Binding {
  name: string;
  type: string;
  text?: string;
  namespace_id?: string;
  simple: { limit: number; period: 60 };
}

interface Metadata {
  main_module: string;
  compatibility_date: string;
  compatibility_flags: string[];
  bindings?: Binding[];
}

/** A module of the Worker, the main one first. */
interface Module {
  name: string;
  code: string;
}

interface Version {
  id: string;
  number: number;
  created: string;
  modules: Module[];
  metadata: Metadata;
  bindings: Binding[];
  serves: Miniflare | null;
}

interface Deployment {
  id: string;
  created_on: string;
  versions: { version_id: string; percentage: number }[];
}

interface Place {
  /** The folder of the site's static files. */
  files: string;
  origin: string;
  /** Other hosts that the Worker calls, by origin. */
  addresses: Record<string, string>;
}

const account = "0123456789abcdef0123456789abcdef";
const override = "cloudflare-workers-version-overrides";
/** Headers about the transfer of a body, dropped because it is passed on whole and decoded. */
const ofTransport = /^(content-encoding|transfer-encoding|content-length)$/;
const overridden = /="([0-9a-f-]{36})"/;

class Refusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const notThere = (code: number) => new Refusal(code, "This Worker does not exist on your account.");

async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** @param isKnown whether a request's token is valid */
export async function startCloudflare(place: Place, isKnown: (token: string) => boolean): Promise<Cloudflare> {
  const versions: Version[] = [];
  const deployments: Deployment[] = [];
  const newest = () => versions.at(-1);
  const running = () =>
    versions.find(({ id }) => id === deployments[0]?.versions.find((each) => each.percentage === 100)?.version_id);

  /** Forwards what the Worker requests from other hosts. */
  async function forwarded(request: Asked): Promise<Given> {
    const { origin, pathname, search } = new URL(request.url);
    const to = place.addresses[origin];
    if (!to) return new Given("gone", { status: 502 });
    const { method } = request;
    const body = method === "GET" || method === "HEAD" ? null : await request.arrayBuffer();
    const { host: _host, ...headers } = Object.fromEntries(request.headers);
    const answered = await fetch(new URL(pathname + search, to), { method, headers, body, redirect: "manual" });
    const sent = [...answered.headers].filter(([name]) => !ofTransport.test(name));
    const isEmpty = [204, 304].includes(answered.status);
    return new Given(isEmpty ? null : await answered.arrayBuffer(), { status: answered.status, headers: sent });
  }

  /** Creates a version of the Worker from an upload; inherited bindings and secrets come from the previous version. */
  async function upload(request: IncomingMessage): Promise<Version> {
    const headers = { "Content-Type": request.headers["content-type"] ?? "" };
    const form = await new Response(await bodyOf(request), { headers }).formData();
    const text = form.get("metadata");
    const metadata: Metadata = JSON.parse(typeof text === "string" ? text : ((await text?.text()) ?? "{}"));
    const files = [...form].flatMap(([name, file]) =>
      file instanceof Blob && name !== "metadata" ? [{ name, file }] : [],
    );
    const modules = await Promise.all(files.map(async ({ name, file }) => ({ name, code: await file.text() })));
    modules.sort(
      (one, other) => Number(other.name === metadata.main_module) - Number(one.name === metadata.main_module),
    );
    const before = newest()?.bindings ?? [];
    const given = metadata.bindings ?? [];
    const isGiven = (binding: Binding) => given.some(({ name, type }) => name === binding.name && type !== "inherit");
    const secrets = before.filter((binding) => binding.type === "secret_text" && !isGiven(binding));
    const bindings = [...secrets, ...given.filter(({ type }) => type !== "inherit")];
    return add(modules, metadata, bindings);
  }

  /** Creates a version from the newest one with changed secrets, and deploys it at once, as Cloudflare does. */
  async function putSecrets(request: IncomingMessage): Promise<object> {
    const before = newest();
    if (!before) throw notThere(10007);
    if (before !== running()) throw new Refusal(10215, "the latest version isn't currently deployed");
    const { secrets } = JSON.parse((await bodyOf(request)).toString()) as { secrets: Record<string, Binding> };
    const others = before.bindings.filter(({ name }) => !(name in secrets));
    const { id } = await add(before.modules, before.metadata, [...others, ...Object.values(secrets)]);
    deploy([{ version_id: id, percentage: 100 }]);
    return {};
  }

  async function add(modules: Module[], metadata: Metadata, bindings: Binding[]): Promise<Version> {
    // Without files it is the empty Worker that wrangler uploads to have something to attach secrets to.
    const isSite = bindings.some(({ type }) => type === "assets");
    const serves = isSite ? await serve(modules, metadata, bindings) : null;
    const created = new Date().toISOString();
    const version = { id: randomUUID(), number: versions.length + 1, created, modules, metadata, bindings, serves };
    versions.push(version);
    return version;
  }

  async function serve(modules: Module[], metadata: Metadata, bindings: Binding[]): Promise<Miniflare> {
    const limits = bindings.filter(({ type }) => type === "ratelimit");
    const texts = bindings.filter(({ type }) => type === "plain_text" || type === "secret_text");
    const server = new Miniflare({
      cf: false,
      modules: modules.map(({ name, code }) => ({ type: "ESModule" as const, path: name, contents: code })),
      compatibilityDate: metadata.compatibility_date,
      compatibilityFlags: metadata.compatibility_flags,
      bindings: Object.fromEntries(texts.map(({ name, text = "" }) => [name, text])),
      ratelimits: Object.fromEntries(
        limits.map(({ name, namespace_id = "", simple }) => [name, { namespace_id, simple }]),
      ),
      assets: { directory: place.files, binding: "ASSETS", routerConfig: { has_user_worker: true } },
      outboundService: forwarded,
      unsafeTriggerHandlers: true,
      handleRuntimeStdio(output, errors) {
        output.resume();
        errors.pipe(process.stderr);
      },
    });
    await server.ready;
    return server;
  }

  function deploy(given: Deployment["versions"]): Deployment {
    const deployment = { id: randomUUID(), created_on: new Date().toISOString(), versions: given };
    deployments.unshift(deployment);
    return deployment;
  }

  const shown = ({ id, number, created, bindings }: Version) => ({
    id,
    number,
    metadata: { created_on: created, modified_on: created, source: "wrangler", author_email: "kai@hui.test" },
    annotations: {},
    resources: { bindings, script: { handlers: ["fetch", "scheduled"] }, script_runtime: {} },
  });

  async function answer(request: IncomingMessage): Promise<unknown> {
    const { method = "GET", url = "/" } = request;
    const { pathname } = new URL(url, "http://api");
    const [, script] = /\/workers\/(?:scripts|services)\/[^/]+(.*)$/.exec(pathname) ?? [];
    if (pathname.endsWith("/assets-upload-session")) return { jwt: "all of them are here", buckets: [] };
    if (pathname === "/memberships") return [{ id: account, account: { id: account, name: "Hui" } }];
    if (pathname === "/accounts") return [{ id: account, name: "Hui" }];
    if (pathname === "/user") return { id: account, email: "kai@hui.test" };
    if (pathname.endsWith("/workers/subdomain")) return { subdomain: "hui" };
    if (pathname.startsWith("/zones")) return pathname === "/zones" ? [{ id: account, name: "hui.test" }] : [];
    if (script === undefined) return {};
    if (method === "GET" && versions.length === 0) throw notThere(pathname.includes("/services/") ? 10090 : 10007);
    if (script === "/secrets-bulk") return putSecrets(request);
    if (script === "" && method === "PUT") {
      const { id } = await upload(request);
      deploy([{ version_id: id, percentage: 100 }]);
      return { id: "script", etag: id, deployment_id: id, startup_time_ms: 1, pipeline_hash: id };
    }
    if (script === "" && pathname.includes("/services/"))
      return { default_environment: { environment: "production", script: { last_deployed_from: "wrangler" } } };
    if (script === "/settings") return { bindings: newest()?.bindings };
    if (script === "/secrets")
      return newest()
        ?.bindings.filter(({ type }) => type === "secret_text")
        .map(({ name, type }) => ({ name, type }));
    if (script === "/versions" && method === "POST") {
      const version = await upload(request);
      return { ...shown(version), id: version.id, startup_time_ms: 1 };
    }
    if (script === "/versions") return { items: versions.toReversed().map(shown) };
    if (script.startsWith("/versions/")) return shown(versions.find(({ id }) => script.endsWith(id)) as Version);
    if (script === "/deployments" && method === "POST")
      return deploy(JSON.parse((await bodyOf(request)).toString()).versions);
    if (script === "/deployments") return { deployments };
    if (script === "/subdomain") return { enabled: false, previews_enabled: false };
    if (script === "/domains/changeset") return { added: [], updated: [], removed: [], conflicting: [] };
    return {};
  }

  const api = createServer((request, response) => {
    const reply = (status: number, body: object) =>
      response
        .writeHead(status, { "Content-Type": "application/json" })
        .end(JSON.stringify({ messages: [], errors: [], success: status < 300, ...body }));
    if (!isKnown(request.headers.authorization ?? ""))
      return reply(401, { errors: [{ code: 10000, message: "Authentication error" }], result: null });
    answer(request).then(
      (result) => {
        if (process.env.REHEARSAL_TRACE) console.error(request.method, request.url);
        reply(200, { result, result_info: { page: 1, per_page: 50, count: 1, total_count: 1, total_pages: 1 } });
      },
      (error) => {
        if (process.env.REHEARSAL_TRACE) console.error(request.method, request.url, error);
        const code = error instanceof Refusal ? error.code : 10001;
        reply(code === 10001 ? 500 : code === 10215 ? 400 : 404, {
          errors: [{ code, message: String(error.message) }],
          result: null,
        });
      },
    );
  });

  const edge = createServer(async (request, response) => {
    const [, id] = overridden.exec(String(request.headers[override] ?? "")) ?? [];
    const listed = deployments[0]?.versions.some(({ version_id }) => version_id === id);
    const version = (listed && versions.find((each) => each.id === id)) || running();
    if (!version?.serves) return void response.writeHead(522).end();
    const body = await bodyOf(request);
    const { connection: _connection, host: _host, ...headers } = request.headers;
    const answered = await version.serves.dispatchFetch(place.origin + request.url, {
      method: request.method,
      headers: { ...(headers as Record<string, string>), "CF-Connecting-IP": "203.0.113.1" },
      redirect: "manual",
      ...(body.length > 0 ? { body } : {}),
    });
    const sent = Object.fromEntries([...answered.headers].filter(([name]) => !ofTransport.test(name)));
    response.writeHead(answered.status, sent).end(Buffer.from(await answered.arrayBuffer()));
  });
  return {
    api: await listen(api),
    edge: await listen(edge),
    async trigger(cron) {
      await running()?.serves?.dispatchFetch(
        `${place.origin}/cdn-cgi/handler/scheduled?cron=${encodeURIComponent(cron)}`,
      );
    },
    async stop() {
      for (const server of [api, edge]) server.close();
      await Promise.all(versions.map(({ serves }) => serves?.dispose().catch(() => {})));
    },
  };
}
