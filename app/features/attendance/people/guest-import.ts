import { broughtLine } from "../../../admin/brought-text.ts";
import type { CsvLine } from "../../../admin/csv-reader.ts";
import { excerptOf } from "../../../admin/excerpt.ts";
import {
  type CheckedLine,
  faultOf,
  guessColumns,
  type ImportedFile,
  type ImportField,
  type ImportNoun,
} from "../../../admin/import-noun.ts";
import { mostLines } from "../../../admin/imported-file.ts";
import { readAddress } from "../../../admin/written-address.ts";
import { fold } from "../../../platform/text/fold.ts";
import { numberText } from "../../../platform/text/number-text.ts";
import { correctionSchema, largestParty } from "../sign-up/waitlist.schema.ts";

const fields: ImportField[] = [
  {
    name: "name",
    label: "Name",
    headers: ["name", "fullname", "guestname", "attendeename", "attendee", "guest", "who", "firstname", "givenname"],
  },
  {
    name: "last_name",
    label: "Last name",
    isRare: true,
    hint: "Where it is in a column of its own",
    headers: ["lastname", "surname", "familyname"],
  },
  {
    name: "email",
    label: "Email address",
    short: "Email",
    headers: ["email", "emailaddress", "attendeeemail", "guestemail", "mail", "address"],
  },
  {
    name: "party",
    label: "Number of people",
    short: "People",
    isRare: true,
    hint: "With the person named; “+2” behind a name is read, too",
    headers: ["party", "partysize", "people", "numberofpeople", "persons", "headcount", "quantity", "tickets"],
  },
];

/** Looked for where a word begins, so that a long line costs no more than its length. */
const address = /(?<![^\s<>,;"])[^\s<>,;"]+@[^\s<>,;"]+/;

/** A number, a bullet or a check mark that lists on paper have before a name. */
const mark = /^\s*(?:\d{1,4}[.):]|[-–•*✓✔☑x☐]|\[[ x✓]?\])\s+/i;

/** Reads a list without a line that names columns: a person a line, each with an address or without. */
export function readNames(text: string): ImportedFile | { fault: string } | null {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n?|\n/);
  const first = lines.find((line) => line.trim() !== "") ?? "";
  const known = guessColumns(first.split(/[,;\t]/), fields);
  if (Object.keys(known).length > 0 || /^\s*(?:[[{<]|sep=|BEGIN:)/i.test(first)) return null;
  const people = lines.flatMap((line, at): CsvLine[] => {
    const [found = ""] = address.exec(line) ?? [];
    const [, said = line, party = ""] = /^(.*\S)\s*[,;\t]\s*(\d{1,4})\s*$/.exec(line) ?? [];
    const name = said
      .replace(found, " ")
      .replace(mark, "")
      .replace(/[<>,;"\t]+/g, " ")
      .trim();
    const cells = [name, found, party];
    return cells.some(Boolean) ? [{ line: at + 1, cells, count: cells.length, isBroken: false }] : [];
  });
  if (people.length > mostLines) return { fault: `The list has more than ${numberText(mostLines)} lines. Split it.` };
  return people.length > 0 ? { columns: ["Name", "Email", "People"], lines: people } : { fault: "The list is empty." };
}

/** How many people a line is about: "3", or "+2" for two more than the one who is named; null for anything else. */
function peopleIn(text: string): number | null {
  const [, more, digits] = /^(\+)?\s?(\d{1,4})$/.exec(text) ?? [];
  const people = Number(digits) + (more ? 1 : 0);
  return people >= 1 && people <= largestParty ? people : null;
}

function check({
  name: first = "",
  last_name: last = "",
  email: written = "",
  party: said = "",
}: Readonly<Record<string, string>>): CheckedLine {
  // "kai@" is an address that is not whole, and no name.
  const addressed = written || [first, last].find((each) => each.includes("@"));
  const read = addressed ? readAddress(addressed) : null;
  if (read && "reason" in read) return read;
  const email = read?.email;
  const whole = broughtLine(`${first} ${last}`);
  const [more = ""] = /\+ ?\d{1,4}$/.exec(whole) ?? [];
  const people = peopleIn(said || more || "1");
  if (people === null)
    return {
      reason: `A line is about 1 to ${largestParty} people: “${excerptOf(said || more)}”. Split it, or write it like 3 or +2.`,
    };
  const name = whole.slice(0, whole.length - more.length).trim();
  const given = { name: name || (email?.replace(/@.*$/, "") ?? "") };
  const { data, error } = correctionSchema.pick({ name: true }).safeParse(given);
  if (!data) return { reason: faultOf(error, given) };
  const notes = people > 1 ? [`${people} people.`] : [];
  const key = email?.toLowerCase() ?? `\n${fold(data.name)}`;
  return { checked: { ...data, people, notes }, key, ...(email ? { email } : {}) };
}

/** Whether a list is one of people who came: from the hour at which check-in opens. @param starts ISO */
export const hasCome = (starts: string | null, now: Date) =>
  starts !== null && Date.parse(starts) - 2 * 3_600_000 <= now.getTime();

const stateText = (value: unknown) => (value === "came" ? "Came" : "Not checked in");

export const guestImport: ImportNoun = {
  kind: "guests",
  fields,
  changes: { labels: { came: "Check-in" }, texts: { came: stateText } },
  file: {
    label: "CSV file or plain list",
    accept: ".csv,.tsv,.txt,.json,text/csv,text/plain",
    others:
      "A plain list has a person a line: a name, an email address if there is one, and the number of people if it is not one, as in “Kai Example +2” or “Kai Example, kai@example.org, 3”.",
  },
  read: async (text) => readNames(text),
  check,
};
