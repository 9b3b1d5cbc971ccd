import { waitlistSchema } from "../sign-up/waitlist.schema.ts";

/** What people may correct of their own entry. */
export const nameSchema = waitlistSchema.pick({ name: true });

export const partySchema = waitlistSchema.pick({ party: true });

export const newAddressSchema = waitlistSchema.pick({ email: true });

/** Whoever has lost the link to their page. */
export const lostLinkSchema = waitlistSchema.pick({ email: true, nickname2: true });
