import { z } from "zod";
import { emailField } from "../../platform/text.ts";

export const addAdminSchema = z.object({ email: emailField });
