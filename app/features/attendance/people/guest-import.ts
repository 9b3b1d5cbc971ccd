import { broughtLine } from "../../../admin/brought-text.ts";
import type { CsvLine } from "../../../admin/csv-reader.ts";
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
import { correctionSchema } from "../sign-up/waitlist.schema.ts";

const fields: ImportField[] = [
  {
    name: "name",
    label: "Name",
    short: "Name",
    headers: ["name", "fullname", "guestname", "attendeename", "attendee", "guest", "who", "firstname", "givenname"],
  },
  {
    name: "last_name",
    label: "Last name",
    short: "Last name",
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
    const name = line
      .replace(found, " ")
      .replace(mark, "")
      .replace(/[<>,;"\t]+/g, " ")
      .trim();
    const cells = [name, found];
    return cells.some(Boolean) ? [{ line: at + 1, cells, count: 2, isBroken: false }] : [];
  });
  if (people.length > mostLines) return { fault: `The list has more than ${numberText(mostLines)} lines. Split it.` };
  return people.length > 0 ? { columns: ["Name", "Email"], lines: people } : { fault: "The list is empty." };
}

function check({
  name: first = "",
  last_name: last = "",
  email: written = "",
}: Readonly<Record<string, string>>): CheckedLine {
  // "kai@" is an address that is not whole, and no name.
  const said = written || [first, last].find((each) => each.includes("@"));
  const read = said ? readAddress(said) : null;
  if (read && "reason" in read) return read;
  const email = read?.email;
  const given = { name: broughtLine(`${first} ${last}`) || (email?.replace(/@.*$/, "") ?? "") };
  const { data, error } = correctionSchema.pick({ name: true }).safeParse(given);
  if (!data) return { reason: faultOf(error, given) };
  return { checked: data, key: email?.toLowerCase() ?? `\n${fold(data.name)}`, ...(email ? { email } : {}) };
}

/** Whether a list is one of people who came: from the hour at which check-in opens. @param starts ISO */
export const hasCome = (starts: string | null, now: Date) =>
  starts !== null && Date.parse(starts) - 2 * 3_600_000 <= now.getTime();

const stateText = (value: unknown) => (value === "came" ? "Came" : "Not checked in");

/** People on a list on paper: who came to an event, or who is coming. */
export const guestImport: ImportNoun = {
  kind: "guests",
  fields,
  changes: { came: { label: "Check-in", text: stateText } },
  file: {
    label: "CSV file or plain list",
    accept: ".csv,.tsv,.txt,.json,text/csv,text/plain",
    others: "A plain list has a person a line: a name, and an email address if there is one.",
  },
  read: async (text) => readNames(text),
  check,
};
