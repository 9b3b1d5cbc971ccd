import { excerptOf } from "../../../admin/excerpt.ts";
import type { FileChoices } from "../../../admin/import-noun.ts";
import { laterDay, siteOffset } from "../../../platform/text/site-time.ts";
import { dayAndTime } from "../../../platform/text/typed-moments.ts";
import {
  dateFaultText,
  instantOfMoment,
  readMoment,
  readTime,
  type WrittenMoment,
} from "../../../platform/text/written-moments.ts";
import { precisions } from "../event/event-states.ts";
import type { DateFields } from "../event/event-times.ts";

/** A date in Honolulu. */
interface Here {
  day: string;
  time?: string;
  /** the file names a zone, so that it is an instant and not what somebody typed */
  isInstant: boolean;
}

interface DateTexts {
  start?: string;
  start_time?: string;
  end?: string;
  end_time?: string;
  all_day?: string;
  precision?: string;
}

type ReadDates = { dates: DateFields; notes: string[] } | { reason: string };

const yes = /^(?:true|yes|y|1|x|on)$/i;

function hereOf(moment: WrittenMoment): Here {
  const { day, time, offset } = moment;
  if (!time || !offset) return { day, time, isInstant: false };
  const at = instantOfMoment(moment, siteOffset);
  const [here, clock] = dayAndTime(new Date(at).toISOString());
  return { day: here, time: clock, isInstant: true };
}

function momentIn(text: string, clock: string, order: FileChoices["day_order"]): WrittenMoment | { reason: string } {
  const moment = readMoment(text, order === "unknown" ? undefined : order);
  if ("fault" in moment) return { reason: dateFaultText(moment, excerptOf(text)) };
  if (!clock) return moment;
  const time = readTime(clock);
  if (!time) return { reason: `“${excerptOf(clock)}” is not a time that we can read: write it like 18:00 or 6:00 PM.` };
  const isSaidTwice = moment.time && moment.time !== "00:00" && moment.time !== time.time;
  if (isSaidTwice) return { reason: `“${excerptOf(text)}” has another time than “${excerptOf(clock)}”.` };
  return { ...moment, ...time };
}

/** Reads the start and the end of a line, as the fields of the form; what was left out or taken for something is said. */
export function readDates(texts: DateTexts, { day_order: order }: FileChoices): ReadDates {
  const { start = "", start_time = "", end = "", end_time = "", all_day = "", precision = "" } = texts;
  const known = precisions.find((each) => each === precision.toLowerCase());
  if (start === "" || known === "tba") {
    const notes = end || start_time || end_time ? ["The start is empty, so the date is to be announced."] : [];
    return { dates: { date_precision: "tba" }, notes: known === "tba" ? [] : notes };
  }
  const isAllDay = yes.test(all_day.trim());
  const begin = momentIn(start, isAllDay ? "" : start_time, order);
  if ("reason" in begin) return { reason: `Start: ${begin.reason}` };
  const from = hereOf(begin);
  if (known === "month" || known === "quarter") return { dates: { date_precision: known, date: from.day }, notes: [] };
  const isTimeOnly = end_time === "" && readTime(end) !== null;
  const endText = end || end_time ? (isTimeOnly || end === "" ? start : end) : "";
  if (endText === "") return datesOfStart(from, isAllDay || known === "day");
  const clock = isTimeOnly ? end : end_time;
  const finish = momentIn(isTimeOnly || end === "" ? begin.day : end, isAllDay ? "" : clock, order);
  if ("reason" in finish) return { reason: `End: ${finish.reason}` };
  const to = hereOf({ ...finish, ...(finish.time && !finish.offset && isTimeOnly ? { offset: begin.offset } : {}) });
  if (isAllDay || known === "day")
    return wholeDays(from, to, known === "day" || to.time === "00:00" || readTime(end_time)?.time === "00:00");
  return datesOfBoth(from, to, excerptOf([end, end_time].filter(Boolean).join(" ")));
}

const datesOfStart = ({ day, time }: Here, isWholeDay: boolean): ReadDates => ({
  dates:
    isWholeDay || !time ? { date_precision: "day", date: day } : { date_precision: "exact", date: day, start: time },
  notes: [],
});

/** @param isExclusive the end is the first instant after the last day */
function wholeDays(from: Here, to: Here, isExclusive: boolean): ReadDates {
  const last = isExclusive && to.day > from.day ? laterDay(to.day, -1) : to.day;
  if (last < from.day) return { reason: `It ends on ${last}, before it starts.` };
  return {
    dates: { date_precision: "day", date: from.day, end_date: last === from.day ? undefined : last },
    notes: [],
  };
}

function datesOfBoth(from: Here, to: Here, said: string): ReadDates {
  if (!from.time) {
    const notes = to.time ? ["The start has no time, so the time of the end was left out."] : [];
    const days = wholeDays(from, to, false);
    return "reason" in days ? days : { ...days, notes };
  }
  const start: DateFields = { date_precision: "exact", date: from.day, start: from.time };
  if (!to.time) {
    const isSame = to.day === from.day;
    return { dates: start, notes: isSame ? [] : [`The end has no time, so it was left out: “${said}”.`] };
  }
  if (to.day === from.day && to.time === from.time) return { dates: start, notes: [] };
  const [begins, ends] = [from, to].map(({ day, time }) => `${day} ${time}`);
  const isBefore = (ends ?? "") < (begins ?? "");
  if (!isBefore) return { dates: { ...start, end: to.time, end_date: endDate(from, to.day, to.time) }, notes: [] };
  if (from.isInstant || to.isInstant)
    return { dates: start, notes: [`The end is before the start, so it was left out: “${said}”.`] };
  if (to.day !== from.day) return { reason: `It ends before it starts: “${said}”.` };
  return {
    dates: { ...start, end: to.time },
    notes: ["The end is before the start, so it is taken as the next day."],
  };
}

/** The last day, unless the form implies it. */
const endDate = ({ day, time = "" }: Here, last: string, end: string) =>
  last === day || (last === laterDay(day) && end < time) ? undefined : last;
