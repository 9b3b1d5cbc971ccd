import { z } from "zod";
import { islandNames, islandWords } from "../../community.ts";
import { recordOf } from "../../platform/record-of.ts";
import { optionalTextField, orNull, textField, textOrNull } from "../../platform/text/text.ts";
import { uploadAt } from "../pictures/picture.ts";
import { pointIn } from "./coordinates.ts";
import { accessKeys, accessLabels, islands } from "./places.ts";

const badCapacity = "Enter a whole number from 1 to 1,000,000";
const badPicture = "Choose a picture of the library";

export const placeSchema = z.object({
  name: textField({ label: "Name", empty: "Enter a name", max: 80 }),
  street: textOrNull("Street", 70),
  city: textField({ label: "City", empty: "Enter a city or town", max: 40 }),
  island: z.enum(islands, { required_error: islandWords.choose, invalid_type_error: islandWords.choose }),
  ...recordOf(accessKeys, (key) => textOrNull(accessLabels[key], 300)),
  coordinates: optionalTextField("Coordinates", 2000).refine(
    (text) => text === undefined || pointIn(text),
    "Enter two numbers like 21.2766, -157.7862, or the URL of a map that contains them",
  ),
  capacity: z
    .number({ invalid_type_error: badCapacity })
    .int(badCapacity)
    .min(1, badCapacity)
    .max(1_000_000, badCapacity)
    .optional()
    .transform(orNull),
  picture: z
    .string({ invalid_type_error: badPicture })
    .refine((path) => uploadAt(path)?.size, badPicture)
    .optional(),
});

export type PlaceInput = z.output<typeof placeSchema>;
export type PlaceFields = z.input<typeof placeSchema>;

/** Schema of the form of a place's notes; empty ones are removed. */
export const placeNotesSchema = z.object({ notes: optionalTextField("Notes", 3000, true) });

export const placeLabels = {
  name: "Name",
  street: "Street address",
  city: "City or town",
  island: islandWords.label,
  ...accessLabels,
  coordinates: "Coordinates",
  capacity: "Room for",
  picture: "Picture",
} as const satisfies Record<keyof PlaceFields, string>;

export const placeChoices = { island: islands.map((value) => ({ value, label: islandNames[value] })) };
