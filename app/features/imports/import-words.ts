import { excerptOf } from "../../admin/excerpt.ts";
import type { ImportNoun } from "../../admin/import-noun.ts";
import type { Database, Json } from "../../platform/database/database.gen.ts";

export type Refusal = Database["public"]["Enums"]["import_refusal"];

/** Why a line is refused, if there is no more specific reason. */
export const refusals: Record<Refusal, string> = {
  "broken-quotes": "There is text after a closing quotation mark.",
  "by-hand":
    "It would change the date or the ticket link of an event that gives out spots here, or the date of one that is over: do that in the form of the event.",
  canceled: "It is canceled in the file. To bring it in as a draft, check “Canceled events, too” under “Columns”.",
  left: "They have left this list.",
  "no-column": "No column is chosen for something that is needed.",
  "no-tab": "The library has no tab yet.",
  older: "It is an earlier version than the one that was imported.",
  private: "It is private in the file. To bring it in as a draft, check “Private events, too” under “Columns”.",
  suppressed: "No email may go to this address.",
  "too-many-values": "It has more values than the first line has columns.",
  twin: "An earlier line leads to the same page, or is about the same event.",
  unfit: "It cannot be read.",
};

/** What keeps an event from being taken back with its import. */
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

export const statesOf = ({ changes }: Pick<ImportNoun, "changes">) =>
  (Object.keys(stateNames) as LineState[]).filter((state) => state !== "changed" || changes);

export const importedNames = { subscribers: "Subscribers", resources: "Resources", events: "Events" } as const;

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

/** What a line changes in existing data, or what is restored, one text per field: "Title: Talk → Talk story". */
export const linesOfChanges = (
  noun: Pick<ImportNoun, "changes">,
  changes: Record<string, [Json, ...Json[]]>,
  isPutBack = false,
): string[] =>
  Object.entries(noun.changes ?? {}).flatMap(([name, { label, text }]) => {
    const change = changes[name];
    if (!change) return [];
    const [before, said] = [text(change[0]), text(change[1] ?? null)];
    const [from, to] = isPutBack ? [said, before] : [before, said];
    return [`${label}: ${shown(from, to)} → ${shown(to, from)}`];
  });
