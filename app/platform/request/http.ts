import { data, type HeadersArgs, redirect as redirectAnywhere } from "@remix-run/cloudflare";

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

const nowhere = "https://site.invalid";

/**
 * A path of this site as it came, with its query and fragment. All redirects are made of it.
 * @throws Error for what a browser or Remix would take for another address: no path, a backslash, a segment `..`, a second slash, a control character
 */
function ownPath(path: string): string {
  const { origin, pathname } = new URL(path, nowhere);
  const [asGiven] = path.split(/[?#]/, 1);
  if (origin !== nowhere || pathname !== asGiven || pathname.includes("//") || /\p{Cc}/u.test(path)) {
    throw new Error("A redirect leads to what is no path of this site");
  }
  return path;
}

/** Leads to a page of ours. @throws Error where `path` is none, as for `seeOther` and `movedForGood` */
export function redirect(path: string, init: number | ResponseInit = 302) {
  return redirectAnywhere(ownPath(path), init);
}

/** What leads from another spelling of an address to the one it has, also from plain http. */
export function movedForGood(origin: string, path: string) {
  return new Response(null, { status: 301, headers: { Location: origin + ownPath(path) } });
}

/** The answer to a successful POST: a URL that shows the result. */
export function seeOther(path: string) {
  return redirect(path, 303);
}

/** Changes where a redirect leads. */
export function leadElsewhere(answer: Response, path: string) {
  answer.headers.set("Location", ownPath(path));
}

/** A path whose page says what was done; the front door signs it, or nobody would believe it. @param path may have a query and a hash */
export function withDone(path: string, done: string) {
  const [, page = "", query = "", hash = ""] = /^([^?#]*)\??([^#]*)(.*)$/.exec(path) ?? [];
  return `${page}?done=${done}${query && `&${query}`}${hash}`;
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
