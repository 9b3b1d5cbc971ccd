import { z } from "zod";
import { textField } from "../../../platform/text/text.ts";

/** A new door pass. */
export const passSchema = z.object({
  name: textField({ label: "Name", empty: "Enter a name for this pass", max: 60 }),
});

/** Who works at the door. */
export const helperSchema = z.object({
  name: textField({ label: "Name", empty: "Enter your name", max: 60 }),
});

/** How many of a party came: 1 to 10. What no button of ours sends stands for one person. */
export const arrivalSchema = z
  .string()
  .regex(/^([1-9]|10)$/)
  .catch("1")
  .transform(Number);

const howMany = "Enter how many people came in: 1 to 20";

/** People without a reservation. */
export const walkInSchema = z.object({
  people: z
    .number({ required_error: howMany, invalid_type_error: howMany })
    .int(howMany)
    .min(1, howMany)
    .max(20, howMany),
  /** made with the form, so that one that is sent twice counts once */
  id: z.string().uuid(),
});
