import { z } from "zod";
import { emailField } from "../../platform/text/text.ts";

const noPassword = "Enter your password";

export const signInSchema = z.object({
  email: emailField,
  password: z
    .string({ required_error: noPassword, invalid_type_error: noPassword })
    .max(1000, "Password must be at most 1,000 characters"),
  /** A form that was sent after the session had ended. */
  sealed: z.string().optional(),
});
