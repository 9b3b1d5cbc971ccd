import { excerptOf } from "../../admin/excerpt.ts";
import { inWords } from "../../admin/fields.ts";
import type { ImportNoun } from "../../admin/import-noun.ts";
import type { Database, Json } from "../../platform/database/database.gen.ts";

export type Refusal = Database["public"]["Enums"]["import_refusal"];

export const refusals: Record<Refusal, string> = {
  "broken-quotes": "There is text after a closing quotation mark.",
  "by-hand":
    "It would change the date or the ticket link of an event that gives out spots here, or the date of one that is over: do that in the form of the event.",
  canceled: "It is canceled in the file. To bring it in as a draft, check “Canceled events, too” under “Columns”.",
  departed: "The file says that they left or did not agree.",
  later: "The series makes this edition when its time comes.",
  left: "They have left this list.",
  "no-column": "No column is chosen for something that is needed.",
  "no-tab": "The library has no tab yet.",
  older: "It is an earlier version than the one that was imported.",
  private: "It is private in the file. To bring it in as a draft, check “Private events, too” under “Columns”.",
  suppressed: "No email may go to this address.",
  "too-many-values": "It has more values than the first line has columns.",
  "no-address": "Before the event a spot needs an email address: add it to the list.",
  unsure:
    "Someone here has this name, and it may be another person. Add their email address to the list, or check them in by hand.",
  twin: "An earlier line leads to the same page, or is about the same event.",
  undescribed: "It has no description. Write one here, and save the descriptions below.",
  unfit: "It cannot be read.",
};

export const builtOn = {
  people: "people have signed up",
  program: "it has a part of a program",
  call: "it has a call for talks",
  emails: "it has emails",
  posts: "it has posts",
  "join-link": "it has a link to join",
  links: "it has links with names",
  passes: "it has passes",
  series: "a series repeats it",
  workshops: "it has workshops",
} as const;

export type BuiltOn = keyof typeof builtOn;

export const stateNames = { new: "New", changed: "Different", there: "Already there", refused: "Refused" } as const;

export type LineState = keyof typeof stateNames;

export const stateName = ({ known }: { known?: { before: string } }, state: LineState) =>
  (state === "changed" && known?.before) || stateNames[state];

export const statesOf = ({ changes }: Pick<ImportNoun, "changes">) =>
  (Object.keys(stateNames) as LineState[]).filter((state) => state !== "changed" || changes);

export const importedNames = {
  subscribers: "Subscribers",
  resources: "Resources",
  events: "Events",
  guests: "People on paper",
} as const;

/** The number of common characters shown before a difference, enough to locate it. */
const mostInCommon = 20;

/** A text to compare with another one; a long common beginning is cut at a space, so that the difference is visible. */
function shown(text: string, other: string): string {
  if (excerptOf(text) === text && excerptOf(other) === other) return text || "(empty)";
  const [characters, others] = [[...text], [...other]];
  const differs = characters.findIndex((character, at) => character !== others[at]);
  const from = characters.lastIndexOf(" ", (differs < 0 ? characters.length : differs) - mostInCommon) + 1;
  return excerptOf(from > mostInCommon ? `… ${characters.slice(from).join("")}` : text) || "(empty)";
}

export const linesOfChanges = (
  noun: Pick<ImportNoun, "changes">,
  changes: Record<string, [Json, ...Json[]]>,
  isPutBack = false,
): string[] =>
  Object.entries(noun.changes?.labels ?? {}).flatMap(([name, label]) => {
    const change = changes[name];
    if (!change) return [];
    const { choices, texts } = noun.changes ?? {};
    const text = texts?.[name] ?? ((value: Json) => inWords(value, choices?.[name]));
    const [before, said] = [text(change[0]), text(change[1] ?? null)];
    const [from, to] = isPutBack ? [said, before] : [before, said];
    return [`${label}: ${shown(from, to)} → ${shown(to, from)}`];
  });

export const typedLines = (form: FormData) =>
  new Map(
    [...form].flatMap(([name, text]) => {
      const [, line] = /^line-(\d{1,6})$/.exec(name) ?? [];
      return line && typeof text === "string" && text.trim() ? [[Number(line), text] as const] : [];
    }),
  );

export function nothingText({ new: isNew, changed }: { new: number; changed: number }, withChanges: boolean): string {
  if (changed > 0 && withChanges)
    return "Nothing was imported: what is there was changed since you opened this page. Look at the lines again.";
  return changed > 0 && isNew === 0
    ? "Nothing was imported: no line of the file is new. To change what is there already, check that box."
    : "No line of the file is new anymore, so nothing was imported.";
}
