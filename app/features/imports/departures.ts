import type { CsvLine } from "../../admin/csv-reader.ts";
import { excerptOf } from "../../admin/excerpt.ts";
import { type ColumnMapping, plainName } from "../../admin/import-noun.ts";

/** What a column says about whether its people may get email, and how its yes and no are meant. */
export const senses = ["left", "agreed", "word"] as const;
export type Sense = (typeof senses)[number];

/** How a file of people is read for who left: by column, counted from 0, and by words that we do not know. */
export type Departures = {
  columns: Record<string, Sense>;
  /** Keyed by column and word, like "3 weg": whether an admin said that these people stay. */
  words: Record<string, "stays" | "unknown">;
};

/** The most unknown words of a file that an admin is asked about; a column with more is read wrongly. */
export const mostWords = 30;

const longestWord = 60;

const isAboutOtherMeans = /sms|whatsapp|phone|mobile|push|postal/;
const saysWhenOrHow =
  /(?:time|date|day|ip|id|url|source|method|text|version|name|email|mail|address)$|(?:ed|in)(?:at|on)$|^(?:optin|confirm|subscription)(?:at|on)$/;
const namesOfLeaving =
  /^(?:has|date)?left(?:at|on)?$|^un(?:sub|confirmed|verified|deliverable)|^no[nt](?:confirmed|subscri|active|verified|interested|opt)|unsub|opt(?:ed)?out|delet|remov|bounc|block|blacklist|suppress|complain|spam|junk|abuse|clean|disab|archiv|cancel|trash|inactive|invalid|donot|dont/;
const namesOfAgreeing =
  /opt(?:ed)?in|consent|permission|gdpr|subscri|marketing|newsletter|mailinglist|accepts|agree|confirmed|verified|allowed|receives|active$|^active|wantsemail|getsemail|sendemail/;
const namesOfStates = /status|standing|rsvp|response$/;
const otherStates = /payment|order|ticket|checkin|checkedin|marital|delivery|shipping/;
const maybeStates = /^(?:state|type|(?:subscriber|member|contact|user)type|list|group|segment|tag|label|category)s?$/;
const soundsLikeIt =
  /news|agree|permi|accept|allow|wants|send|notif|consent|gdpr|stat(?:e|us)|activ|subscri|opt|leav|left/;

const wordsOfLeaving =
  /unsub|bounc|block|black ?list|spam|junk|delet|remov|clean|complain|abus|cancel|suppress|opt(?:ed)? ?out|inactiv|invalid|declin|reject|trash|archiv|disab|bann|denied|refus|pending|expired|refund|churn|dormant|\b(?:not|non|never|left|gone|quit|no)\b|\bun(?:confirm|activ|verif|deliver|reach)/;
const wordsOfStaying = new Set(
  [
    "active|subscribed|subscriber|subscribe|enabled|confirmed|opted in|opt in|optin|single opt in|double opt in",
    "regular|premium|verified|approved|attending|going|checked in|registered|valid|deliverable|member|ok|good|live",
    "agreed|accepted|granted|allowed|given",
  ].flatMap((words) => words.split("|")),
);
/** The states of people in exports of The Newsletter Plugin, as single letters. */
const letters: Record<string, boolean> = { c: true, s: false, u: false, b: false, p: false };
const yes = /^(?:yes|true|1|y|t|x|on|✓|✔)$/;
const no = /^(?:no|false|0|n|f|off|✗)$/;
const nothing = /^(?:|null|nil|none|undefined|n a|0000 00 00(?: 00:00:00)?)$/;
const day = /^(?:\d{4} \d{2} \d{2}|\d{1,2}[/ ]\d{1,2}[/ ]\d{2,4}|[a-z]{3,9} \d{1,2},? \d{4}|\d{10}(?:\d{3})?$)/;

const wordOf = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_./-]+/g, " ")
    .trim();

