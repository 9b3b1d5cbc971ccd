import { z } from "zod";
import { textField } from "../../platform/text/text.ts";

/** The log keeps a reason for good, and no address must stay in it. */
export const resetFactorSchema = z.object({
  reason: textField({ label: "Reason", empty: "Enter a reason", max: 200 }).refine(
    (text) => !text.includes("@"),
    "Leave email addresses out: the log keeps this",
  ),
});
