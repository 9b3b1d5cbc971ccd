import type { Refusal } from "../platform/request/load-context.ts";
import type { RateLimit } from "../platform/request/route-handle.ts";
import { formsLimit } from "./limits.ts";

export interface GuardedRoute {
  hasAction: boolean;
  /** maximum bytes of a multipart body (pictures) from someone with a session; all other bodies get `formLimit` */
  bodyLimit: number;
  /** its forms may exceed the limit by the length of a sealed form, even without a session */
  carriesForm?: boolean;
  /** the rate limit that its forms count towards */
  rateLimit: RateLimit;
  /** the rate limit that GET requests to it count towards; most pages have none */
  readLimit?: RateLimit;
  /** accepts signed JSON from another server, whose IP address means nothing, instead of forms */
  signedJson?: boolean;
  /**
   * accepts any POST from any site, without its body, because the token in its path authorizes it and it has one meaning;
   * each path also has its own budget
   */
  oneClick?: boolean;
}

interface Rules {
  origin: string;
  /** whether visitors can only come over https */
  secure: boolean;
  routeOf(pathname: string): GuardedRoute | null;
  /** counts one more form or read by this visitor, or form to this path; false when that exceeds the limit */
  isWithinLimit(limit: RateLimit, path?: string): Promise<boolean>;
  /** whether the request carries a session that we started, expired or not */
  hasSession(): Promise<boolean>;
}

export const formLimit = 80 * 1024;
const jsonLimit = 256 * 1024;

/** Maximum bytes of a form that carries another, sealed form. */
const carryingLimit = 256 * 1024;

/** Matches the value of a field that holds a sealed form: a single word, which is cheap to parse. */
const sealedValue = /\r\n\r\nFe26\.2\*[\w*.-]*(?=\r\n)/;

/** Our longest form, the site settings, has about 80 fields; the form library's time is quadratic in their number. */
const mostFields = 200;

/** Fields that the form library would execute as commands, failing on malformed ones; none of our forms sends them. */
const orders = ["__intent__", "__state__"];

/**
 * Our field names are plain words. The form library parses dots and brackets as a path into lists and objects, which it
 * then builds: `name[4294967290]`. A form with dropped fields is also encoded anew, which not every name survives.
 */
const plainName = /^[\w-]{1,50}$/;

const isOurs = (name: string) => plainName.test(name) && !orders.includes(name);

/** Characters; searching for a boundary costs its length (at most 70 by RFC 2046) for each byte of the body. */
const longestType = 128;

/** Excess bytes of a streamed body that are read and discarded, so that the client receives the refusal. */
const discarded = 4 * 1024 * 1024;

/** Control characters: none of our paths has one, and Postgres rejects NUL in a key. */
const controlInPath = /%(?:[01][0-9a-f]|7f)/i;

