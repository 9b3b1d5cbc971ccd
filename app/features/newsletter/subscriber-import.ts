import { type CheckedLine, type ImportNoun, isFormula } from "../../admin/import-noun.ts";
import { emailField } from "../../platform/text/text.ts";
import { isDay } from "../../platform/text/typed-moments.ts";

const written = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?))? ?(Z|UTC|[+-]\d{2}:?\d{2})?$/i;

/** Reads a time as written in files, as UTC if it has no zone; null if it is invalid. */
export function instantIn(text: string): string | null {
  const [, day = "", time = "00:00", zone = "Z"] = written.exec(text) ?? [];
  const at = new Date(`${day}T${time}${zone.toUpperCase() === "UTC" ? "Z" : zone.toUpperCase()}`);
  return isDay(day) && !Number.isNaN(at.getTime()) ? at.toISOString() : null;
}

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
      hint: "Dates like 2026-05-20, with or without a time. Dates in another form are left out.",
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
  check({ email = "", subscribed_at: subscribed = "" }): CheckedLine {
    if (email === "") return { reason: "It has no email address." };
    if (isFormula(email))
      return { reason: "The email address begins with “=” or another character that spreadsheets read as a formula." };
    const read = emailField.safeParse(email);
    if (!read.success) return { reason: "This is not an email address." };
    const at = instantIn(subscribed);
    return { checked: { subscribed_at: at }, key: read.data.toLowerCase(), email: read.data };
  },
};
