import { log } from "../platform/log.ts";
import { signDone } from "../platform/request/done.server.ts";
import { leadElsewhere, neverStored } from "../platform/request/http.ts";
import type { LoadContext, Refusal } from "../platform/request/load-context.ts";
import { canonicalPath } from "./guard.ts";
import { finish } from "./headers.ts";
import { pathOf, type Visit } from "./visit.ts";

/** Signs what the redirect URL reports that the form has done, so that it is known to come from us. */
export async function signWhatIsDone(answer: Response, { env, now }: LoadContext): Promise<void> {
  const leadsTo = answer.status === 303 && answer.headers.get("Location");
  if (leadsTo) leadElsewhere(answer, await signDone(env.VISITOR_SECRET, leadsTo, now));
}

/** Adds what the context says: cookies, the age of a stored copy, and the headers of a refusal. */
export function addHeaders({ headers }: Response, context: LoadContext, refusal?: Refusal): void {
  for (const [name, value] of Object.entries({ ...refusal?.headers, ...ageHeaders(context) })) headers.set(name, value);
  for (const cookie of [...context.signIn.cookies, ...context.cookies]) headers.append("Set-Cookie", cookie);
}

/** Headers of a page rendered from a stored copy: its age in seconds (RFC 9111), and that it must not be cached. */
const ageHeaders = ({ page, now }: LoadContext): Record<string, string> =>
  page.keptAt
    ? { ...neverStored, Age: String(Math.max(0, Math.round((now.getTime() - page.keptAt.getTime()) / 1000))) }
    : {};

/** Milliseconds until Remix was called, those spent waiting for Supabase since then, and the remainder. */
export function serverTiming({ startedAt }: Visit, answeredFrom: number, { databaseTime }: LoadContext): string {
  const database = databaseTime.total();
  const render = Math.max(0, Date.now() - answeredFrom - database);
  return `guard;dur=${answeredFrom - startedAt}, database;dur=${database}, render;dur=${render}`;
}

export async function record({ request, startedAt }: Visit, answer: Response, context: LoadContext): Promise<void> {
  const visitor = request.method === "POST" ? ((await context.visitorKey()) ?? (await context.addressKey())) : null;
  log({
    requestId: context.requestId,
    route: canonicalPath(pathOf(request)),
    status: answer.status,
    milliseconds: Date.now() - startedAt,
    outcome: answer.status === 404 ? "not-found" : answer.status < 400 ? "ok" : "refused",
    ...(visitor ? { visitor: visitor.slice(0, 8) } : {}),
  });
}

/** What a visitor gets when answering has failed, with a log line. */
export function fail(request: Request, error: unknown, startedAt: number): Response {
  const message = error instanceof Error ? error.message : "unknown";
  const route = canonicalPath(pathOf(request));
  log({ route, status: 500, outcome: "failed", error: message, milliseconds: Date.now() - startedAt });
  return finish(
    new Response("Something went wrong here. Please try again in a minute.\n", {
      status: 500,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    }),
  );
}
