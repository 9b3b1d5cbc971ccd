import { z } from "zod";
import { broughtLine, broughtText } from "../../../admin/brought-text.ts";
import { excerptOf } from "../../../admin/excerpt.ts";
import {
  type CheckedLine,
  type FileChoices,
  faultOf,
  type HeldKind,
  type ImportField,
  type ImportNoun,
} from "../../../admin/import-noun.ts";
import { longDay, zoneNames } from "../../../platform/text/site-time.ts";
import { lengthOf } from "../../../platform/text/text.ts";
import { frequencies, keyOfSeriesName, ruleText } from "../../series/series.ts";
import { dateAndTime, dateOf, type EventDates, timeOf } from "../event/event.ts";
import { precisions, statusLabels } from "../event/event-states.ts";
import { datesOf } from "../event/event-times.ts";
import { suggestedEventKey } from "../form/event-key.ts";
import { eventSchema } from "../form/events.schema.ts";
import { readDates } from "./imported-dates.ts";
import { isMeetingLink, readPlace } from "./imported-place.ts";

const shownDates = z.object({
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  date_precision: z.enum(precisions),
});

const datesText = (value: unknown) => {
  const dates: EventDates = { ...shownDates.parse(value), over_at: null, time_note: null, status: "scheduled" };
  return dateAndTime(dateOf(dates), timeOf(dates));
};

const longestSummary = 500;

function summaryOf(summary: string, about: string, title: string): string {
  const text = (summary || about || title).replace(/\s+/g, " ");
  return lengthOf(text) <= longestSummary ? text : `${[...text].slice(0, longestSummary - 1).join("")}…`;
}

const seriesRule = z.object({
  name: z.string(),
  frequency: z.enum(frequencies),
  weekday: z.number(),
  every_weeks: z.number().nullable(),
  week_of_month: z.number().nullable(),
  first_day: z.string(),
  last_day: z.string().nullable(),
  left_out: z.array(z.string()),
});

const isNumber = /^[\d,]{1,9}$/;

/** The maximum length of a UID, which identifies the event in later imports; longer ones are dropped. */
const longestUid = 255;

const fields: ImportField[] = [
  {
    name: "title",
    label: "Title",
    isRequired: true,
    headers: ["title", "eventname", "eventtitle", "subject", "name", "summary"],
  },
  {
    name: "start",
    label: "Start",
    isDate: true,
    hint: `A day, with or without a time, like 2027-05-20 18:00 or 5/20/2027 6:00 PM; times without a zone are ${zoneNames}. Without a start the date is to be announced.`,
    headers: [
      ...["startsat", "dtstart", "start", "startat", "eventstart", "startdatetime", "eventstartdatetime", "startdate"],
      ...["eventstartdate", "date", "eventdate", "datetime", "day", "starttime", "eventstarttime"],
    ],
  },
  {
    name: "start_time",
    label: "Start time",
    hint: "Where it is in a column of its own",
    headers: ["starttime", "eventstarttime", "begintime", "time"],
  },
  {
    name: "end",
    label: "End",
    isDate: true,
    headers: [
      ...["endsat", "dtend", "end", "endat", "eventend", "enddatetime", "eventenddatetime", "enddate", "eventenddate"],
      ...["endtime", "eventendtime"],
    ],
  },
  {
    name: "end_time",
    label: "End time",
    hint: "Where it is in a column of its own",
    headers: ["endtime", "eventendtime"],
  },
  {
    name: "place",
    label: "Place",
    hint: "A link in it becomes the join link, which only people with a spot see",
    headers: ["place", "location", "venue", "venuename", "eventvenuename", "eventlocation", "where", "address"],
  },
  { name: "summary", label: "Summary", headers: ["summary", "excerpt", "subtitle"] },
  {
    name: "about",
    label: "Text",
    headers: ["about", "description", "eventdescription", "details", "notes"],
  },
  {
    name: "link",
    label: "Ticket link",
    short: "Link",
    headers: ["ticketurl", "url", "eventurl", "link", "eventlink", "website", "eventwebsite"],
  },
  { name: "note", label: "Note", isInternal: true, headers: ["xnote"] },
  { name: "problem", label: "Problem", isInternal: true, headers: ["xproblem"] },
  { name: "sequence", label: "Version", isInternal: true, headers: ["sequence"] },
  {
    name: "repeats",
    label: "How it repeats",
    short: "Repeats",
    isRare: true,
    hint: "A line that repeats is refused: make a series of it here",
    headers: ["rrule", "recurrence", "repeats"],
  },
  {
    name: "uid",
    label: "Unique ID",
    isRare: true,
    hint: "By this we find an event again: the UID of a calendar file or of a file of this site, or the key of an event here",
    headers: ["uid", "key"],
  },
  {
    name: "status",
    label: "Status",
    isRare: true,
    hint: "Canceled, postponed or tentative; other words are passed over",
    headers: ["status", "eventstatus"],
  },
  {
    name: "private",
    label: "Private",
    isRare: true,
    headers: ["private", "class", "sensitivity", "visibility"],
  },
  {
    name: "all_day",
    label: "All day",
    isRare: true,
    headers: ["alldayevent", "allday", "isallday"],
  },
  {
    name: "join_link",
    label: "Join link",
    isRare: true,
    headers: ["joinlink", "joinurl", "conference"],
  },
  { name: "time_note", label: "Note beside the date", short: "Note", isRare: true, headers: ["timenote"] },
  {
    name: "precision",
    label: "How much of the date is known",
    short: "Known",
    isRare: true,
    hint: "As the files of this site say it: exact, day, month, quarter or tba",
    headers: ["dateprecision"],
  },
  { name: "meets", label: "Room or online", short: "Meets", isRare: true, headers: ["meets"] },
  {
    name: "limit",
    label: "Limit of attendees",
    short: "Limit",
    isRare: true,
    headers: ["attendeelimit", "capacity", "maxattendees"],
  },
  { name: "co_hosts", label: "Co-hosts", isRare: true, headers: ["cohosts"] },
  { name: "recap", label: "What happened", short: "Recap", isRare: true, headers: ["recap"] },
  { name: "recap_url", label: "Link to what happened", short: "Recap link", isRare: true, headers: ["recapurl"] },
  { name: "series_rule", label: "Rule", isInternal: true, headers: ["xseries"] },
  { name: "series_day", label: "Day of the rule", short: "Day", isInternal: true, headers: ["xseriesday"] },
  { name: "later", label: "Later", isInternal: true, headers: ["xlater"] },
  { name: "series", label: "Series", isRare: true, headers: ["series"] },
];

