import { z } from "zod";
import { orNull, textField, textOrEmpty } from "../../platform/text/text.ts";
import { webAddressField } from "../../platform/text/web-address.ts";
import { typedDay, typedTime } from "../../platform/text/written-moments.ts";
import { type Language, languageNames } from "./programme.ts";
import { kinds, levels } from "./programme-states.ts";
import { talkTimesOf } from "./talk-times.ts";

export const dayText = z.string({ invalid_type_error: "Enter a date" }).trim().max(40).transform(typedDay).optional();
export const timeText = z.string({ invalid_type_error: "Enter a time" }).trim().max(20).transform(typedTime).optional();
const tooLong = "The link must be at most 2,048 characters";
const badRoom = "Choose a room that exists";
const badWorkshop = "Choose an event that exists";
const badSpeaker = "Choose speakers of this event";

/** The id of a room as a select field submits it. */
export const roomField = z
  .string({ invalid_type_error: badRoom })
  .regex(/^[1-9]\d{0,8}$/, badRoom)
  .optional();

/** Schema of the talk form, with a cross-field check of its time (in Honolulu time). */
export const talkSchema = z
  .object({
    title: textField({ label: "Title", empty: "Enter a title", max: 200 }),
    kind: z.enum(kinds, { invalid_type_error: "Choose what it is" }).default("talk"),
    day: dayText,
    start: timeText,
    end: timeText,
    room: roomField,
    speakers: z
      .array(z.string({ invalid_type_error: badSpeaker }).uuid(badSpeaker))
      .max(20, "Choose at most 20 speakers"),
    workshop: z.string({ invalid_type_error: badWorkshop }).uuid(badWorkshop).optional(),
    level: z.enum(levels, { invalid_type_error: "Choose a level" }).optional().transform(orNull),
    language: z
      .enum(Object.keys(languageNames) as [Language, ...Language[]], { invalid_type_error: "Choose a language" })
      .default("en"),
    abstract: textOrEmpty("Abstract", 5000, true),
    slides_url: webAddressField({ tooLong }).optional().transform(orNull),
    recording_url: webAddressField({ tooLong }).optional().transform(orNull),
    canceled: z.boolean().default(false),
    to_be_announced: z.boolean().default(false),
  })
  .superRefine((talk, issues) => {
    const times = talkTimesOf(talk);
    if ("field" in times) issues.addIssue({ code: "custom", path: [times.field], message: times.message });
  });

export type TalkInput = z.output<typeof talkSchema>;
export type TalkFields = z.input<typeof talkSchema>;

export const talkLabels = {
  title: "Title",
  kind: "Kind",
  day: "Day",
  start: "Start time",
  end: "End time",
  room: "Room",
  speakers: "Speakers",
  workshop: "People sign up for it at",
  level: "Level",
  language: "Language",
  abstract: "Abstract",
  slides_url: "Link to slides",
  recording_url: "Link to the recording",
  canceled: "Canceled",
  to_be_announced: "To be announced",
} as const satisfies Record<keyof TalkFields, string>;
