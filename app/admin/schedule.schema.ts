import { parseWithZod } from "@conform-to/zod";
import { z } from "zod";
import { siteInstant } from "../platform/text/site-time.ts";
import { isDay, isTime } from "../platform/text/typed-moments.ts";
import { typedDay, typedTime } from "../platform/text/written-moments.ts";

export const scheduleSchema = z.object({
  date: z
    .string({ required_error: "Enter a date", invalid_type_error: "Enter a date" })
    .trim()
    .transform(typedDay)
    .refine(isDay, "Enter a date"),
  time: z
    .string({ required_error: "Enter a time", invalid_type_error: "Enter a time" })
    .trim()
    .transform(typedTime)
    .refine(isTime, "Enter a time"),
});

/** Reads when something is to be sent. @returns the time; or, unless it is still to come, what the form shows */
export function readSchedule(form: FormData, now: Date) {
  const submission = parseWithZod(form, { schema: scheduleSchema });
  if (submission.status !== "success") return submission.reply();
  const at = siteInstant(submission.value.date, submission.value.time);
  if (at > now) return at;
  return submission.reply({ fieldErrors: { date: ["Choose a day and a time that are still to come"] } });
}
