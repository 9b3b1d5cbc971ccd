import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export interface Parts {
  /** Base URLs of the services behind the gateway, such as http://127.0.0.1:3000. */
  data: string;
  auth?: string;
  storage?: string;
  /** The URL of the embedded Supabase if it replaces one of them: it expects whole paths and maps keys itself. */
  embedded?: string;
}

export interface Keys {
  publishable: string;
  secret: string;
  jwtSecret: string;
}

export interface Gateway {
  url: string;
  /** Sets the services behind the gateway, once they have started. */
  open(parts: Parts): void;
  stop(): Promise<void>;
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token for one of the API's roles, valid for ten minutes, as a hosted project's gateway creates one for a key. */
function roleToken(role: "anon" | "service_role", jwtSecret: string, seconds = 600): string {
  const now = Math.floor(Date.now() / 1000);
  const content = `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ role, iss: "gateway", iat: now, exp: now + seconds })}`;
  return `${content}.${createHmac("sha256", jwtSecret).update(content).digest("base64url")}`;
}

/**
 * Starts what is in front of a Supabase project: one URL that takes a key in `apikey` and, for requests without a
 * token, replaces it with a token of the key's role. It is stricter than any known gateway: a key in `Authorization` is
 * refused.
 */
export async function startGateway(keys: Keys, port = 0): Promise<Gateway> {
  let parts: Parts | undefined;
  const server = createServer((question, answer) => {
    const [service, target] = route(question.url ?? "", parts);
    if (!target) return refuse(answer, 404, "no such service");
    const isPublic = service === "storage" && question.url?.startsWith("/storage/v1/object/public/");
    const { apikey, authorization = "" } = question.headers;
    const role = apikey === keys.secret ? "service_role" : apikey === keys.publishable ? "anon" : null;
    if (!role && !isPublic) return refuse(answer, 401, apikey ? "Invalid API key" : "No API key found in request");
    if (/^bearer sb_/i.test(authorization)) return refuse(answer, 401, "Invalid JWT");
    const headers = { ...question.headers };
    const isEmbedded = target === parts?.embedded;
    if (role && !authorization && !isEmbedded) headers.authorization = `Bearer ${roleToken(role, keys.jwtSecret)}`;
    void pass(question, answer, target, isEmbedded, headers);
  });
  await new Promise<void>((done, fail) => {
    server.once("error", fail).listen(port, "127.0.0.1", done);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open(given) {
      parts = given;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function route(path: string, parts: Parts | undefined): [service: string, target: string | undefined] {
  const [, name = ""] = /^\/(rest|auth|storage)\/v1(?=[/?]|$)/.exec(path) ?? [];
  const targets: Record<string, string | undefined> = { rest: parts?.data, auth: parts?.auth, storage: parts?.storage };
  return [name, targets[name]];
}

function refuse(answer: ServerResponse, status: number, message: string): void {
  answer.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify({ message }));
}

/**
 * Forwards a request. PostgREST, GoTrue and the storage service expect paths without their prefix; the embedded
 * Supabase expects whole paths.
 */
async function pass(
  question: IncomingMessage,
  answer: ServerResponse,
  target: string,
  keepsPath: boolean,
  headers: IncomingMessage["headers"],
): Promise<void> {
  const { hostname, port } = new URL(target);
  const path = keepsPath ? question.url : question.url?.replace(/^\/\w+\/v1\/?/, "/");
  const body = await buffer(question).catch(() => null);
  if (!body) return void answer.destroy();
  const send = (isAgain: boolean) => {
    // On a connection of its own the second time: PostgREST closes one now and then that is about to be used again.
    const agent = isAgain ? false : undefined;
    const onward = request({ hostname, port, method: question.method, path, headers, agent }, (found) => {
      answer.writeHead(found.statusCode ?? 502, found.headers);
      found.pipe(answer);
    });
    onward.once("error", () => {
      if (answer.headersSent) answer.destroy();
      else if (onward.reusedSocket && !isAgain && !answer.destroyed) send(true);
      else refuse(answer, 503, "name resolution failed");
    });
    answer.once("close", () => onward.destroy());
    onward.end(body);
  };
  send(false);
}
