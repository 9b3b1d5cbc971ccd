import { z } from "zod";
import { optionalTextField } from "../../../platform/text/text.ts";

/** The name to show on the attendance page; optional. */
export const attendanceSchema = z.object({ name: optionalTextField("Name", 100) });
