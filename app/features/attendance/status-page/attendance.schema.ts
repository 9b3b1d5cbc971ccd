import { z } from "zod";
import { optionalTextField } from "../../../platform/text/text.ts";

/** The name on the page about somebody's attendance; without one the page names nobody. */
export const attendanceSchema = z.object({ name: optionalTextField("Name", 100) });
