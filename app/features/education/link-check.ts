/** The result of checking a link. `unknown`: it cannot be determined, for example because the site rejects programs. */
export type Seen = { state: "fine" | "gone" | "unknown" } | { state: "moved"; movedTo: string };

export type Ask = (url: string, init: RequestInit) => Promise<Response>;

export interface Asking {
  ask: Ask;
  /** our own hosts, which might respond to us differently than to visitors */
  ownHosts: readonly string[];
  userAgent: string;
}

const mostRedirects = 3;
/** Requests of one check: one redirect more than it follows, and one refused HEAD. */
export const mostRequests = mostRedirects + 2;
/** Milliseconds that one check may take. */
const timeout = 4000;

const redirects = [301, 302, 303, 307, 308];
const permanent = [301, 308];
/** Statuses from servers that do not support HEAD, or not correctly. */
const refusesHead = [400, 403, 404, 405, 501];
/** Cloudflare returns 530 to a Worker for a host that does not exist. */
const missing = [404, 410, 530];
const unknown: Seen = { state: "unknown" };

/**
 * Checks whether the page of a link still exists, by HEAD, or by GET if HEAD is refused. The body is not read, and at
 * most three redirects are followed, only to where `mayBeAsked` allows. Only permanent redirects make a link moved.
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
    // A failed request proves nothing: it may be our network.
  }
  return unknown;
}

/** Where a redirect leads. It keeps the fragment unless the redirect has one, as in browsers. @throws TypeError */
function next(from: string, location: string): string {
  const to = new URL(location, from);
  to.hash ||= new URL(from).hash;
  return to.href;
}

/** The maximum length of a resource's URL. */
const mostCharacters = 2048;

const insideOnly =
  /\.(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|svc|test|invalid|onion|home\.arpa|cluster\.local)$/;
/** Names that anyone can resolve to any address, also to one of this machine or network. */
const namesOfAddresses =
  /(?:^|\.)(?:nip\.io|sslip\.io|xip\.io|localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|localho\.st|traefik\.me|backname\.io)$|(?:\d{1,3}[.-]){3}\d{1,3}\./;

/**
 * Whether a URL's host name is on the public web: no IP address and no name that stands for one, nothing on this
 * machine or network, no unusual port, and not us.
 */
export function mayBeAsked(address: string, ownHosts: readonly string[]): boolean {
  if (!URL.canParse(address) || address.length > mostCharacters) return false;
  const { protocol, hostname, port, username, password } = new URL(address);
  const host = hostname.replace(/\.$/, "");
  const isNumber = host.startsWith("[") || /^[\d.]+$/.test(host);
  const isPrivate = !host.includes(".") || insideOnly.test(host) || namesOfAddresses.test(host);
  const isPlain = /^https?:$/.test(protocol) && port === "" && !username && !password;
  return isPlain && !isNumber && !isPrivate && !ownHosts.includes(host);
}
