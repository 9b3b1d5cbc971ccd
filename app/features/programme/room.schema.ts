import { z } from "zod";
import { orNull, textField, textOrNull } from "../../platform/text/text.ts";

const badSeats = "Enter a whole number from 1 to 100,000";

export const roomSchema = z.object({
  name: textField({ label: "Name", empty: "Enter a name", max: 60 }),
  floor: textOrNull("Floor", 100),
  steps: textOrNull("Steps", 300),
  seats: z
    .number({ invalid_type_error: badSeats })
    .int(badSeats)
    .min(1, badSeats)
    .max(100_000, badSeats)
    .optional()
    .transform(orNull),
});

export type RoomInput = z.output<typeof roomSchema>;
export type RoomFields = z.input<typeof roomSchema>;

export const roomLabels = {
  name: "Name",
  floor: "Floor",
  steps: "Steps",
  seats: "Seats",
} as const satisfies Record<keyof RoomFields, string>;

/** A room as the database has it. */
export const storedRoom = z.object({
  id: z.number(),
  name: z.string(),
  floor: z.string().nullable(),
  steps: z.string().nullable(),
  seats: z.number().nullable(),
});
