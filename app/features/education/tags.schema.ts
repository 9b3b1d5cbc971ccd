import { z } from "zod";
import { textField } from "../../platform/text/text.ts";

const most = 6;
const tagField = textField({ label: "A tag", empty: "Enter a tag", max: 30 });

/** Folds a tag for comparison, without case, macrons and apostrophes; the database folds them the same way. */
const folded = (tag: string) =>
  tag
    .normalize("NFD")
    .replace(/[\u0304\u02BB\u02BC\u2018\u2019'`]/g, "")
    .toLowerCase();

/** Writes tags as the form shows them and `tagsField` reads them. */
export const tagsInOneLine = (tags: readonly string[]) => tags.join(", ");

/** Tags with commas between them; duplicates are left out. */
export const tagsField = z
  .string({ invalid_type_error: "Tags must be text" })
  .optional()
  .transform((text = "", issues): string[] => {
    const typed = text.split(",").filter((tag) => tag.trim() !== "");
    if (typed.length > 10 * most) return refuse(issues);
    const tags = new Map<string, string>();
    for (const each of typed) {
      const { data, error } = tagField.safeParse(each);
      for (const { message } of error?.issues ?? []) issues.addIssue({ code: "custom", message });
      if (data && !tags.has(folded(data))) tags.set(folded(data), data);
    }
    return tags.size > most ? refuse(issues) : [...tags.values()];
  });

function refuse(issues: z.RefinementCtx) {
  issues.addIssue({ code: "custom", message: `Enter at most ${most} tags, with commas between them` });
  return z.NEVER;
}
