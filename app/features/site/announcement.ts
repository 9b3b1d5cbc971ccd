import { momentText } from "../../platform/text/site-time.ts";
import { momentOfField } from "../../platform/text/typed-moments.ts";
import type { Announcement } from "../../site.ts";

interface TypedAnnouncement {
  announcement?: string;
  /** the values of its fields */
  announcement_from?: string;
  announcement_until?: string;
}

/** Says why visitors do not see an announcement, for the page on which it is typed. */
export function unseenText(typed: TypedAnnouncement, now: Date): string | undefined {
  if (!typed.announcement) return undefined;
  const [from, until] = [typed.announcement_from, typed.announcement_until].map((at) => at && momentOfField(at));
  if (until && Date.parse(until) <= now.getTime())
    return `This announcement ended on ${momentText(until)}: visitors do not see it.`;
  if (from && Date.parse(from) > now.getTime()) return `Visitors see this announcement from ${momentText(from)}.`;
  return undefined;
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
