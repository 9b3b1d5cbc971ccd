import { z } from "zod";
import { emailField } from "../../platform/text.ts";

export const ownAddressSchema = z.object({ email: emailField });
