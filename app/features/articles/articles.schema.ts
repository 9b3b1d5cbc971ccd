import { z } from "zod";
import { slug, textField } from "../../platform/text/text.ts";
import { isDay, isTime } from "../../platform/text/typed-moments.ts";
import { typedDay, typedTime } from "../../platform/text/written-moments.ts";
import { articleKinds } from "./article.ts";
import { hasForeignPictures } from "./article-markdown.ts";

const badSlug = "Use lower-case letters, digits and single hyphens, at most 80";
const badDate = "Enter a date that exists";

const optional = (label: string, max: number) =>
  z
    .string({ invalid_type_error: `${label} must be text` })
    .transform((text) => (text.trim() === "" ? undefined : text))
    .pipe(textField({ label, empty: `Enter ${label.toLowerCase()}`, max }).optional())
    .optional();

const date = z.string({ invalid_type_error: badDate }).trim().transform(typedDay).refine(isDay, badDate).optional();

export const articleSchema = z.object({
  title: textField({ label: "Title", empty: "Enter a title", max: 150 }),
  excerpt: textField({ label: "Excerpt", empty: "Enter an excerpt", max: 300 }),
  markdown: textField({ label: "Text", empty: "Write the text", max: 100_000, multiline: true }).refine(
    (text) => !hasForeignPictures(text),
    "A picture must be one of this site: /Images/… or /uploads/…. Remove the ! before the brackets to link to another one.",
  ),
  kind: z.enum(articleKinds, { errorMap: () => ({ message: "Choose article or guide" }) }),
  slug: z.string({ invalid_type_error: badSlug }).trim().max(80, badSlug).regex(slug, badSlug).optional(),
  category: optional("Category", 60),
  author: optional("Author", 100),
  shown_on: date.refine((day) => !day || !isDay(day) || day >= "1970-01-01", "Enter a date from 1970 on"),
  note: optional("What changed", 300),
  date,
  time: z
    .string({ invalid_type_error: "Enter a time" })
    .trim()
    .transform(typedTime)
    .refine(isTime, "Enter a time")
    .optional(),
});

export type ArticleInput = z.output<typeof articleSchema>;
export type ArticleFields = z.input<typeof articleSchema>;

/** The maximum size of the form in bytes; its text may consist of four-byte characters. */
export const articleBodyLimit = 1024 * 1024;
