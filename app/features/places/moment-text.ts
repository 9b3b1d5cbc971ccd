import { dayInMilliseconds, honoluluDay, honoluluTime } from "../../platform/honolulu.ts";

/** May 20, 2027, 9:00 AM HST */
export const momentText = (at: string) => `${honoluluDay(new Date(at))}, ${honoluluTime(new Date(at))} HST`;

/** 24 hours later: so long can leaving be undone and a new address be confirmed. */
export const dayAfter = (at: string) => new Date(Date.parse(at) + dayInMilliseconds).toISOString();
