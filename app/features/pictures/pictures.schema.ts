import { z } from "zod";
import { textField } from "../../platform/text/text.ts";
import { focuses } from "./picture.ts";

const file = z.instanceof(File, { message: "Choose a file" }).optional();

const altField = textField({ label: "Description", empty: "Describe what the picture shows", max: 300 });

/** The form for a new picture; the smaller versions come from the browser if it can make them. */
export const newPictureSchema = z.object({
  picture: file,
  "picture-480": file,
  "picture-960": file,
  "picture-1440": file,
  "picture-mail": file,
  alt: altField,
});

export type NewPictureInput = z.output<typeof newPictureSchema>;

export const describedSchema = z.object({ alt: altField });

export const pictureSchema = z.object({
  alt: altField,
  focus: z.enum(focuses, { errorMap: () => ({ message: "Choose the part that stays in sight" }) }),
});

export type PictureInput = z.output<typeof pictureSchema>;
