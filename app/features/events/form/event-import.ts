import { type CheckedLine, formulaIn, type ImportNoun } from "../../../admin/import-noun.ts";
import type { Json } from "../../../platform/database/database.gen.ts";
import { suggestedKey } from "../../../platform/text/suggested-key.ts";
import { lengthOf } from "../../../platform/text/text.ts";
import { dayAndTime } from "../../../platform/text/typed-moments.ts";
import { dateAndTime, dateOf, type EventDates, timeOf } from "../event/event.ts";
import { datesOf } from "../event/event-times.ts";
import { eventSchema } from "./events.schema.ts";
import { readCalendar } from "./ics-reader.ts";

const written = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?)? ?(Z|UTC|[+-]\d{2}:?\d{2})?$/i;

/** Parses a day with an optional time into Honolulu time; null if invalid. A time without a zone is Honolulu's. */
function momentIn(text: string): { day: string; time?: string } | null {
  const [, day, time, zone] = written.exec(text) ?? [];
  if (!day) return null;
  if (!time || !zone) return { day, time };
  const at = new Date(`${day}T${time}${/^(z|utc)$/i.test(zone) ? "Z" : zone}`);
  if (Number.isNaN(at.getTime())) return null;
  const [here, clock] = dayAndTime(at.toISOString());
  return { day: here, time: clock };
}

const datesText = (value: Json) => {
  const dates = { ...(value as object), over_at: null, time_note: null, status: "scheduled" } as EventDates;
  return dateAndTime(dateOf(dates), timeOf(dates));
};

const longestSummary = 500;

function summaryOf(summary: string, about: string, title: string): string {
  const text = (summary || about || title).replace(/\s+/g, " ");
  return lengthOf(text) <= longestSummary ? text : `${[...text].slice(0, longestSummary - 1).join("")}…`;
}

const asText = (value: Json) => String(value ?? "");

/** The maximum length of a UID, which identifies the event in later imports; longer ones are dropped. */
const longestUid = 255;

/** Describes the import of events; new ones become drafts. */
export const eventImport: ImportNoun = {
  kind: "events",
  fields: [
    {
      name: "title",
      label: "Title",
      short: "Title",
      isRequired: true,
      headers: ["title", "eventname", "name", "summary"],
    },
    {
      name: "start",
      label: "Start",
      short: "Start",
      hint: "2027-05-20 18:00, or a day alone; times without a zone are HST. Without a start the date is to be announced.",
      headers: ["startsat", "dtstart", "start", "startat", "starttime", "eventstart", "startdate", "date", "datetime"],
    },
    {
      name: "end",
      label: "End",
      short: "End",
      headers: ["endsat", "dtend", "end", "endat", "endtime", "eventend", "enddate"],
    },
    { name: "place", label: "Place", short: "Place", headers: ["place", "location", "venue", "venuename", "address"] },
    { name: "summary", label: "Summary", short: "Summary", headers: ["summary", "excerpt", "subtitle"] },
    { name: "about", label: "Text", short: "Text", headers: ["about", "description", "details"] },
    {
      name: "link",
      label: "Ticket link",
      short: "Link",
      headers: ["ticketurl", "url", "eventurl", "link", "eventlink"],
    },
    {
      name: "repeats",
      label: "How it repeats",
      short: "Repeats",
      hint: "A line that repeats is refused: make a series of it here",
      headers: ["rrule", "recurrence", "repeats"],
    },
    {
      name: "uid",
      label: "Unique ID",
      short: "Unique ID",
      hint: "By this we find an event again: the UID of a calendar file or of a file of this site, or the key of an event here",
      headers: ["uid", "key"],
    },
  ],
  changes: {
    title: { label: "Title", text: asText },
    dates: { label: "Date", text: datesText },
    place: { label: "Place", text: asText },
    summary: { label: "Summary", text: asText },
    about: { label: "Text", text: asText },
    ticket_url: { label: "Ticket link", text: asText },
  },
  read: readCalendar,
  check(texts): CheckedLine {
    const formula = formulaIn(eventImport, texts);
    if (formula)
      return {
        reason: `${formula.label}: it begins with “=” or another character that spreadsheets read as a formula.`,
      };
    const {
      title = "",
      start = "",
      end = "",
      place = "",
      summary = "",
      about = "",
      link = "",
      repeats = "",
      uid = "",
    } = texts;
    if (repeats) return { reason: "It repeats: make a series of it here." };
    const [from, to] = [momentIn(start), momentIn(end)];
    if (start && !from) return { reason: "The start is not a date like 2027-05-20 18:00." };
    if (end && !to) return { reason: "The end is not a date like 2027-05-20 20:00." };
    const isSecure = link.startsWith("https://");
    const { data, error } = eventSchema.safeParse({
      title,
      place: place || "To be announced",
      summary: summaryOf(summary, about, title),
      about: [about, isSecure ? "" : link].filter(Boolean).join("\n\n") || undefined,
      date_precision: from ? (from.time ? "exact" : "day") : "tba",
      date: from?.day,
      start: from?.time,
      end: from?.time && to?.time,
      end_date: from && to && (from.time ? to.time : true) && to.day !== from.day ? to.day : undefined,
      admission: isSecure ? "elsewhere" : "interest",
      ticket_url: isSecure ? link : undefined,
    });
    if (!data) return { reason: `${error.issues[0]?.message ?? "It cannot be read"}.` };
    const key = suggestedKey(data.title);
    if (!key) return { reason: "No key can be made of the title: create this event by hand." };
    const dates = datesOf(data);
    if ("field" in dates) return { reason: `${dates.message}.` };
    const row = { title: data.title, place: data.place, summary: data.summary, about: data.about ?? "" };
    const said = { title, dates: start, place, summary, about: row.about, ticket_url: data.ticket_url };
    return {
      checked: {
        ...{ ...row, ...dates, key, date_precision: data.date_precision, ticket_url: data.ticket_url ?? null },
        uid: uid && lengthOf(uid) <= longestUid ? uid : null,
        says: Object.entries(said).flatMap(([name, text]) => (text ? [name] : [])),
      },
      key: `${data.title.toLowerCase()} ${dates.starts_at}`,
    };
  },
};