/** What a program takes for the end of a link in a sentence; none of our paths ends so. */
const sentenceEnd = /(?:[.,;:)!']|\*\*|(?<!\/)\*|%(?:20|22|3e|5d|e2%80%(?:99|9d|a6)|e3%80%8[12])){1,3}$/i;

const forgeable = /^(x-forwarded-.*|forwarded|x-real-ip|true-client-ip)$/i;

/**
 * Checks a request before any route sees it: method, path, origin, media type, rate and size.
 * @returns the request with its body read and no forgeable headers, a refusal, or the canonical path to redirect to
 */
export async function guard(request: Request, rules: Rules): Promise<Request | Refusal | { redirectTo: string }> {
  const url = new URL(request.url);
  const reads = isRead(request.method);
  if (controlInPath.test(url.pathname)) return notFound;
  const canonical = canonicalPath(url.pathname);
  // A redirect would lose the body of a form, and our own forms are only sent to canonical paths.
  if (!reads && canonical !== url.pathname) return notFound;
  // Remix would respond to these with bare data, which none of our pages requests.
  if (canonical.endsWith(".data")) return notFound;
  const meant = /^\/(uploads|assets|Images)\//.test(canonical) ? canonical : withoutSentenceEnd(canonical, url);
  if (reads && meant !== url.pathname) return { redirectTo: meant + url.search };

  const headers = new Headers(request.headers);
  for (const name of [...headers.keys()]) if (forgeable.test(name)) headers.delete(name);
  // Remix compares it with the request's URL, and we must not build anything from what a client claims.
  headers.set("Host", new URL(rules.origin).host);

  const route = rules.routeOf(url.pathname);
  if (!reads) {
    if (!route) return notFound;
    if (request.method !== "POST" || !route.hasAction) return methodNotAllowed(route.hasAction);
    if (route.signedJson) return guardJson(request, headers, `${rules.origin}${url.pathname}`);
    if (!route.oneClick && isCrossSite(request.headers, rules.origin)) return crossSite;
    if (rules.secure && !request.headers.get("CF-Connecting-IP")) return unknownSender;
    if (!route.oneClick && !isForm(request.headers.get("Content-Type"))) return notAForm;
    if (route.oneClick && !(await rules.isWithinLimit(formsLimit, url.pathname))) return tooMany(formsLimit);
    if (!(await rules.isWithinLimit(route.rateLimit))) return tooMany(route.rateLimit);
  } else if (route?.readLimit && !(await rules.isWithinLimit(route.readLimit))) return tooMany(route.readLimit);

  // Remix would respond to this parameter with bare data instead of the page.
  url.searchParams.delete("_data");
  const here = `${rules.origin}${url.pathname}${url.search}`;
  if (reads) return new Request(here, { method: request.method, headers, signal: request.signal });
  if (route?.oneClick) {
    // Mail programs send anything or nothing. It is read because workerd closes the connection over an unread body.
    await readBody(request, formLimit);
    for (const name of ["Origin", "Content-Type", "Content-Length"]) headers.delete(name);
    return new Request(here, { method: "POST", headers, signal: request.signal });
  }

  // A legitimate form may say "null" here, which Remix cannot parse; the origin has been checked above.
  headers.delete("Origin");
  const type = headers.get("Content-Type") ?? "";
  if (type.length > longestType) return broken;
  const write = (body: BodyInit) => new Request(here, { method: "POST", headers, body, signal: request.signal });
  const writeAnew = (form: FormData) => {
    for (const name of ["Content-Type", "Content-Length"]) headers.delete(name);
    return write(form);
  };
  const inParts = isMultipart(type) ? route : null;
  const longest = inParts?.carriesForm ? carryingLimit : (inParts?.bodyLimit ?? formLimit);
  // Parsing the headers of many parts is slow; requests without a session do not get that far.
  const isTaken = longest <= formLimit || inParts?.carriesForm || (await rules.hasSession());
  const limit = isTaken ? longest : formLimit;
  const body = await readBody(request, limit);
  if (body === "broken") return broken;
  if (inParts?.carriesForm && isTooLargeBesideSealed(body)) return tooLarge(formLimit);
  // An empty form leads to the sign-in, like any other form without a session.
  if (body === "too-large") return limit < longest ? writeAnew(new FormData()) : tooLarge(limit);
  let form: FormData;
  try {
    form = await write(body).formData();
  } catch {
    return broken;
  }
  const fields = [...form];
  if (fields.length > mostFields) return broken;
  const ours = fields.filter(([name]) => isOurs(name));
  if (ours.length === fields.length) return write(body);
  const kept = new FormData();
  for (const [name, value] of ours) kept.append(name, value);
  return writeAnew(kept);
}

function isTooLargeBesideSealed(body: ArrayBuffer | "too-large"): boolean {
  if (body === "too-large") return true;
  if (body.byteLength <= formLimit) return false;
  const [sealed = ""] = sealedValue.exec(new TextDecoder("latin1").decode(body)) ?? [];
  return body.byteLength - sealed.length > formLimit;
}

/** Checks a request to the only route that accepts JSON; keeps its body as received, since its bytes are signed. */
async function guardJson(request: Request, headers: Headers, here: string): Promise<Request | Refusal> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get("Content-Type") ?? "")) return notJson;
  const body = await readBody(request, jsonLimit);
  if (body === "broken") return broken;
  if (body === "too-large") return tooLarge(jsonLimit);
  // Remix compares it with the request's URL.
  headers.delete("Origin");
  return new Request(here, { method: "POST", headers, body, signal: request.signal });
}

