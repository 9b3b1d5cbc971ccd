import { z } from "zod";
import { slug, textField } from "../../platform/text/text.ts";
import type { UnfitPicture } from "../pictures/pictures.server.ts";

const badSlug = "Use lower-case letters, digits and single hyphens, at most 80";
const badCap = "Enter a whole number from 1 to 1,000,000";

/** The form of an issue. The Markdown is that of articles; `unfitForMail` says which pictures an email cannot show. */
export const issueSchema = z.object({
  subject: textField({ label: "Subject", empty: "Enter a subject", max: 150 }),
  preview_text: z
    .string({ invalid_type_error: "Preview text must be text" })
    .transform((text) => (text.trim() === "" ? undefined : text))
    .pipe(textField({ label: "Preview text", empty: "Enter a preview text", max: 200 }).optional())
    .optional(),
  slug: z
    .string({ invalid_type_error: badSlug })
    .trim()
    .max(80, badSlug)
    .regex(slug, badSlug)
    .refine((text) => text !== "embed", "The newsletter’s own form has this URL ending. Choose another one.")
    .optional(),
  markdown: textField({ label: "Text", empty: "Write the text", max: 100_000, multiline: true }),
  daily_cap: z.number({ invalid_type_error: badCap }).int(badCap).min(1, badCap).max(1_000_000, badCap).optional(),
});

export type IssueInput = z.output<typeof issueSchema>;
export type IssueFields = z.input<typeof issueSchema>;

const slugErrors = {
  "slug-taken": "Another issue has this URL ending",
  "no-slug": "Enter a URL ending: none can be made from this subject",
};

const pictureErrors: Record<UnfitPicture["fault"], string> = {
  foreign: "is not of this site’s library. Add it there first.",
  gone: "is not in the library anymore. Choose another one.",
  "no-jpeg":
    "has no JPEG, and mail programs show no WebP or AVIF. Add it to the library again, with scripts, or as JPEG or PNG.",
  heavy:
    "has more than 200 kB and no smaller JPEG, because it was added without scripts. Add it again with them, or smaller.",
};

export const issueErrors = (problem: keyof typeof slugErrors | UnfitPicture): Record<string, string[]> =>
  typeof problem === "string"
    ? { slug: [slugErrors[problem]] }
    : { markdown: [`The picture ${problem.path} ${pictureErrors[problem.fault]}`] };

/** The maximum size of the form in bytes; its text may consist of four-byte characters. */
export const issueBodyLimit = 1024 * 1024;

export const issueLabels = {
  subject: "Subject",
  preview_text: "Preview text",
  slug: "URL ending",
  markdown: "Text",
  daily_cap: "Daily limit",
} as const satisfies Record<keyof IssueFields, string>;
