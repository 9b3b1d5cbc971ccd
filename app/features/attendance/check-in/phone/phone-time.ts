import { zone } from "../../../../community.ts";

// A phone's own Intl weighs nothing, and knows every zone; on Workers it costs too much for site-time.ts.
const format = (at: Date, timeZoneName?: "short") =>
  new Intl.DateTimeFormat("en-US", { timeZone: zone.name, hour: "numeric", minute: "2-digit", timeZoneName })
    .format(at)
    .replaceAll("\u202f", " ");

/** 7:02 PM */
export const clockTime = (at: Date) => format(at);
/** 7:02 PM HST */
export const zonedClockTime = (at: Date) => format(at, "short");
