import type { CsvLine } from "../../../admin/csv-reader.ts";
import type { ImportedFile } from "../../../admin/import-noun.ts";
import { mostLines } from "../../../admin/imported-file.ts";
import { dayInMilliseconds } from "../../../platform/text/honolulu.ts";
import { numberText } from "../../../platform/text/number-text.ts";

const columns = ["SUMMARY", "DTSTART", "DTEND", "LOCATION", "DESCRIPTION", "URL", "RRULE", "UID"];
/** Identifies one occurrence of a repeating event, as all its occurrences share a UID. */
const instance = "RECURRENCE-ID";

/**
 * Reads the events of a calendar file (RFC 5545) as rows, each with the number of its first line; null if the text is
 * not a calendar. Times are formatted as `2027-05-20T18:00`, with a Z if they are UTC; a time in a zone other than
 * Honolulu's keeps its zone, and is later rejected as an invalid date.
 */
export function readCalendar(text: string): ImportedFile | { fault: string } | null {
  if (!/^\ufeff?BEGIN:VCALENDAR\s/i.test(text)) return null;
  const lines: CsvLine[] = [];
  let event: { line: number; values: Map<string, string> } | null = null;
  let inside = 0;
  for (const { line, name, parameters, value } of propertiesOf(text)) {
    if (name === "BEGIN" && value.toUpperCase() === "VEVENT") {
      event = { line, values: new Map() };
      inside = 0;
    } else if (name === "BEGIN") inside += 1;
    else if (name === "END" && value.toUpperCase() !== "VEVENT") inside -= 1;
    else if (name === "END" && event) {
      if (lines.length === mostLines) return { fault: `The file has more than ${numberText(mostLines)} events.` };
      const { values } = event;
      const cells = columns.map((column) => values.get(column) ?? "");
      if (values.has(instance)) cells[columns.indexOf("UID")] += ` ${values.get(instance)}`;
      lines.push({ line: event.line, cells, count: cells.length, isBroken: false });
      event = null;
    } else if (event && inside === 0 && [...columns, instance].includes(name) && !event.values.has(name)) {
      event.values.set(name, name.startsWith("DT") ? momentOf(value, parameters, name === "DTEND") : plain(value));
    }
  }
  return lines.length > 0 ? { columns, lines } : { fault: "There is no event in this calendar file." };
}

interface Property {
  line: number;
  name: string;
  parameters: string;
  value: string;
}

/** Unfolds long lines: a line that begins with a space or tab continues the previous one. */
function* propertiesOf(text: string): Generator<Property> {
  let line = 1;
  let begun = { line, parts: [] as string[] };
  const read = ({ line, parts }: typeof begun): Property[] => {
    const found = /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^";:]*))*):(.*)$/s.exec(parts.join(""));
    return found
      ? [{ line, name: (found[1] ?? "").toUpperCase(), parameters: found[2] ?? "", value: found[3] ?? "" }]
      : [];
  };
  for (const each of text.replace(/^\ufeff/, "").split(/\r\n?|\n/)) {
    if (/^[ \t]/.test(each)) begun.parts.push(each.slice(1));
    else {
      yield* read(begun);
      begun = { line, parts: [each] };
    }
    line += 1;
  }
  yield* read(begun);
}

const plain = (value: string) =>
  value.replace(/\\([nN\\,;])/g, (_, sign: string) => (sign.toLowerCase() === "n" ? "\n" : sign)).trim();

function momentOf(value: string, parameters: string, isEnd: boolean): string {
  const [, year, month, day, hour, minute, utc] =
    /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})\d{2}(Z)?)?$/.exec(value) ?? [];
  if (!year) return value;
  const date = `${year}-${month}-${day}`;
  if (!hour) return isEnd ? dayBefore(date) : date;
  const [, zone = "Pacific/Honolulu"] = /;TZID="?([^";:]+)/i.exec(parameters) ?? [];
  const isKnown = utc || /^(Pacific\/Honolulu|US\/Hawaii|HST)$/i.test(zone);
  return `${date}T${hour}:${minute}${utc ? "Z" : ""}${isKnown ? "" : ` ${zone}`}`;
}

/** The end of an all-day event is exclusive: the first day after it. */
function dayBefore(date: string): string {
  const at = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(at.getTime()) ? date : new Date(at.getTime() - dayInMilliseconds).toISOString().slice(0, 10);
}
