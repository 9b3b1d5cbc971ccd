import { z } from "zod";
import { readCode } from "./recovery-codes.ts";

const typed = z.string().max(60, "This is too long for a code").optional();

/** Each field accepts either kind of code; phones show a numeric keypad for the first. */
const codeFields = z.object({ code: typed, recovery: typed });

/** Returns the code typed into either field; null if it is not a code. */
export const codeIn = ({ code, recovery }: z.output<typeof codeFields>) => readCode(recovery || code || "");

export const noCode = "Enter the 6 digits that your authenticator app shows, or a recovery code";

export const codeSchema = codeFields.extend({
  /** A form that was sent before the second factor was verified. */
  sealed: z.string().optional(),
});

export const proofSchema = codeFields.extend({
  password: z
    .string({ required_error: "Enter your password", invalid_type_error: "Enter your password" })
    .max(1000, "Password must be at most 1,000 characters"),
});
