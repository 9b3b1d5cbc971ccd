import { z } from "zod";
import { nextSiteMidnight, siteIsoDay, zonedTime } from "../../platform/text/site-time.ts";
import { type Attends, type Event, firstDayOf, isDayKnown, whereText } from "../events/event/event.ts";
import { meetings, precisions, statuses } from "../events/event/event-states.ts";

/** Times come without a zone, in UTC. */
const utc = z.string().transform((at) => new Date(`${at}Z`).toISOString());

export const toldRow = z.object({
  status: z.enum(statuses),
  starts_at: utc.nullable(),
  ends_at: utc.nullable(),
  date_precision: z.enum(precisions),
  place: z.string(),
  meets: z.enum(meetings),
});

export type Told = z.output<typeof toldRow>;

type Now = Pick<
  Event,
  "status" | "starts_at" | "ends_at" | "over_at" | "date_precision" | "time_note" | "place" | "meets"
>;

export interface Change {
  title: string;
  sentence: string;
  before?: string;
}

const sameMoment = (one: string | null, other: string | null) =>
  one === other || (one !== null && other !== null && Date.parse(one) === Date.parse(other));

/**
 * What is different for a person who knows an event as it was told, most important first; empty if nothing is. A person
 * who knows an edition that is over is told the date of the next one.
 * @param attends where the person attends an event that meets in a room and online
 */
export function changesFor(told: Told, event: Now, now: Date, attends?: Attends): Change[] {
  if (isPast(told, now)) return isDayKnown(event) ? [aDate] : [];
  const known: Now = { ...event, ...told, over_at: null, time_note: null };
  const isBack = told.status !== "scheduled";
  const isMoved = !sameMoment(told.starts_at, event.starts_at) || told.date_precision !== event.date_precision;
  const changes: Change[] = [];
  if (isBack && !isMoved) changes.push({ title: "Taking place", sentence: "takes place after all" });
  if (isMoved) changes.push(...dateChange({ ...known, status: "scheduled" }, event));
  const [before, after] = [whereText(known, attends), whereText(event, attends)];
  if (before !== after) changes.push(placeChange(known, event, before));
  if (!isMoved && !sameMoment(told.ends_at, event.ends_at)) changes.push(endChange(known, event));
  return changes;
}

export const newPlace = "New place";

const aDate: Change = { title: "Date", sentence: "has a date" };

/** Whether the edition that was told is over; its day if no end is known. */
function isPast({ starts_at: start, ends_at: end, date_precision: precision }: Told, now: Date): boolean {
  if (!start || (precision !== "exact" && precision !== "day")) return false;
  return (end ? Date.parse(end) : nextSiteMidnight(Date.parse(start))) <= now.getTime();
}

function dateChange(known: Now, event: Now): Change[] {
  if (!isDayKnown(event)) return [];
  if (!isDayKnown(known)) return [aDate];
  const [was, is] = [new Date(known.starts_at), new Date(event.starts_at)];
  if (siteIsoDay(was) !== siteIsoDay(is))
    return [{ title: "New date", sentence: "has a new date", before: `The earlier date was ${firstDayOf(known)}.` }];
  if (known.date_precision !== "exact") return [{ title: "Time", sentence: "now has a time" }];
  const before = `It was to begin at ${zonedTime(was)}.`;
  return event.date_precision === "exact"
    ? [{ title: "New time", sentence: "begins at another time", before }]
    : [{ title: "Time to be announced", sentence: "begins at a time to be announced", before }];
}

function placeChange(known: Now, event: Now, before: string): Change {
  const earlier = `The earlier place was: ${before}`;
  if (known.meets === event.meets) return { title: newPlace, sentence: "moves to another place", before: earlier };
  const where = { room: "in a room only", online: "online only", both: "in a room and online" }[event.meets];
  const isSameRoom = known.meets !== "online" && event.meets !== "online" && known.place === event.place;
  return {
    title: where.charAt(0).toUpperCase() + where.slice(1),
    sentence: `takes place ${where}`,
    ...(isSameRoom ? {} : { before: earlier }),
  };
}

function endChange(known: Now, event: Now): Change {
  const was = known.ends_at && known.date_precision === "exact" ? new Date(known.ends_at) : null;
  return {
    title: "New end",
    sentence: event.ends_at
      ? known.ends_at
        ? "ends at another time"
        : "now has an end time"
      : "no longer has a set end time",
    ...(was ? { before: `It was to end at ${zonedTime(was)}.` } : {}),
  };
}
