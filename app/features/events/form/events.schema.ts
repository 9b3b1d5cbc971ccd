import { z } from "zod";
import { hasLinkSecret } from "../../../platform/text/link-secret.ts";
import { numberText } from "../../../platform/text/number-text.ts";
import { optionalTextField, orNull, slug, textField, textOrNull } from "../../../platform/text/text.ts";
import { momentOfField } from "../../../platform/text/typed-moments.ts";
import { webAddressField } from "../../../platform/text/web-address.ts";
import { typedDay, typedTime } from "../../../platform/text/written-moments.ts";
import { toBringLabel } from "../event/arrival.tsx";
import { meetings, precisions, statuses, visibilities } from "../event/event-states.ts";
import { datesOf } from "../event/event-times.ts";
import { admissionChoices, admissionLabels, givesSpotsHere } from "./admission.tsx";
import { coHostsField } from "./co-hosts.schema.ts";

const badKey = "Use lower-case letters, digits and single hyphens, at most 80";

const wholeNumber = (max: number) => {
  const message = `Enter a whole number from 1 to ${numberText(max)}`;
  return z.number({ invalid_type_error: message }).int(message).min(1, message).max(max, message).optional();
};

const count = (max: number) => wholeNumber(max).transform(orNull);

export const dateText = z.string({ invalid_type_error: "Enter a date" }).trim().transform(typedDay).optional();
export const timeText = z.string({ invalid_type_error: "Enter a time" }).trim().transform(typedTime).optional();

export const keyText = z
  .string({ required_error: "Enter a key", invalid_type_error: badKey })
  .trim()
  .max(80, badKey)
  .regex(slug, badKey)
  .refine((key) => !hasLinkSecret(key), "Enter a shorter last word: only links of events by link end like this");

const badSeries = "Choose a series that exists";

export const badPlace = "Choose a place that exists";

const badMainEvent = "Choose an event that exists";

const badMoment = "Enter a date and a time like 2027-05-20 18:00";
const momentText = z
  .string({ invalid_type_error: badMoment })
  .trim()
  .refine((text) => momentOfField(text) !== null, badMoment)
  .optional();

const fields = z.object({
  title: textField({ label: "Title", empty: "Enter a title", max: 200 }),
  key: keyText.optional(),
  date_precision: z.enum(precisions, { required_error: "Choose how much of the date is known" }),
  date: dateText,
  start: timeText,
  end: timeText,
  end_date: dateText,
  time_note: textOrNull("Note beside the date", 200),
  place_id: z.string({ invalid_type_error: badPlace }).uuid(badPlace).optional().transform(orNull),
  place: optionalTextField("Place", 200),
  place_note: textOrNull("Note beside the place", 200),
  meets: z.enum(meetings, { invalid_type_error: "Choose where people meet" }).default("room"),
  attendee_limit: count(1_000_000),
  online_limit: count(1_000_000),
  summary: textField({ label: "Summary", empty: "Enter a summary", max: 500 }),
  about: optionalTextField("Text", 20_000, true),
  co_hosts: coHostsField,
  recap: textOrNull("What happened", 2000, true),
  recap_url: webAddressField({ tooLong: "The link must be at most 2,048 characters" }).optional().transform(orNull),
  ticket_url: webAddressField({
    tooLong: "The link must be at most 2,048 characters",
    isSecure: true,
  }).optional(),
  admission: z.enum(admissionChoices).default("interest"),
  sign_up_opens_at: momentText,
  sign_up_closes_at: momentText,
  party_limit: wholeNumber(10),
  offer_hours: wholeNumber(168),
  ask_days: count(14),
  tells_undecided: z.boolean().default(false),
  for_people_of: z.string({ invalid_type_error: badMainEvent }).uuid(badMainEvent).optional().transform(orNull),
  to_bring: textOrNull(toBringLabel, 300),
  tab_order: count(1000),
  tab_label: textOrNull("Label of the tab", 60),
  series_id: z.string({ invalid_type_error: badSeries }).uuid(badSeries).optional().transform(orNull),
  status: z.enum(statuses).default("scheduled"),
  is_published: z.boolean().default(false),
  visibility: z.enum(visibilities, { invalid_type_error: "Choose who sees it" }).default("public"),
  scope: z.enum(["this", "later"], { invalid_type_error: "Choose what is changed" }).default("this"),
});

