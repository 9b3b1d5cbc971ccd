import { z } from "zod";
import { isDay } from "../../platform/text/typed-moments.ts";

const badMinutes = "Enter a whole number of minutes, at most 720";

export const shiftSchema = z.object({
  day: z.string({ required_error: "Choose a day", invalid_type_error: "Choose a day" }).refine(isDay, "Choose a day"),
  minutes: z
    .number({ required_error: badMinutes, invalid_type_error: badMinutes })
    .int(badMinutes)
    .min(1, badMinutes)
    .max(720, badMinutes),
  direction: z.enum(["later", "earlier"]).default("later"),
});

export type ShiftFields = z.input<typeof shiftSchema>;
