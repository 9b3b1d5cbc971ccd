import { z } from "zod";
import { roles } from "../../admin/roles.ts";

export const roleSchema = z.object({ role: z.enum(roles) });
