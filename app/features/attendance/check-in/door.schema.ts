import { z } from "zod";
import { dayInMilliseconds } from "../../../platform/text/site-time.ts";
import { textField } from "../../../platform/text/text.ts";

export const passSchema = z.object({
  name: textField({ label: "Name", empty: "Enter a name for this pass", max: 60 }),
});

export const helperSchema = z.object({
  name: textField({ label: "Name", empty: "Enter your name", max: 60 }),
});

/** How many of a party came: 1 to 10. Anything our buttons do not send counts as one person. */
export const arrivalSchema = z
  .string()
  .regex(/^([1-9]|10)$/)
  .catch("1")
  .transform(Number);

const howMany = "Enter how many people came in: 1 to 20";

export const walkInSchema = z.object({
  people: z
    .number({ required_error: howMany, invalid_type_error: howMany })
    .int(howMany)
    .min(1, howMany)
    .max(20, howMany),
  id: z.string().uuid(),
});

export const pressKinds = ["check-in", "undo", "walk-in", "undo-walk-in"] as const;

/** The presses as a phone sends them; `age` is in milliseconds, two days at most. */
export const sentPresses = z
  .array(
    z.object({
      id: z.string().uuid(),
      kind: z.enum(pressKinds),
      code: z.string().max(32).optional(),
      people: z.number().int().min(1).max(20).optional(),
      of: z.string().uuid().optional(),
      seen: z.string().datetime({ offset: true }).optional(),
      age: z
        .number()
        .int()
        .min(1)
        .max(2 * dayInMilliseconds),
    }),
  )
  .max(50);

export type SentPress = z.output<typeof sentPresses>[number];