/** Whether people of whom a column says this stay; null if we do not know. */
function isStaying(sense: Sense, text: string): boolean | null {
  const word = wordOf(text);
  const isSaid = sense === "left" ? false : sense === "agreed" ? true : null;
  if (nothing.test(word)) return sense === "agreed" ? null : true;
  if (isSaid !== null && yes.test(word)) return isSaid;
  if (isSaid !== null && no.test(word)) return !isSaid;
  if (isSaid !== null && day.test(word)) return isSaid;
  if (sense === "word" && letters[word] !== undefined) return letters[word];
  if (wordsOfLeaving.test(word)) return false;
  return wordsOfStaying.has(word) ? true : null;
}

const isOfOther = (name: string) => isAboutOtherMeans.test(name) || otherStates.test(name);

function senseOfName(name: string): Sense | "maybe" | null {
  if (isOfOther(name)) return null;
  if (namesOfStates.test(name)) return "word";
  if (maybeStates.test(name)) return "maybe";
  if (namesOfLeaving.test(name)) return "left";
  return namesOfAgreeing.test(name) && !saysWhenOrHow.test(name) ? "agreed" : null;
}

/** Guesses which columns say who left: those named so, and those with a word for it among others we know. */
export function guessDepartures(
  columns: readonly string[],
  lines: readonly Pick<CsvLine, "cells">[],
  { email }: ColumnMapping,
): Departures {
  const guessed = columns.flatMap((column, at): [string, Sense][] => {
    if (at === email) return [];
    const name = plainName(column);
    const sense = senseOfName(name);
    if (sense && sense !== "maybe") return [[String(at), sense]];
    if (isOfOther(name)) return [];
    const said = lines.map(({ cells }) => cells[at] ?? "").filter(Boolean);
    const known = said.map((text) => isStaying("word", text));
    const isState = sense === "maybe" ? known.some((each) => each !== null) : known.every((each) => each !== null);
    const isWord = (text: string, index: number) => known[index] === false && /\p{L}{3}/u.test(text);
    return isState && said.some(isWord) ? [[String(at), "word"]] : [];
  });
  return { columns: Object.fromEntries(guessed), words: {} };
}

export const unreadDepartures = (columns: readonly string[], mapping: ColumnMapping, { columns: read }: Departures) =>
  columns.filter((column, at) => {
    const name = plainName(column);
    return !read[at] && !Object.values(mapping).includes(at) && soundsLikeIt.test(name) && !saysWhenOrHow.test(name);
  });

const wordKey = (column: number | string, text: string) => `${column} ${wordOf(text).slice(0, longestWord)}`;

export interface Departure {
  hasLeft: boolean;
  reason: string;
  /** the key of the word that we do not know, if an admin can be asked about it */
  word?: string;
}

/** Reads every column that says something; a departure in any of them wins. Null for people who stay. */
export function departureOf(
  columns: readonly string[],
  cells: readonly string[],
  { columns: senses, words }: Departures,
): Departure | null {
  let unknown: Departure | null = null;
  for (const [at, sense] of Object.entries(senses)) {
    const [column, text] = [excerptOf(columns[Number(at)] ?? ""), cells[Number(at)] ?? ""];
    const isKnown = isStaying(sense, text);
    const said = excerptOf(text);
    if (isKnown === false)
      return { hasLeft: true, reason: `The file says that they left or did not agree: “${said}” in “${column}”.` };
    const word = wordKey(at, text);
    if (isKnown === null && words[word] !== "stays")
      unknown ??= {
        hasLeft: false,
        reason: said
          ? `We do not know whether “${said}” in “${column}” means that they left.`
          : `“${column}” is empty, so the file does not say that they agreed.`,
        ...(text.includes("@") ? {} : { word }),
      };
  }
  return unknown;
}

export function chosenDepartures(form: FormData, columns: readonly string[]): Departures {
  const senses = columns.flatMap((_, at) => {
    const sense = String(form.get(`departure-${at}`) ?? "");
    return isSense(sense) ? [[String(at), sense] as const] : [];
  });
  const words = Array.from({ length: mostWords }, (_, at) => String(form.get(`word-${at}`) ?? ""));
  return {
    columns: Object.fromEntries(senses),
    words: Object.fromEntries(words.filter(Boolean).map((word) => [word.slice(0, longestWord + 10), "stays"])),
  };
}

const isSense = (text: string): text is Sense => text === "left" || text === "agreed" || text === "word";
