import { z } from "zod";
import { emailField, honeypotField, optionalTextField, textField } from "../../platform/text/text.ts";
import { isDay } from "../../platform/text/typed-moments.ts";
import { webAddressField } from "../../platform/text/web-address.ts";
import { typedDay, writtenDays } from "../../platform/text/written-moments.ts";

export const suggestionKinds = ["resource", "event"] as const;

export type SuggestionKind = (typeof suggestionKinds)[number];

const badDay = `Enter a date like ${writtenDays.join(" or ")}`;

export const suggestionSchema = z.object({
  kind: z.enum(suggestionKinds, { message: "Choose what it is" }),
  title: textField({ label: "Title", empty: "Enter a title", max: 200 }),
  url: webAddressField({ missing: "Enter a link", tooLong: "The link must be at most 2,048 characters" }),
  about: textField({ label: "What you tell us", empty: "Tell us what it is about", max: 1000, multiline: true }),
  day: z.string({ invalid_type_error: badDay }).trim().transform(typedDay).refine(isDay, badDay).optional(),
  place: optionalTextField("Place", 200),
  email: emailField.optional(),
  nickname2: honeypotField,
});

export type SuggestionFields = z.input<typeof suggestionSchema>;
export type SuggestionInput = z.output<typeof suggestionSchema>;
