import { emailField } from "../../platform/text.ts";
import { roleSchema } from "./role.schema.ts";

export const addAdminSchema = roleSchema.extend({ email: emailField });
