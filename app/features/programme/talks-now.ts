import { siteIsoDay } from "../../platform/text/site-time.ts";
import { isTimed, type Programme, type Talk, type TimedTalk } from "./programme.ts";

interface TalksNow {
  now: TimedTalk[];
  next: TimedTalk[];
}

const isOff = ({ status }: Talk) => status === "cancelled";

/** Returns the current and the next talks at a moment; null before the first day of talks, and after the last talk. */
export function talksAt(talks: Talk[], at: Date): TalksNow | null {
  const timed = talks.filter(isTimed).filter((talk) => !isOff(talk));
  const now = timed.filter(
    (talk) => Date.parse(talk.starts_at) <= at.getTime() && at.getTime() < Date.parse(talk.ends_at),
  );
  const ahead = timed.filter((talk) => Date.parse(talk.starts_at) > at.getTime());
  const first = Math.min(...ahead.map((talk) => Date.parse(talk.starts_at)));
  const next = ahead.filter((talk) => Date.parse(talk.starts_at) === first);
  const hasBegun = timed.some((talk) => siteIsoDay(new Date(talk.starts_at)) <= siteIsoDay(at));
  return hasBegun && (now.length > 0 || next.length > 0) ? { now, next } : null;
}

/** The next moment at which a talk begins or ends, or the event is over, in epoch milliseconds; infinity if there is none. */
export const nextChange = (
  { talks, event }: { talks: Talk[]; event: Pick<Programme["event"], "over_at"> },
  at: Date,
): number =>
  Math.min(
    ...[...talks.filter(isTimed).flatMap((talk) => [talk.starts_at, talk.ends_at]), event.over_at]
      .map((moment) => (moment ? Date.parse(moment) : 0))
      .filter((moment) => moment > at.getTime()),
  );
