import type { Announcement } from "../../site.ts";

export function announcementAt(announcement: Announcement | null, now: Date): Announcement | null {
  if (!announcement) return null;
  const { from, until } = announcement;
  const hasBegun = !from || Date.parse(from) <= now.getTime();
  return hasBegun && !(until && Date.parse(until) <= now.getTime()) ? announcement : null;
}

/** Epoch milliseconds at which the announcement next appears or disappears; infinity if it never does. */
export function announcementChange(announcement: Announcement | null, now: Date): number {
  const moments = [announcement?.from, announcement?.until].flatMap((at) => (at ? [Date.parse(at)] : []));
  return Math.min(...moments.filter((at) => at > now.getTime()), Number.POSITIVE_INFINITY);
}
