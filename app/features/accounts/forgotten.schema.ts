import { z } from "zod";
import { emailField } from "../../platform/text.ts";

export const forgottenSchema = z.object({ email: emailField });
