import type { Env } from "../platform/env.ts";
import { movedForGood } from "../platform/request/http.ts";
import { openSession } from "../platform/request/session.server.ts";
import { httpsPath } from "./guard.ts";
import { finish } from "./headers.ts";
import { health, healthPath } from "./health.ts";
import { isAdminArea } from "./route-table.ts";

/** A request, with what the Worker knows of it before Remix does. */
export interface Visit {
  request: Request;
  bindings: object;
  env: Env;
  /** epoch milliseconds */
  startedAt: number;
  waitUntil(work: Promise<unknown>): void;
}

export const isSecure = (env: Env) => env.SITE_ORIGIN.startsWith("https:");

export const pathOf = ({ url }: Request) => new URL(url).pathname;

export const hasSession = async ({ headers }: Request, { env }: Visit) =>
  (await openSession(headers.get("Cookie"), env.SESSION_SECRET, isSecure(env), Date.now())) !== null;

/** Leads a request over http to https; health checks may come either way. */
export function leadToHttps(visit: Visit): Response | null {
  const path = httpsPath(visit.request, visit.env.SITE_ORIGIN);
  return path && pathOf(visit.request) !== healthPath ? lead(visit, path) : null;
}

export async function answerHealth({ request, env }: Visit): Promise<Response | null> {
  return pathOf(request) === healthPath ? finish(await health(request, env)) : null;
}

export function lead({ request, env }: Visit, path: string): Response {
  return finish(movedForGood(env.SITE_ORIGIN, path), { isAdminArea: isAdminArea(pathOf(request)) });
}
