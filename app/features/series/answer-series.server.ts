import { parseWithZod } from "@conform-to/zod";
import type { Admin } from "../../admin/admin.server.ts";
import { ruleSchema, type SeriesFields, seriesSchema } from "./series.schema.ts";
import { datesOfRule, type SeriesFault } from "./series-editing.server.ts";

export const faults: Record<SeriesFault, { [Field in keyof SeriesFields]?: string[] }> = {
  "name-taken": {
    name: ["There is a series of this name already, perhaps in another spelling. Choose that one, or another name"],
  },
  "key-taken": { key: ["Another series has this key"] },
  "no-key": { key: ["Enter a key: none can be made from this name"] },
  "no-dates": { last_day: ["This rule has no dates: enter a later day, or leave out fewer"] },
  "no-template": { template: ["This event was deleted in the meantime. Choose another one"] },
};

/**
 * Reads a submitted series form: it requests either a preview of the next dates of its rule, which does not require the
 * other fields and saves nothing, or saving. The typed values are in `submission`.
 */
export async function readSeriesForm(admin: Admin, form: FormData, now: Date) {
  if (form.get("intent") !== "preview") {
    return { isPreview: false as const, submission: parseWithZod(form, { schema: seriesSchema }) };
  }
  const submission = parseWithZod(form, { schema: ruleSchema });
  if (submission.status !== "success") return { isPreview: true as const, submission, preview: null };
  const { left_out } = submission.value;
  const preview = { dates: await datesOfRule(admin, submission.value, now), left_out };
  return { isPreview: true as const, submission, preview };
}
