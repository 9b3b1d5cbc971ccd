import { waitlistSchema } from "../waitlist/waitlist.schema.ts";

/** What people may correct of their own entry. */
export const nameSchema = waitlistSchema.pick({ name: true });
