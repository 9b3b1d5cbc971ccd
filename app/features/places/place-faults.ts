import type { PlaceFields } from "./place.schema.ts";

export const placeFaults = {
  twin: { name: ["There is a place of this name and address already"] },
  "no-key": { name: ["Enter a name with a letter from A to Z or a digit: the link of its page is made from it"] },
  "no-picture": { picture: ["This picture was deleted. Choose another one"] },
} satisfies Record<string, { [Field in keyof PlaceFields]?: string[] }>;
