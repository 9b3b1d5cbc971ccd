import { z } from "zod";
import { optionalTextField } from "../../../platform/text/text.ts";

export const attendanceSchema = z.object({ name: optionalTextField("Name", 100) });
