import { zone } from "../../community.ts";
import { dayInMilliseconds, siteOffset } from "./site-time.ts";

/** Returns how many milliseconds a zone is ahead of UTC at an instant in epoch milliseconds. */
export type OffsetAt = (instant: number) => number;

/**
 * Returns the instant of a local time, which is given as if it were UTC, in epoch milliseconds. As RFC 5545 (3.3.5) has
 * it: of an hour that comes twice the first, and in one that is left out the offset before it counts.
 */
export function instantOfLocal(local: number, offsetAt: OffsetAt): number {
  const before = offsetAt(local - dayInMilliseconds);
  if (offsetAt(local - before) === before) return local - before;
  const after = offsetAt(local + dayInMilliseconds);
  return offsetAt(local - after) === after ? local - after : local - before;
}

export const fixedOffset =
  (minutes: number): OffsetAt =>
  () =>
    minutes * 60_000;

const known = new Map<string, OffsetAt | null>();

/** The most names that are remembered; a file has a handful. */
const mostKnown = 100;

/** The offsets of a zone of the IANA database, in any case; null for a name that it does not have. */
export function ianaOffset(name: string): OffsetAt | null {
  const key = name.toLowerCase();
  let offset = known.get(key);
  if (key === zone.name.toLowerCase()) return siteOffset;
  if (offset === undefined) {
    offset = /^[a-z]+(?:[/_+-][a-z0-9]+)*$/.test(key) && key.length <= 60 ? offsetByIntl(key) : null;
    if (known.size < mostKnown) known.set(key, offset);
  }
  return offset;
}

function offsetByIntl(timeZone: string): OffsetAt | null {
  try {
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      ...{ year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" },
    });
    return (instant) => {
      const [month = 1, day = 1, year = 1970, hour = 0, minute = 0, second = 0] =
        format.format(instant).match(/\d+/g)?.map(Number) ?? [];
      const local = new Date(0);
      local.setUTCFullYear(year, month - 1, day);
      local.setUTCHours(hour, minute, second);
      return local.getTime() - Math.floor(instant / 1000) * 1000;
    };
  } catch {
    return null;
  }
}
