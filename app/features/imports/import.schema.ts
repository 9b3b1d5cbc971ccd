import { z } from "zod";
import { textField } from "../../platform/text/text.ts";

const source = textField({ label: "Where it comes from", empty: "Enter where the file comes from", max: 100 });
const file = z.instanceof(File, { message: "Choose a file" }).optional();
const text = z.string({ invalid_type_error: "Paste text" }).optional();

export const importSchema = z.object({ file, text, source });

export const peopleImportSchema = importSchema.extend({
  agreed_text: textField({
    label: "What they agreed to",
    empty: "Enter what the people of the file agreed to",
    max: 500,
    multiline: true,
  }),
});

export type ImportFields = z.input<typeof peopleImportSchema>;
