import { momentText } from "../../platform/text/site-time.ts";
import { momentOfField } from "../../platform/text/typed-moments.ts";
import type { Announcement } from "../../site.ts";

/** Says that an announcement is over, for the page on which it is typed. @param until the value of its field */
export function endedText(text: string | undefined, until: string | undefined, now: Date): string | undefined {
  const end = until ? momentOfField(until) : null;
  if (!text || !end || Date.parse(end) > now.getTime()) return undefined;
  return `This announcement ended on ${momentText(end)}: visitors do not see it.`;
}

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
