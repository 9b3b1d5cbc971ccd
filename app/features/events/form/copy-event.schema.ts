import { z } from "zod";
import type { Event } from "../event/event.ts";
import { type DateFault, datesOf } from "../event/event-times.ts";
import { dateText, keyText, timeText } from "./events.schema.ts";

const fields = z.object({
  key: keyText,
  date: dateText,
  start: timeText,
  end: timeText,
  end_date: dateText,
});

export type CopyFields = z.input<typeof fields>;

/**
 * The next edition's date is a day if the last one's was, otherwise an exact time; without a date, to be announced
 * whatever the times, which the form suggests.
 */
const datesLike = (precision: Event["date_precision"], { date, start, end, end_date }: z.output<typeof fields>) => {
  if (!date) return end_date ? noFirstDay : datesOf({ date_precision: "tba" });
  return datesOf({ date_precision: precision === "day" ? "day" : "exact", date, start, end, end_date });
};

const noFirstDay: DateFault = { field: "date", message: "Enter the date, or leave the last day empty too" };

/**
 * Schema of the form that copies an event into its next edition.
 * @param precision the precision of the copied event's date
 * @returns a schema whose output is the key and the dates as the database stores them
 */
export const copySchema = (precision: Event["date_precision"]) =>
  fields.transform((typed, issues) => {
    const dates = datesLike(precision, typed);
    if (!("field" in dates)) return { key: typed.key, ...dates };
    issues.addIssue({ code: "custom", path: [dates.field], message: dates.message });
    return z.NEVER;
  });
