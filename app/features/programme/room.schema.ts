import { z } from "zod";
import { orNull, textField, textOrNull } from "../../platform/text/text.ts";

const badSeats = "Enter a whole number from 1 to 100,000";

const seats = z.number({ invalid_type_error: badSeats }).int(badSeats).min(1, badSeats).max(100_000, badSeats);

export const roomSchema = z.object({
  name: textField({ label: "Name", empty: "Enter a name", max: 60 }),
  floor: textOrNull("Floor", 100),
  steps: textOrNull("Steps", 300),
  seats: seats.optional().transform(orNull),
});

export type RoomInput = z.output<typeof roomSchema>;
export type RoomFields = z.input<typeof roomSchema>;

export const roomLabels = {
  name: "Name",
  floor: "Floor",
  steps: "Steps",
  seats: "Seats",
} as const satisfies Record<keyof RoomFields, string>;

/** The largest `integer` of Postgres. */
const maxId = 2 ** 31 - 1;

/** A room as the database has it. */
export const storedRoom = z.object({
  id: z.number().int().min(1).max(maxId),
  name: z.string(),
  floor: z.string().nullable(),
  steps: z.string().nullable(),
  seats: seats.nullable(),
});
