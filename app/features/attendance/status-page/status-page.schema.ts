import { waitlistSchema } from "../sign-up/waitlist.schema.ts";

export const nameSchema = waitlistSchema.pick({ name: true });

export const partySchema = waitlistSchema.pick({ party: true });

export const newAddressSchema = waitlistSchema.pick({ email: true });

export const lostLinkSchema = waitlistSchema.pick({ email: true, nickname2: true });
