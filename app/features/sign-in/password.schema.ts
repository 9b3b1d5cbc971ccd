import { z } from "zod";
import { lengthOf } from "../../platform/text/text.ts";

const most = 1000;
const tooLong = "Password must be at most 1,000 characters";
const noCurrent = "Enter your current password";
const noNext = "Enter a new password";

/** The auth server has a lower limit, which it reports itself. */
const next = z
  .string({ required_error: noNext, invalid_type_error: noNext })
  .max(most, tooLong)
  .refine((text) => lengthOf(text) >= 12, "Enter at least 12 characters");

export const passwordSchema = z.object({
  current: z.string({ required_error: noCurrent, invalid_type_error: noCurrent }).max(most, tooLong),
  next,
});

/** For a person who has no password yet, or has forgotten it. */
export const newPasswordSchema = z.object({ next });
