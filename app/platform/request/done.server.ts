import { keyedDigest } from "./visitor.ts";

/** Milliseconds for which a URL may report what a form has done: long enough to load and read the page. */
const lifetime = 60_000;
/** Milliseconds by which the clocks of two data centers may differ. */
const skew = 5_000;

export interface Done {
  /** the value of `?done=` */
  word: string;
  /** in about how many minutes the email leaves that the form has caused; 0 for soon */
  wait: number;
  at: Date;
}

/**
 * Signs the URL that a form redirects to if it has a `?done=`: `path?done=saved&at=…`. Without the signature, anyone
 * could create a link that reports something that never happened.
 * @param path may have a query and a hash; returned unchanged without a `?done=`
 */
export async function signDone(secret: string, path: string, now: Date): Promise<string> {
  const url = new URL(path, "http://site");
  if (!url.searchParams.has("done")) return path;
  const seconds = Math.floor(now.getTime() / 1000).toString(36);
  url.searchParams.set("at", `${seconds}.${await signature(secret, url, seconds)}`);
  return url.pathname + url.search + url.hash;
}

/** Returns what a URL reports if it was signed for this exact path and query within the last minute; else null. */
export async function doneIn(secret: string, url: URL, now: Date): Promise<Done | null> {
  const word = url.searchParams.get("done");
  const [, seconds, given] = /^([\da-z]{1,8})\.([\da-f]{32})$/.exec(url.searchParams.get("at") ?? "") ?? [];
  if (!word || !seconds) return null;
  const at = new Date(Number.parseInt(seconds, 36) * 1000);
  const age = now.getTime() - at.getTime();
  if (age < -skew || age > lifetime) return null;
  return given === (await signature(secret, url, seconds)) ? { word, wait: minutesIn(url), at } : null;
}

const minutesIn = ({ searchParams }: URL) => Number(/^\d{1,6}$/.exec(searchParams.get("wait") ?? "")?.[0] ?? 0);

function signature(secret: string, { pathname, searchParams }: URL, seconds: string): Promise<string> {
  const query = new URLSearchParams(searchParams);
  query.delete("at");
  return keyedDigest(secret, `done:v2:${pathname}?${query}:${seconds}`);
}
