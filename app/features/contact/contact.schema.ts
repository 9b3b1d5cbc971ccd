import { z } from "zod";
import { emailField, honeypotField, textField } from "../../platform/text/text.ts";

export const contactSchema = z.object({
  name: textField({ label: "Name", empty: "Enter your name", max: 100 }),
  email: emailField,
  message: textField({ label: "Message", empty: "Enter your message", max: 5000, multiline: true }),
  nickname2: honeypotField,
});

export type ContactFields = z.input<typeof contactSchema>;

export const contactLabels = {
  name: "Name",
  email: "Email",
  message: "Message",
} as const satisfies Record<Exclude<keyof ContactFields, "nickname2">, string>;
