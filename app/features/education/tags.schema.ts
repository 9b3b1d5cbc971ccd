import { z } from "zod";
import { fold } from "../../platform/text/fold.ts";
import { textField } from "../../platform/text/text.ts";

const most = 6;
const tagField = textField({ label: "A tag", empty: "Enter a tag", max: 30 });

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
      if (data && !tags.has(fold(data))) tags.set(fold(data), data);
    }
    return tags.size > most ? refuse(issues) : [...tags.values()];
  });

function refuse(issues: z.RefinementCtx) {
  issues.addIssue({ code: "custom", message: `Enter at most ${most} tags, with commas between them` });
  return z.NEVER;
}
