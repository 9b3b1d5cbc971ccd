import { z } from "zod";
import { textField } from "../../platform/text/text.ts";

/** The log keeps the reason, so it must not contain an email address. */
export const resetFactorSchema = z.object({
  reason: textField({ label: "Reason", empty: "Enter a reason", max: 200 }).refine(
    (text) => !text.includes("@"),
    "Leave email addresses out: the log keeps this",
  ),
});
