import { z } from "zod";
import { emailField } from "../../platform/text/text.ts";

export const ownAddressSchema = z.object({ email: emailField });