/** Returns the path to redirect to when our own host is read over plain http, or null for any other request. */
export function httpsPath({ url, method }: Request, origin: string): string | null {
  if (!url.startsWith("http:") || !origin.startsWith("https:") || !isRead(method)) return null;
  const { host, pathname, search } = new URL(url);
  return host === new URL(origin).host ? canonicalPath(pathname) + search : null;
}

const isRead = (method: string) => method === "GET" || method === "HEAD";

/**
 * Returns the canonical spelling of a path: lower case, no trailing or doubled slash, and percent-escapes only where
 * needed (RFC 3986, 6.2.2.2) and unchanged. Paths under /Images, /uploads and /assets are returned as they are.
 */
export function canonicalPath(pathname: string): string {
  if (/^\/(Images|uploads|assets)\//.test(pathname)) return pathname;
  const plain = pathname.replace(/%[0-9A-Fa-f]{2}|[%A-Z]/g, plainly).replace(/\/{2,}/g, "/");
  return plain.length > 1 && plain.endsWith("/") ? plain.slice(0, -1) : plain;
}

/** What is left of a path can end in a slash or be a dot segment ("/..%5D."), so it is resolved again. */
const withoutSentenceEnd = (path: string, base: URL) =>
  sentenceEnd.test(path) ? canonicalPath(new URL(path.replace(sentenceEnd, "") || "/", base).pathname) : path;

/** @param part an escape, a stray percent sign, or a capital letter */
function plainly(part: string): string {
  if (part === "%") return "%25";
  if (part.length === 1) return part.toLowerCase();
  const character = String.fromCharCode(Number.parseInt(part.slice(1), 16));
  return /[A-Za-z0-9._~-]/.test(character) ? character.toLowerCase() : part;
}

function isCrossSite(headers: Headers, origin: string): boolean {
  const site = headers.get("Sec-Fetch-Site");
  if (site) return site !== "same-origin" && site !== "none";
  const from = headers.get("Origin");
  return from !== null && from !== origin;
}

const isForm = (type: string | null) =>
  /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(type ?? "");

const isMultipart = (type: string) => type.slice(0, 10).toLowerCase() === "multipart/";

async function readBody(request: Request, limit: number): Promise<ArrayBuffer | "too-large" | "broken"> {
  if (Number(request.headers.get("Content-Length") ?? 0) > limit) return "too-large";
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      size += part.value.byteLength;
      if (size > limit + discarded) {
        await reader?.cancel().catch(() => {});
        break;
      }
      if (size <= limit) chunks.push(part.value);
    }
    if (size > limit) return "too-large";
  } catch {
    return "broken";
  }
  return new Blob(chunks as BlobPart[]).arrayBuffer();
}

const notFound: Refusal = { status: 404, title: "Not found", text: "" };

const methodNotAllowed = (hasAction: boolean): Refusal => ({
  status: 405,
  title: "This page cannot do that",
  text: hasAction ? "You can open this page and send its form, but nothing else." : "This page can only be read.",
  headers: { Allow: hasAction ? "GET, HEAD, POST" : "GET, HEAD" },
});

const crossSite: Refusal = {
  status: 403,
  title: "Not sent",
  text: "This form was sent from another site, so nothing was done. Open the page on this site and send it again.",
};

const unknownSender: Refusal = {
  status: 403,
  title: "Not sent",
  text: "This form did not come through our own address, so nothing was done.",
};

const notAForm: Refusal = {
  status: 415,
  title: "Not a form",
  text: "Only forms can be sent to this address (application/x-www-form-urlencoded or multipart/form-data).",
};

const notJson: Refusal = {
  status: 415,
  title: "Not JSON",
  text: "Only signed events can be sent to this address (application/json).",
};

const tooMany = ({ refusal }: RateLimit): Refusal => ({ status: 429, ...refusal, headers: { "Retry-After": "60" } });

const broken: Refusal = {
  status: 400,
  title: "Not readable",
  text: "What was sent could not be read, so nothing was done. Go back and try again.",
};

const tooLarge = (limit: number): Refusal => ({
  status: 413,
  title: "Too large",
  text: `That is more than this form accepts (${Math.round(limit / 1024)} KiB), so nothing was done. Go back, shorten it and send it again.`,
});
