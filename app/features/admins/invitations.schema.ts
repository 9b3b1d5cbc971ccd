import { z } from "zod";
import { roles } from "../../admin/roles.ts";
import { othersEmailField } from "../../platform/text/text.ts";

export const invitationSchema = z.object({
  email: othersEmailField,
  role: z.enum(roles, { errorMap: () => ({ message: "Choose a role" }) }).default("editor"),
});
