import { readCookie, visitorCookieName } from "./cookies.ts";

const encoder = new TextEncoder();

/**
 * HMAC-SHA-256 of `text`, its first 128 bits as 32 hex digits.
 * @param text begins with its purpose, so that no two uses share a digest: `like:v1:…`
 */
export async function keyedDigest(secret: string, text: string): Promise<string> {
  return (await digester(secret))(text);
}

/** `keyedDigest` of many texts, importing the key only once. */
export async function keyedDigests(secret: string, texts: readonly string[]): Promise<string[]> {
  const digest = await digester(secret);
  return Promise.all(texts.map(digest));
}

async function digester(secret: string): Promise<(text: string) => Promise<string>> {
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  return async (text) =>
    hex(new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text))).subarray(0, 16));
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The value of `resource_likes.ip_address`: the address itself is never stored or logged. */
export async function addressKey(secret: string, address: string): Promise<string> {
  return keyedDigest(secret, `like:v1:${addressPrefix(address)}`);
}

/** The address key of a request's sender, only from CF-Connecting-IP; null if that is missing or not an IP address. */
export async function currentAddressKey(secret: string, headers: Headers): Promise<string | null> {
  const address = headers.get("CF-Connecting-IP");
  if (!address) return null;
  try {
    return await addressKey(secret, address);
  } catch {
    return null;
  }
}

/** Digests of a request's network: `near` for budgets of minutes and hours, `far` for budgets of days. */
export interface NetworkKeys {
  near: string;
  far: string;
}

/**
 * Returns the network of a request, only from CF-Connecting-IP and only for rate budgets: its keys differ from those of
 * likes.
 * @returns null if that header is missing or not an IP address
 */
export async function currentNetworkKeys(secret: string, headers: Headers): Promise<NetworkKeys | null> {
  const address = headers.get("CF-Connecting-IP");
  if (!address) return null;
  try {
    const near = addressPrefix(address);
    const [nearKey, farKey] = await Promise.all([
      keyedDigest(secret, `near:v1:${near}`),
      keyedDigest(secret, `far:v1:${siteOf(near)}`),
    ]);
    return { near: nearKey, far: farKey };
  } catch {
    return null;
  }
}

/** Reduces a prefix of `addressPrefix` to what one customer has at most: the IPv4 address, or 48 bits of IPv6. */
const siteOf = (prefix: string) => (prefix.includes(":") ? prefix.split(":").slice(0, 3).join(":") : prefix);

export function visitorKey(secret: string, id: string): Promise<string> {
  return keyedDigest(secret, `visitor:v1:${id}`);
}

/** Characters, including the name of an interface at the end. */
const longestAddress = 100;

/**
 * Reduces an IP address to one household or room: the IPv4 address, or the first 64 bits of an IPv6 address as four
 * groups of four hex digits. `::ffff:a.b.c.d` counts as the IPv4 address.
 * @throws RangeError for anything that is not an IP address
 */
export function addressPrefix(address: string): string {
  if (address.length > longestAddress) throw new RangeError("not an IP address");
  if (!address.includes(":")) {
    const octets = address.split(".").map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : 256));
    if (octets.length !== 4 || octets.some((octet) => octet > 255)) throw new RangeError("not an IP address");
    return octets.join(".");
  }
  const groups = ipv6Groups(address.toLowerCase().replace(/%.*$/, ""));
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join(".");
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16).padStart(4, "0"))
    .join(":");
}

function ipv6Groups(address: string): number[] {
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  const text = dotted ? `${dotted[1]}${dottedAsGroups(dotted[2] ?? "")}` : address;
  const [head = "", tail, ...rest] = text.split("::");
  const parse = (part: string) => (part === "" ? [] : part.split(":").map(hexGroup));
  const before = parse(head);
  const after = parse(tail ?? "");
  const missing = 8 - before.length - after.length;
  if (rest.length > 0 || (tail === undefined ? missing !== 0 : missing < 1)) throw new RangeError("not an IP address");
  return [...before, ...Array<number>(missing).fill(0), ...after];
}

function hexGroup(part: string): number {
  if (!/^[0-9a-f]{1,4}$/.test(part)) throw new RangeError("not an IP address");
  return Number.parseInt(part, 16);
}

function dottedAsGroups(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = addressPrefix(address).split(".").map(Number);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

const cookieLifetime = 395 * 24 * 60 * 60; // 13 months, in seconds

/** The id in the visitor cookie: 32 hex digits (128 random bits). A malformed one counts as none. */
export function readVisitorId(cookieHeader: string | null, secure: boolean): string | null {
  const id = readCookie(cookieHeader, visitorCookieName(secure));
  return id !== null && /^[0-9a-f]{32}$/.test(id) ? id : null;
}

export function newVisitorCookie(secure: boolean): string {
  const id = hex(crypto.getRandomValues(new Uint8Array(16)));
  return `${visitorCookieName(secure)}=${id}; Path=/; Max-Age=${cookieLifetime}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}
