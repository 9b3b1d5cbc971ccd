import { z } from "zod";
import { textField } from "../../../platform/text/text.ts";
import { attendsField, correctionSchema } from "../sign-up/waitlist.schema.ts";

const badParty = "Enter a whole number from 1 to 10";

const party = z
  .number({ required_error: badParty, invalid_type_error: badParty })
  .int(badParty)
  .min(1, badParty)
  .max(10, badParty);

export const personSchema = correctionSchema.extend({ party, attends: attendsField });

export const partySchema = z.object({ party });

export const reasonSchema = z.object({
  reason: textField({ label: "Reason", empty: "Enter the reason", max: 200 }),
});