/** Schema of the event form, with cross-field checks of the date (in Honolulu time) and of how people sign up. */
export const eventSchema = fields.superRefine((event, issues) => {
  const refuse = (field: keyof typeof event, message: string) =>
    issues.addIssue({ code: "custom", path: [field], message });
  const dates = datesOf(event);
  if ("field" in dates) refuse(dates.field, dates.message);
  if (!event.place_id && !event.place) refuse("place", "Choose a place above, or enter one here");
  if (event.place_id && event.place) refuse("place", "Leave it empty, or choose “Somewhere else” above");
  const { admission, ticket_url, attendee_limit, sign_up_opens_at: opens, sign_up_closes_at: closes } = event;
  if (admission === "elsewhere" && !ticket_url) {
    refuse("ticket_url", "Enter the ticket link, or choose “Interest only”");
  }
  if (admission !== "elsewhere" && ticket_url) {
    refuse("ticket_url", "Leave the ticket link empty, or choose “Tickets on another site”");
  }
  const givesSpots = givesSpotsHere(admission);
  if (givesSpots && attendee_limit === null) {
    refuse("attendee_limit", "Enter the number of spots");
  }
  if (givesSpots && event.meets === "both" && event.online_limit === null) {
    refuse("online_limit", "Enter the number of spots online");
  }
  if (event.meets !== "both" && event.online_limit !== null) {
    refuse("online_limit", "Leave it empty, or choose “In a room and online”");
  }
  if (event.for_people_of) {
    if (admission !== "here")
      refuse("for_people_of", "Choose “Everybody can sign up”, or free reservations on this site");
    if ((event.party_limit ?? 1) > 1) {
      refuse("party_limit", "Enter 1: people with a reservation at another event take one spot each");
    }
  }
  const [opensAt, closesAt] = [opens, closes].map((text) => text && momentOfField(text));
  if (opensAt && closesAt && closesAt <= opensAt) {
    refuse("sign_up_closes_at", "Sign-up must close after it opens");
  }
  const startsAt = "field" in dates ? null : dates.starts_at;
  if (closesAt && startsAt && givesSpots && Date.parse(closesAt) > Date.parse(startsAt)) {
    if (event.date_precision === "exact") refuse("sign_up_closes_at", "Sign-up must close by the start of the event");
    if (event.date_precision === "day") {
      refuse(
        "sign_up_closes_at",
        "Sign-up must close by midnight before the event. Enter a start time to close it later",
      );
    }
  }
});

export type EventInput = z.output<typeof eventSchema>;
export type EventFields = z.input<typeof eventSchema>;

export const eventLabels = {
  title: "Title",
  status: "State",
  is_published: "Visitors see this event",
  visibility: "Who sees it",
  date_precision: "How much of the date is known",
  date: "Date",
  start: "Start time",
  end: "End time",
  end_date: "Last day",
  time_note: "Note beside the date",
  meets: "Where people meet",
  place_id: "Place",
  place: "Somewhere else",
  place_note: "Note beside the place",
  attendee_limit: "Attendee limit",
  online_limit: "Attendee limit online",
  summary: "Summary",
  about: "Text",
  co_hosts: "Co-hosts",
  ...admissionLabels,
  to_bring: toBringLabel,
  recap: "What happened",
  recap_url: "Link to photos or slides",
  tab_order: "Position among the tabs of Special Events",
  tab_label: "Label of the tab and of the waitlist",
  series_id: "Series",
} as const satisfies Partial<Record<keyof EventFields, string>>;
