import { dayInMilliseconds } from "../../../platform/text/honolulu.ts";

/** 24 hours later: so long can leaving be undone and a new address be confirmed. */
export const dayAfter = (at: string) => new Date(Date.parse(at) + dayInMilliseconds).toISOString();
