import { excerptOf } from "../../admin/excerpt.ts";
import type { CheckedLine, ImportNoun } from "../../admin/import-noun.ts";
import { readAddress } from "../../admin/written-address.ts";
import { dateFaultText, instantOfMoment, readMoment } from "../../platform/text/written-moments.ts";
import { fixedOffset } from "../../platform/text/zoned-time.ts";

const utc = fixedOffset(0);

/** Imports newsletter subscribers. Names and other columns are dropped: the list does not store them. */
export const subscriberImport: ImportNoun = {
  kind: "subscribers",
  fields: [
    {
      name: "email",
      label: "Email address",
      short: "Email",
      isRequired: true,
      headers: ["emailaddress", "email", "subscriberemail", "attendeeemail", "guestemail", "mail"],
    },
    {
      name: "subscribed_at",
      label: "When they subscribed",
      short: "Subscribed",
      isDate: true,
      hint: "Dates with or without a time; times without a zone are UTC",
      headers: [
        "optintime",
        "confirmtime",
        "createdat",
        "creationdate",
        "subscribedat",
        "subscribed",
        "orderdate",
        "datecreated",
      ],
    },
  ],
  check({ email: written = "", subscribed_at: subscribed = "" }, { day_order: order } = {}): CheckedLine {
    if (/^[=@＝＠]/.test(written))
      return { reason: "The email address begins with “=” or another character that spreadsheets read as a formula." };
    const address = readAddress(written);
    if ("reason" in address) return address;
    const { email } = address;
    const moment = subscribed ? readMoment(subscribed, order === "unknown" ? undefined : order) : null;
    if (moment && "fault" in moment)
      return { reason: `When they subscribed: ${dateFaultText(moment, excerptOf(subscribed))}` };
    const at = moment && new Date(instantOfMoment(moment, utc)).toISOString();
    return { checked: { subscribed_at: at }, key: email.toLowerCase(), email };
  },
};
