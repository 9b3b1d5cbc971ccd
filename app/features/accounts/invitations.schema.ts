import { z } from "zod";
import { roles } from "../../admin/roles.ts";
import { emailField } from "../../platform/text.ts";

export const invitationSchema = z.object({
  email: emailField,
  role: z.enum(roles, { errorMap: () => ({ message: "Choose a role" }) }).default("editor"),
});
