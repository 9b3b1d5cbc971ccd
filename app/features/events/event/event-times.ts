import { laterDay, siteInstant, siteIsoDay } from "../../../platform/text/site-time.ts";
import { dayAndTime, isDay, isTime } from "../../../platform/text/typed-moments.ts";
import { type Event, lastDayOf } from "./event.ts";

/** A date as an admin types it, always in Honolulu time whatever the device's time zone. */
export interface DateFields {
  date_precision: Event["date_precision"];
  /** YYYY-MM-DD; any day of the month or quarter where the precision is coarser */
  date?: string;
  /** HH:MM, only with precision `exact` */
  start?: string;
  end?: string;
  /** only with precision `exact` or `day`, if the event does not end on the first day or in the night after it */
  end_date?: string;
}

export type DateFault = { field: "date" | "start" | "end" | "end_date"; message: string };

/** The fields that must be empty for each precision: typed values are rejected, never silently dropped. */
const tooMuch = {
  exact: [],
  day: ["start", "end"],
  month: ["start", "end", "end_date"],
  quarter: ["start", "end", "end_date"],
  tba: ["date", "start", "end", "end_date"],
} as const satisfies Record<DateFields["date_precision"], readonly DateFault["field"][]>;

const tooMuchMessages = {
  date: "Leave the date empty, or choose how much of it is known",
  start: "Leave the time empty, or choose “Day and time”",
  end: "Leave the time empty, or choose “Day and time”",
  end_date: "Leave the last day empty, or choose “Day” or “Day and time”",
} as const;

/**
 * Converts a typed date to what the database stores; a day, month or quarter becomes its first instant in Honolulu. An
 * end time earlier than the start time, without a last day, is on the following day.
 */
export function datesOf(fields: DateFields): Pick<Event, "starts_at" | "ends_at"> | DateFault {
  const { date_precision: precision, date, start, end, end_date: endDate } = fields;
  const more = tooMuch[precision].find((field) => fields[field]);
  if (more) return { field: more, message: tooMuchMessages[more] };
  if (precision === "tba") return { starts_at: null, ends_at: null };
  if (!date) return { field: "date", message: "Enter a date, or choose “To be announced”" };
  if (!isDay(date)) return { field: "date", message: "Enter a date that exists" };
  if (precision === "day") return wholeDaysOf(date, endDate);
  if (precision !== "exact") return { starts_at: firstInstantOf(precision, date).toISOString(), ends_at: null };
  if (!start) return { field: "start", message: "Enter the start time" };
  if (!isTime(start)) return { field: "start", message: "Enter a time like 18:00" };
  const startsAt = siteInstant(date, start);
  const starts = { starts_at: startsAt.toISOString() };
  if (!end) return endDate ? { field: "end", message: "Enter the end time too" } : { ...starts, ends_at: null };
  if (!isTime(end)) return { field: "end", message: "Enter a time like 20:00" };
  if (endDate && !isDay(endDate)) return { field: "end_date", message: "Enter a date that exists" };
  if (!endDate && end === start) return { field: "end", message: "Enter an end time after the start time" };
  const endsAt = siteInstant(endDate ?? (end < start ? laterDay(date) : date), end);
  return endsAt > startsAt
    ? { ...starts, ends_at: endsAt.toISOString() }
    : { field: "end_date", message: "It must end after it starts" };
}

/** From the first instant of the first day to the first instant after the last day; no end if both are the same day. */
function wholeDaysOf(day: string, lastDay: string | undefined): Pick<Event, "starts_at" | "ends_at"> | DateFault {
  const starts_at = siteInstant(day, "00:00").toISOString();
  if (!lastDay || lastDay === day) return { starts_at, ends_at: null };
  if (!isDay(lastDay)) return { field: "end_date", message: "Enter a date that exists" };
  if (lastDay < day) return { field: "end_date", message: "Enter a last day after the first one" };
  return { starts_at, ends_at: siteInstant(laterDay(lastDay), "00:00").toISOString() };
}

function firstInstantOf(precision: "month" | "quarter", day: string): Date {
  const [year, month = ""] = day.split("-");
  const first = precision === "month" ? Number(month) : Math.floor((Number(month) - 1) / 3) * 3 + 1;
  return siteInstant(`${year}-${String(first).padStart(2, "0")}-01`, "00:00");
}

export function dateFieldsOf(event: Pick<Event, "starts_at" | "ends_at" | "date_precision">): DateFields {
  const { starts_at: startsAt, ends_at: endsAt, date_precision } = event;
  if (!startsAt) return { date_precision };
  const [date, start] = dayAndTime(startsAt);
  if (date_precision === "day" && endsAt) {
    return { date_precision, date, end_date: siteIsoDay(lastDayOf(endsAt)) };
  }
  if (date_precision !== "exact") return { date_precision, date };
  if (!endsAt) return { date_precision, date, start };
  const [lastDay, end] = dayAndTime(endsAt);
  const again = datesOf({ date_precision, date, start, end });
  const isImplied = "ends_at" in again && again.ends_at === new Date(endsAt).toISOString();
  return { date_precision, date, start, end, ...(isImplied ? {} : { end_date: lastDay }) };
}
