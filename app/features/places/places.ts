import { z } from "zod";
import { islandNames } from "../../community.ts";
import { recordOf } from "../../platform/record-of.ts";

export type Island = keyof typeof islandNames;

export const islands = Object.keys(islandNames) as [Island, ...Island[]];

export const accessLabels = {
  way_in: "Finding the entrance",
  bus: "Bus",
  parking: "Parking",
  steps: "Steps and doors",
  seating: "Seating",
  quiet_space: "Quiet space",
  restrooms: "Restrooms",
} as const;

export type AccessKey = keyof typeof accessLabels;

export const accessKeys = Object.keys(accessLabels) as AccessKey[];

const fact = z.string().optional();

/** What an event keeps of its place; what is not known is left out. */
export const placeDetails = z.object({
  key: z.string(),
  name: z.string(),
  street: fact,
  city: z.string(),
  island: z.enum(islands),
  /** in degrees (WGS 84), both or neither */
  latitude: z.number().optional(),
  longitude: z.number().optional(),
  ...recordOf(accessKeys, () => fact),
});

export type PlaceDetails = z.output<typeof placeDetails>;

export const placePath = ({ key }: Pick<PlaceDetails, "key">) => `/places/${key}`;
