import { z } from "zod";
import { emailField, honeypotField, optionalTextField, textField } from "../../platform/text/text.ts";
import { webAddressField } from "../../platform/text/web-address.ts";
import { readDay, writtenDays } from "../../platform/text/written-moments.ts";

export const suggestionKinds = ["resource", "event"] as const;

export type SuggestionKind = (typeof suggestionKinds)[number];

const badDay = `Enter a date like ${writtenDays.join(" or ")}`;

/** A day as people write it here, with or without a time, which is not kept. @returns YYYY-MM-DD */
const writtenDay = z
  .string({ invalid_type_error: badDay })
  .trim()
  .transform((text, context) => {
    const read = readDay(text);
    if (!("fault" in read)) return read.day;
    context.addIssue({ code: "custom", message: badDay });
    return z.NEVER;
  });

export const suggestionSchema = z.object({
  kind: z.enum(suggestionKinds, { message: "Choose what it is" }),
  title: textField({ label: "Title", empty: "Enter a title", max: 200 }),
  url: webAddressField({ missing: "Enter a link", tooLong: "The link must be at most 2,048 characters" }),
  about: textField({ label: "What you tell us", empty: "Tell us what it is about", max: 1000, multiline: true }),
  day: writtenDay.optional(),
  place: optionalTextField("Place", 200),
  email: emailField.optional(),
  nickname2: honeypotField,
});

export type SuggestionFields = z.input<typeof suggestionSchema>;
export type SuggestionInput = z.output<typeof suggestionSchema>;
