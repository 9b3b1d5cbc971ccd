import type { Env } from "../platform/env.ts";
import { personalHeaders } from "../platform/request/http.ts";

/** Headers of every response of the Worker; public/_headers has the same for static files (a test compares them). */
export const securityHeaders: Record<string, string> = {
  "Strict-Transport-Security": "max-age=63072000",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};

/** For responses that are not our pages: redirects, feeds, files, plain text. */
export const emptyPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface Page {
  /** base64 SHA-256 of the page's only style element; pages of the admin area have a stylesheet file instead */
  styleHash: string | undefined;
  /** whether this site may show the page in a frame */
  framable: boolean;
}

/** The Content-Security-Policy of a page; constant, because no page has an inline script. */
export function contentSecurityPolicy(env: Env, { styleHash, framable }: Page): string {
  const frames = env.NEWSLETTER_EMBED_URL ? ` ${new URL(env.NEWSLETTER_EMBED_URL).origin}` : "";
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${styleHash ? ` 'sha256-${styleHash}'` : ""}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `frame-src 'self'${frames}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${framable ? "'self'" : "'none'"}`,
  ].join("; ");
}

const inEveryAnswer = Object.entries({ ...securityHeaders, "Content-Security-Policy": emptyPolicy });

interface Answered {
  /** responses of the admin area are neither cached nor indexed */
  isAdminArea?: boolean;
  /** after a form, pages that the browser has prefetched or prerendered are outdated */
  isForm?: boolean;
  /** what is at the address of an event by link is for people who have it */
  isByLink?: boolean;
}

/** Adds the security headers that a response lacks, and those that its area, method and status require. */
export function finish(response: Response, answered: Answered = {}): Response {
  try {
    return complete(response, answered);
  } catch {
    // The headers of a redirect or of a fetched response are immutable.
    return complete(new Response(response.body, response), answered);
  }
}

function complete(response: Response, { isAdminArea, isForm, isByLink }: Answered): Response {
  const { headers } = response;
  if (isByLink) for (const [name, value] of Object.entries(personalHeaders)) headers.set(name, value);
  for (const [name, value] of inEveryAnswer) if (!headers.has(name)) headers.set(name, value);
  if (isAdminArea) {
    headers.set("Cache-Control", "private, no-store");
    headers.set("X-Robots-Tag", "noindex");
  }
  if (response.status === 503 && !headers.has("Retry-After")) headers.set("Retry-After", "60");
  if (isForm) headers.set("Clear-Site-Data", '"prefetchCache", "prerenderCache"');
  return response;
}
