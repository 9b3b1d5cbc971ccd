import { numberText } from "../../../platform/text/number-text.ts";

export interface Property {
  line: number;
  name: string;
  /** by name, in upper case, without quotation marks */
  parameters: Map<string, string>;
  value: string;
}

export interface Component {
  line: number;
  name: string;
  properties: Map<string, Property[]>;
  parts: Component[];
}

/** The properties that files write, also in lower case; a line with another such word is a part of a text. */
const knownNames = new Set(
  [
    "begin end prodid version calscale method uid dtstamp dtstart dtend duration summary description location status",
    "class categories comment contact created organizer attendee priority resources sequence transp url geo attach",
    "rrule rdate exdate exrule recurrence-id related-to request-status last-modified due completed percent-complete",
    "tzid tzname tzoffsetfrom tzoffsetto tzurl action trigger repeat freebusy name color image source conference",
    "refresh-interval structured-data styled-description",
  ].flatMap((names) => names.split(" ")),
);

/** The properties whose value may go on in a line that is not indented, as careless programs write it. */
const texts = new Set(["SUMMARY", "DESCRIPTION", "LOCATION", "COMMENT", "X-ALT-DESC"]);

interface Begun {
  line: number;
  name: string;
  parts: string[];
  isEncoded: boolean;
}

const nameOf = (line: string) => /^[A-Za-z][\w-]{0,60}(?=[;:])/.exec(line)?.[0] ?? "";
const isProperty = (name: string) =>
  name !== "" && (knownNames.has(name.toLowerCase()) || /^x-/i.test(name) || name === name.toUpperCase());

/** Yields the properties: folded lines are joined (RFC 5545, 3.1), and so are those that are torn. */
function* propertiesOf(text: string): Generator<Property> {
  let begun: Begun | null = null;
  let isAfterBlank = false;
  let line = 0;
  for (const each of text.replace(/^\ufeff/, "").split(/\r*\n|\r/)) {
    line += 1;
    const goesOn = begun?.isEncoded && begun.parts.at(-1)?.endsWith("=");
    if (begun && goesOn) {
      begun.parts.push((begun.parts.pop() ?? "").slice(0, -1), each.replace(/^[ \t]/, ""));
    } else if (each.trim() === "") {
      isAfterBlank = true;
      continue;
    } else if (begun && /^[ \t]/.test(each) && !isProperty(nameOf(each.trimStart()))) {
      begun.parts.push(isAfterBlank ? each : each.slice(1));
    } else if (begun && /^[ \t]/.test(each) && !isAfterBlank) {
      begun.parts.push(each.slice(1));
    } else {
      const name = nameOf(each.trimStart());
      if (isProperty(name)) {
        if (begun) yield* propertyOf(begun);
        const isEncoded = /;ENCODING=QUOTED-PRINTABLE[;:]/i.test(each.slice(0, 300));
        begun = { line, name: name.toUpperCase(), parts: [each.trimStart()], isEncoded };
      } else if (begun && texts.has(begun.name)) begun.parts.push(`\n${each}`);
    }
    isAfterBlank = false;
  }
  if (begun) yield* propertyOf(begun);
}

/** Where the value begins: behind the first colon that is not between quotation marks. */
function* propertyOf({ line, name, parts, isEncoded }: Begun): Generator<Property> {
  const text = parts.join("");
  const parameters = new Map<string, string>();
  let at = name.length;
  while (text[at] === ";") {
    const equals = text.indexOf("=", at);
    if (equals < 0 || equals - at > 100) return;
    let end = equals + 1;
    while (end < text.length && text[end] !== ";" && text[end] !== ":") {
      if (text[end] === '"') {
        const close = text.indexOf('"', end + 1);
        if (close < 0) return;
        end = close;
      }
      end += 1;
    }
    parameters.set(text.slice(at + 1, equals).toUpperCase(), text.slice(equals + 1, end).replaceAll('"', ""));
    at = end;
  }
  if (text[at] !== ":") return;
  const value = text.slice(at + 1);
  yield { line, name, parameters, value: isEncoded ? quotedPrintable(value) : value };
}

/** Decodes =C5=8D, and also line breaks that are written so. */
function quotedPrintable(text: string): string {
  if (!/^[\t\n\r\x20-\x7e]*$/.test(text)) return text;
  const bytes = text.replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))).replace(/\r\n?/g, "\n");
}

/** The components deeper than this are no calendar's. */
const deepest = 10;

/**
 * Reads the components of a calendar file, also of one that is torn: what begins before the last has ended, and what
 * never ends, is kept. `notes` says so.
 */
export function componentsOf(text: string): { calendars: Component[]; notes: string[] } {
  const root: Component = { line: 0, name: "", properties: new Map(), parts: [] };
  const open = [root];
  let last = 0;
  const notes: string[] = [];
  for (const property of propertiesOf(text)) {
    const { name, line } = property;
    const value = property.value.trim().toUpperCase();
    const isSibling = open.at(-1)?.name === value && (value === "VEVENT" || value === "VCALENDAR");
    last = line;
    if (name === "BEGIN") {
      if (isSibling) open.pop();
      if (isSibling) notes.push(`What begins before line ${numberText(line)} has no end; it was read so far.`);
      const begun: Component = { line, name: value, properties: new Map(), parts: [] };
      if (open.length > deepest) continue;
      open.at(-1)?.parts.push(begun);
      open.push(begun);
    } else if (name === "END") {
      const at = open.findLastIndex((component) => component.name === value);
      if (at > 0) open.length = at;
    } else {
      const { properties } = open.at(-1) ?? root;
      const found = properties.get(name);
      if (found) found.push(property);
      else properties.set(name, [property]);
    }
  }
  if (open.some((component) => component.name === "VEVENT"))
    notes.push(`The file breaks off in line ${numberText(last)}: something may be missing at its end.`);
  return { calendars: root.parts, notes: notes.slice(0, 5) };
}

export const plainText = (value: string) =>
  value.replace(/\\([nN\\,;:"])/g, (_, sign: string) => (sign.toLowerCase() === "n" ? "\n" : sign)).trim();
