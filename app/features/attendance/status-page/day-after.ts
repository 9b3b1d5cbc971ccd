import { dayInMilliseconds } from "../../../platform/text/site-time.ts";

/** 24 hours later: the deadline to undo leaving or to confirm a new address. */
export const dayAfter = (at: string) => new Date(Date.parse(at) + dayInMilliseconds).toISOString();
