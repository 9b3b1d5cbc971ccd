import { z } from "zod";
import { emailField } from "../../platform/text/text.ts";

export const forgottenSchema = z.object({ email: emailField });
