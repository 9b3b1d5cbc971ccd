/** What a check saw behind a link. `unknown`: nobody can tell, such as of a site that turns programs away. */
export type Seen = { state: "fine" | "gone" | "unknown" } | { state: "moved"; movedTo: string };

/** `fetch`, or its stand-in. */
export type Ask = (url: string, init: RequestInit) => Promise<Response>;

export interface Asking {
  ask: Ask;
  /** hosts of our own, which would answer to us what they answer to no visitor */
  ownHosts: readonly string[];
  /** who asks */
  userAgent: string;
}

const mostRedirects = 3;
/** Requests of one check: a redirect more than it follows, and HEAD once in vain. */
export const mostRequests = mostRedirects + 2;
/** Milliseconds that one check may take. */
const timeout = 4000;

const redirects = [301, 302, 303, 307, 308];
const permanent = [301, 308];
/** What programs answer that do not know HEAD, or know it wrongly. */
const refusesHead = [400, 403, 404, 405, 501];
/** Cloudflare says 530 to a Worker of a host that does not exist. */
const missing = [404, 410, 530];
const unknown: Seen = { state: "unknown" };

/**
 * Asks whether the page of a link is still there: HEAD, and GET where that is refused; the body is not read, and each of at
 * most three redirects leads only where `mayBeAsked` allows. Only redirects that are meant to last make a link moved.
 * Never throws.
 */
export async function checkLink(link: string, { ask, ownHosts, userAgent }: Asking): Promise<Seen> {
  const signal = AbortSignal.timeout(timeout);
  const headers = { "User-Agent": userAgent, Accept: "*/*" };
  let address = link;
  let lasting = link;
  let lasts = true;
  let method = "HEAD";
  let followed = 0;
  try {
    for (let left = mostRequests; left > 0; left--) {
      if (!mayBeAsked(address, ownHosts)) return unknown;
      const response = await ask(address, { method, redirect: "manual", headers, signal });
      await response.body?.cancel();
      if (method === "HEAD" && refusesHead.includes(response.status)) {
        method = "GET";
      } else if (redirects.includes(response.status) && followed++ < mostRedirects) {
        address = next(address, response.headers.get("Location") ?? "");
        lasts &&= permanent.includes(response.status);
        if (lasts) lasting = address;
      } else if (response.ok) {
        return lasting === link ? { state: "fine" } : { state: "moved", movedTo: lasting };
      } else {
        return missing.includes(response.status) ? { state: "gone" } : unknown;
      }
    }
  } catch {
    // No answer says nothing: it may be our network.
  }
  return unknown;
}

/** Where a redirect leads. What it does not say of the part of the page stays, as in browsers. @throws TypeError */
function next(from: string, location: string): string {
  const to = new URL(location, from);
  to.hash ||= new URL(from).hash;
  return to.href;
}

/** The longest address that a resource can have. */
const mostCharacters = 2048;

/** Whether an address is one of the public web, by its name: no number, nothing of this machine or its network, and not ourselves. */
export function mayBeAsked(address: string, ownHosts: readonly string[]): boolean {
  if (!URL.canParse(address) || address.length > mostCharacters) return false;
  const { protocol, hostname, username, password } = new URL(address);
  const host = hostname.replace(/\.$/, "");
  const isNumber = host.startsWith("[") || /^[\d.]+$/.test(host);
  const isPrivate = !host.includes(".") || /\.(localhost|local|internal|lan|home\.arpa)$/.test(host);
  return /^https?:$/.test(protocol) && !username && !password && !isNumber && !isPrivate && !ownHosts.includes(host);
}
