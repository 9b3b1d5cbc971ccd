import { data, type HeadersArgs, redirect as redirectAnywhere } from "@remix-run/cloudflare";

/** To be thrown for what does not exist (or must not be revealed to exist). */
export function notFound() {
  return new Response("Not found", { status: 404 });
}

export function forbidden() {
  return new Response("Forbidden", { status: 403 });
}

/** The front door's response to a `DatabaseUnavailable` that a loader or an action does not handle. */
export function unavailable() {
  return new Response("Unavailable", { status: 503 });
}

const nowhere = "https://site.invalid";

/**
 * Returns a path of this site unchanged, with its query and fragment. All redirects use it.
 * @throws Error for anything that a browser or Remix would resolve differently: not a path, a backslash, a `..`
 * segment, a double slash, a control character
 */
function ownPath(path: string): string {
  const { origin, pathname } = new URL(path, nowhere);
  const [asGiven] = path.split(/[?#]/, 1);
  if (origin !== nowhere || pathname !== asGiven || pathname.includes("//") || /\p{Cc}/u.test(path)) {
    throw new Error("A redirect leads to what is no path of this site");
  }
  return path;
}

/** Redirects to one of our pages. @throws Error if `path` is not such a path, like `seeOther` and `movedForGood` */
export function redirect(path: string, init: number | ResponseInit = 302) {
  return redirectAnywhere(ownPath(path), init);
}

/** Redirects permanently to the canonical URL from another spelling or from plain http. */
export function movedForGood(origin: string, path: string) {
  return new Response(null, { status: 301, headers: { Location: origin + ownPath(path) } });
}

/** The response to a successful POST: a redirect to a URL that shows the result. */
export function seeOther(path: string) {
  return redirect(path, 303);
}

/** Has the browser send the same form to the page that has become responsible for it, so that nothing typed is lost. */
export function sendOn(path: string) {
  return redirect(path, 307);
}

export function leadElsewhere(answer: Response, path: string) {
  answer.headers.set("Location", ownPath(path));
}

/**
 * Returns a path whose page reports what was done; the front door signs it, since unsigned reports are ignored.
 * @param path may have a query and a hash
 * @param wait in about how many minutes the email leaves that was caused; 0 for soon
 */
export function withDone(path: string, done: string, wait = 0) {
  const [, page = "", query = "", hash = ""] = /^([^?#]*)\??([^#]*)(.*)$/.exec(path) ?? [];
  return `${page}?done=${done}${wait > 0 ? `&wait=${wait}` : ""}${query && `&${query}`}${hash}`;
}

/**
 * The response to invalid input: the same page again with the messages and the typed values.
 * @param headers sent by routes that export `answerHeaders`
 */
export function unprocessable<Result>(
  result: Result,
  status: 401 | 404 | 409 | 422 | 429 | 503 = 422,
  headers: Record<string, string> = {},
) {
  return data(result, { status, headers });
}

/** For a route's `headers`: the headers of its loader and action; without it, Remix sends only their cookies. */
export const answerHeaders = ({ loaderHeaders, actionHeaders }: Pick<HeadersArgs, "loaderHeaders" | "actionHeaders">) =>
  new Headers([...loaderHeaders, ...(actionHeaders ?? [])]);

/** Cache policy of pages: must be revalidated, never stored by shared caches. */
export const pageCache = { "Cache-Control": "private, no-cache" };
export const neverStored = { "Cache-Control": "private, no-store" };

/**
 * For a person's own pages: not stored, not indexed, and their URL not leaked to other sites. `no-referrer` would make
 * forms send `Origin: null`.
 */
export const personalHeaders = {
  ...neverStored,
  "Referrer-Policy": "same-origin",
  "X-Robots-Tag": "noindex",
};
