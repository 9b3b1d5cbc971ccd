import { othersEmailField } from "../../platform/text/text.ts";
import { roleSchema } from "./role.schema.ts";

export const addAdminSchema = roleSchema.extend({ email: othersEmailField });
