import { data, type HeadersArgs, redirect } from "@remix-run/cloudflare";

/** Thrown for what does not exist (or what the visitor may not know to exist). */
export function notFound() {
  return new Response("Not found", { status: 404 });
}

export function forbidden() {
  return new Response("Forbidden", { status: 403 });
}

/** What the front door makes of a `DatabaseUnavailable` that a loader or an action leaves to it. */
export function unavailable() {
  return new Response("Unavailable", { status: 503 });
}

/** The answer to a successful POST: a URL that shows the result. `path` is one of ours, never a visitor's text. */
export function seeOther(path: string) {
  return redirect(path, 303);
}

/**
 * The visitor's mistake: the same page again with the messages and the typed values.
 * @param headers sent by routes that export `answerHeaders`
 */
export function unprocessable<Result>(
  result: Result,
  status: 401 | 404 | 409 | 422 | 429 | 503 = 422,
  headers: Record<string, string> = {},
) {
  return data(result, { status, headers });
}

/** For a route's `headers`: what its loader and its action say; without it Remix sends only their cookies. */
export const answerHeaders = ({ loaderHeaders, actionHeaders }: Pick<HeadersArgs, "loaderHeaders" | "actionHeaders">) =>
  new Headers([...loaderHeaders, ...(actionHeaders ?? [])]);

/** Cache policy of pages: shown again only after asking, never kept by shared caches. */
export const pageCache = { "Cache-Control": "private, no-cache" };
export const neverStored = { "Cache-Control": "private, no-store" };

/** Nobody else shall keep, list or learn the address of a person's own page. `no-referrer` would make forms send `Origin: null`. */
export const personalHeaders = {
  ...neverStored,
  "Referrer-Policy": "same-origin",
  "X-Robots-Tag": "noindex",
};
