// Our own files as other programs write them again: what they add, drop and say otherwise, in wording of our own.
import { readCsv } from "../../app/admin/csv-reader.ts";

const hour = 3600 * 1000;

/** The lines of a calendar without folds. */
const linesOf = (text: string) =>
  text
    .replace(/\r\n[ \t]/g, "")
    .split("\r\n")
    .filter(Boolean);

/** Folds each line at 75 octets, as RFC 5545 wants it. */
const folded = (lines: string[]) =>
  lines
    .flatMap((line) => {
      const parts = [""];
      for (const letter of line) {
        const part = parts.at(-1) ?? "";
        if (Buffer.byteLength(part + letter) > 74) parts.push(` ${letter}`);
        else parts[parts.length - 1] = part + letter;
      }
      return parts;
    })
    .map((line) => `${line}\r\n`)
    .join("");

/** Rewrites each line of the events; `null` drops it. */
function rewritten(
  text: string,
  head: string[],
  more: string[],
  rewrite: (name: string, line: string) => string | null,
) {
  let isInside = false;
  return folded(
    linesOf(text).flatMap((line) => {
      const name = /^[A-Z-]+/.exec(line)?.[0] ?? "";
      if (line === "BEGIN:VCALENDAR") return [line, ...head];
      if (line === "BEGIN:VEVENT") isInside = true;
      if (line === "END:VEVENT") {
        isInside = false;
        return [...more, line];
      }
      return isInside ? (rewrite(name, line) ?? []) : line;
    }),
  );
}

/** A time in UTC as one of Honolulu with the name of its zone; days stay as they are. */
function inZone(line: string, zone: string): string {
  const [, name, time] = /^(DTSTART|DTEND):(\d{8}T\d{6})Z$/.exec(line) ?? [];
  if (!name || !time) return line;
  const iso = time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/, "$1-$2-$3T$4:$5:$6Z");
  const local = new Date(Date.parse(iso) - 10 * hour).toISOString().replace(/[-:]|\.000Z/g, "");
  return `${name};TZID=${zone}:${local}`;
}

const zoneOf = (id: string) => [
  ...["BEGIN:VTIMEZONE", `TZID:${id}`, "BEGIN:STANDARD", "DTSTART:16010101T000000", "TZOFFSETFROM:-1000"],
  ...["TZOFFSETTO:-1000", "END:STANDARD", "END:VTIMEZONE"],
];

export const rewritings: Record<string, (text: string) => string> = {
  Google: (text) =>
    rewritten(
      text,
      ["CALSCALE:GREGORIAN", "X-WR-TIMEZONE:Pacific/Honolulu"],
      ["CREATED:20261101T000000Z", "LAST-MODIFIED:20261102T000000Z", "TRANSP:OPAQUE"],
      (name, line) => (["URL", "CATEGORIES", "GEO"].includes(name) ? null : line),
    ),
  Apple: (text) =>
    rewritten(
      text,
      ["CALSCALE:GREGORIAN", ...zoneOf("Pacific/Honolulu")],
      [
        "X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC",
        ...["BEGIN:VALARM", "UID:alarm", "TRIGGER:-PT1H", "DESCRIPTION:Reminder", "ACTION:DISPLAY", "END:VALARM"],
      ],
      (name, line) =>
        name === "URL" ? line.replace(/^URL[^:]*:/, "URL;VALUE=URI:") : inZone(line, "Pacific/Honolulu"),
    ),
  Outlook: (text) =>
    rewritten(
      text,
      ["X-MS-OLK-FORCEINSPECTOROPEN:TRUE", ...zoneOf("Hawaiian Standard Time")],
      [
        ...["CLASS:PUBLIC", "PRIORITY:5", "TRANSP:OPAQUE", "X-MICROSOFT-CDO-BUSYSTATUS:BUSY"],
        "X-ALT-DESC;FMTTYPE=text/html:<html><body><p>The same in HTML</p></body></html>",
      ],
      (name, line) => {
        if (name === "DESCRIPTION") return `${line}\\n`;
        if (name === "SUMMARY") return line.replace(/^SUMMARY/, "SUMMARY;LANGUAGE=en-us");
        return ["URL", "CATEGORIES", "GEO"].includes(name) ? null : inZone(line, '"Hawaiian Standard Time"');
      },
    ),
};

/** A CSV file as Excel saves it again: with semicolons, or as "Unicode text". */
export function savedAgain(text: string): Record<string, string | Uint8Array> {
  const read = readCsv(text, 10_000);
  const rows = "lines" in read ? read.lines.map(({ cells }) => cells) : [];
  const written = (separator: string) =>
    rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)).join("\r\n");
  return {
    "with semicolons": `sep=;\r\n${written(";")}`,
    "as Unicode text": Uint8Array.from(Buffer.from(`\ufeff${written("\t")}`, "utf16le")),
  };
}
