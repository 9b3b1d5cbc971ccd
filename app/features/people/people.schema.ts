import { z } from "zod";
import { othersEmailField } from "../../platform/text/text.ts";

/** A person is identified by email address, only in form bodies: it must not appear in a URL. */
export const personSchema = z.object({ email: othersEmailField });
