import { z } from "zod";
import { othersEmailField } from "../../platform/text/text.ts";

/** A person is named by an address, in forms alone: it must not stand in a URL. */
export const personSchema = z.object({ email: othersEmailField });