type Texts = Readonly<Record<string, string>>;

function statusOf(text: string): "scheduled" | "cancelled" | "postponed" | "tentative" | null {
  const word = text.trim().toLowerCase();
  if (/^cancell?ed$/.test(word)) return "cancelled";
  if (word === "confirmed") return "scheduled";
  return word === "postponed" || word === "tentative" || word === "scheduled" ? word : null;
}

const isPrivate = (text: string) => /^(?:private|confidential|personal|true|yes|1)$/i.test(text.trim());

/** Links of Markdown, and bare addresses. */
const links = /\[((?:[^[\]\n\\]|\\.){1,300})\]\((https?:\/\/[^\s()]+)\)|\bhttps?:\/\/[^\s<>"')\]]+/gi;

function withoutMeetingLinks(text: string): { text: string; link?: string } {
  let link: string | undefined;
  const kept = text.replace(links, (found: string, label: string | undefined, address = found) => {
    if (!isMeetingLink(address)) return found;
    link ??= address.replace(/[.,;:]+$/, "");
    return [label ?? "", "(the link is for people with a spot)"].filter(Boolean).join(" ");
  });
  return { text: kept, link };
}

function placeAndText(texts: Texts) {
  const { place = "", join_link: conference = "", meets: given = "", link = "" } = texts;
  const about = withoutMeetingLinks(broughtText(texts.about ?? ""));
  const where = readPlace(place, conference || about.link || (isMeetingLink(link) ? link : ""));
  const isGiven = given === "room" || given === "online" || given === "both";
  const notes = [
    ...(where.joinLink ? ["The link to join is kept apart: only people with a spot see it."] : []),
    ...(where.hadPassword ? ["A meeting ID or password in the place was left out."] : []),
    ...(about.link ? ["A link to a meeting was taken out of the text."] : []),
  ];
  return {
    where: isGiven && !where.joinLink ? { ...where, place: broughtLine(place, ", "), meets: given } : where,
    about: about.text,
    notes,
  };
}

function checkEvent(texts: Texts, choices: FileChoices): CheckedLine {
  const title = broughtLine(texts.title ?? "");
  const summary = broughtLine(texts.summary ?? "");
  const { link = "", repeats = "", uid = "", limit = "", problem = "" } = texts;
  if (problem) return { reason: problem };
  if (repeats) return { reason: "It repeats: make a series of it here." };
  const read = readDates(texts, choices);
  if ("reason" in read) return read;
  const { where, about, notes: ofPlace } = placeAndText(texts);
  const status = statusOf(texts.status ?? "");
  const ticket = [link, where.page ?? ""].find((each) => each.startsWith("https://") && !isMeetingLink(each));
  if (limit && !isNumber.test(limit))
    return { reason: `The limit of attendees is not a number: “${excerptOf(limit)}”. Write it like 50.` };
  const given = {
    ...read.dates,
    title,
    place: where.place || "To be announced",
    meets: where.meets,
    summary: summaryOf(summary, about, title),
    about: [about, ticket || isMeetingLink(link) ? "" : link].filter(Boolean).join("\n\n") || undefined,
    admission: ticket ? "elsewhere" : "interest",
    ticket_url: ticket,
    status: status === "tentative" ? "scheduled" : (status ?? "scheduled"),
    time_note: broughtLine(texts.time_note ?? "") || undefined,
    attendee_limit: limit ? Number(limit.replaceAll(",", "")) : undefined,
    co_hosts: texts.co_hosts || undefined,
    recap: broughtText(texts.recap ?? "") || undefined,
    recap_url: texts.recap_url || undefined,
  };
  const { data, error } = eventSchema.safeParse(given);
  if (!data) return { reason: faultOf(error, given) };
  const dates = datesOf(data);
  if ("field" in dates) return { reason: `${dates.message}.` };
  const { place = "" } = data;
  const row = {
    ...{ title: data.title, place, meets: data.meets, summary: data.summary, about: data.about ?? "" },
    ...{ status: data.status, time_note: data.time_note ?? null, attendee_limit: data.attendee_limit ?? null },
    ...{ recap: data.recap ?? null, recap_url: data.recap_url ?? null, co_hosts: data.co_hosts },
  };
  const said = {
    ...{ title, dates: texts.start, place: where.place, summary, about: row.about, ticket_url: data.ticket_url },
    ...{
      status: status === "tentative" ? null : status,
      time_note: data.time_note,
      recap: data.recap,
      recap_url: data.recap_url,
    },
  };
  const rule =
    choices.repeats === "dates" || !texts.series_rule ? null : seriesRule.parse(JSON.parse(texts.series_rule));
  const edition = rule && {
    series: rule,
    series_key: keyOfSeriesName(rule.name) || `series-${rule.first_day}`,
    series_day: texts.series_day ?? "",
  };
  const held = rule && texts.later ? "later" : heldAs(row.status, isPrivate(texts.private ?? ""), choices);
  const notes = [
    `${datesText({ ...dates, date_precision: data.date_precision })}.`,
    ...(rule
      ? [`It becomes an edition of the series “${rule.name}”: ${ruleText(rule)}, from ${longDay(rule.first_day)}.`]
      : []),
    ...read.notes,
    ...ofPlace,
    ...(status === "tentative" ? ["The file says that it is tentative."] : []),
    ...(isPrivate(texts.private ?? "") ? ["The file says that it is private."] : []),
    ...(texts.series ? [`Its series is not brought in: “${broughtLine(texts.series)}”.`] : []),
    ...(texts.note ? texts.note.split("\n") : []),
  ];
  const named = uid && lengthOf(uid) <= longestUid ? uid : null;
  return {
    checked: {
      ...{ ...row, ...dates, date_precision: data.date_precision, ticket_url: data.ticket_url ?? null },
      ...{ key: edition ? `${edition.series_key}-${edition.series_day}` : suggestedEventKey(data.title, data.date) },
      ...{ ...edition, uid: named, held, join_link: where.joinLink ?? null, notes },
      sequence: /^\d{1,9}$/.test(texts.sequence ?? "") ? Number(texts.sequence) : 0,
      says: Object.entries(said).flatMap(([name, text]) => (text ? [name] : [])),
    },
    key: [data.title.toLowerCase(), dates.starts_at, place.toLowerCase(), named].join("\n"),
  };
}

/** Why it comes in only if an admin asks for it; null for most. */
function heldAs(status: string, isPrivate: boolean, { with: chosen = [] }: FileChoices): HeldKind | null {
  if (isPrivate && !chosen.includes("private")) return "private";
  return status === "cancelled" && !chosen.includes("canceled") ? "canceled" : null;
}

/** Describes the import of events; new ones become drafts. */
export const eventImport: ImportNoun = {
  kind: "events",
  fields,
  changes: {
    labels: {
      title: "Title",
      dates: "Date",
      time_note: "Note beside the date",
      place: "Place",
      summary: "Summary",
      about: "Text",
      ticket_url: "Ticket link",
      status: "Status",
      recap: "What happened",
      recap_url: "Link to what happened",
    },
    choices: { status: statusLabels },
    texts: { dates: datesText },
  },
  file: {
    label: "CSV or .ics file",
    accept: ".csv,.tsv,.txt,.json,.ics,text/csv,text/calendar",
    others: "A calendar file may have as many events.",
  },
  async read(text) {
    const { readCalendar } = await import("./ics-reader.ts");
    return readCalendar(text);
  },
  check: (texts, choices = {}) => checkEvent(texts, choices),
};
