import { fold } from "../../platform/text/fold.ts";

/**
 * The characters that separate words, as in private.fold_words: spaces, punctuation and some symbols, but not
 * apostrophes, and not ² or ½, which are folded to digits.
 */
const separators =
  "\\u0001-\\u0026\\u0028-\\u002F\\u003A-\\u0040\\u005B-\\u005F\\u007B-\\u00A9\\u00AB\\u00AC\\u00AE-\\u00B1\\u00B4\\u00B6-\\u00B8\\u00BB\\u00BF\\u00D7\\u00F7\\u2000-\\u200A\\u2010-\\u2017\\u201A-\\u2029\\u202F-\\u205F\\u206A-\\u206F\\u2190-\\u21FF\\u2500-\\u257F\\u2E00-\\u2E7F\\u3000-\\u3003\\u3008-\\u301F\\u30FB\\uFF01-\\uFF0F\\uFF1A-\\uFF20\\uFF5B-\\uFF65";

// without Korean letters, which are folded to others
const japaneseOrChinese =
  "\\u3004-\\u3007\\u3020-\\u30FA\\u30FC-\\u3130\\u318F-\\u31FF\\u3400-\\u9FFF\\uFF66-\\uFF9F\\u{20000}-\\u{3FFFF}";
const run = `[^${separators}${japaneseOrChinese}]+`;
/** What folding removes, wherever it stands in a word. */
const removed = "'`\\u02BB\\u02BC\\u2018\\u2019\\u0300-\\u036F\\p{Cf}\\uFE0E\\uFE0F";
/** Two words that the database takes for one, such as Wi-Fi. */
const pair = `(?<![^${separators}${japaneseOrChinese}${removed}])[${removed}]*(?:${[
  ["e", "mail"],
  ["wi", "fi"],
  ["(?:erc|eip|bip)", "[0-9]"],
  ["(?:node|next|vue|ethers|web3)", "js"],
]
  .map(([first, second]) => `${first}(?=[${separators}${removed}]+${second})`)
  .join("|")})[${separators}${removed}]+${run}`;
const word = new RegExp(`${pair}|[${japaneseOrChinese}]|${run}`, "giu");
const separator = new RegExp(`[${separators}]+`, "gu");
const foldedWord = new RegExp(`[${japaneseOrChinese}]+|${run}`, "gu");
const isJapaneseOrChinese = new RegExp(`^[${japaneseOrChinese}]`, "u");

/** Diacritics and format characters: none of them makes a different word. */
const withoutMeaning = /[\u0300-\u036F]|\p{Cf}|[\uFE0E\uFE0F]/gu;

const plain = /^[a-zA-Z0-9]*$/;

/** Folds a word the way the database compares it, where it can be several, such as of ½ or ㊀a. */
export const foldedWords = (text: string) =>
  plain.test(text)
    ? [text.toLowerCase()]
    : (fold(text.replace(separator, "")).replace(withoutMeaning, "").match(foldedWord) ?? []);

/** One ASCII letter must equal the word, two must begin it, and more must be part of it. */
function has(folded: string, part: string): boolean {
  if (/^[a-z0-9]$/.test(part)) return folded === part;
  return /^[a-z0-9]{2}$/.test(part) ? folded.startsWith(part) : folded.includes(part);
}

export interface TextPart {
  text: string;
  isMatch: boolean;
}

/**
 * Splits a text into parts, with each matching word as its own part. Joined, the parts are the text.
 * @param words as folded by the database: a word matches if it contains one of them, as in `search`
 */
export function partsOf(text: string, words: string[]): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  // a run of Japanese or Chinese is no word: what was searched for is marked in it
  const runs = words
    .filter((each) => isJapaneseOrChinese.test(each))
    .map((each) => [...each.normalize("NFC")].join(`[${removed}]*`));
  for (const found of text.matchAll(runs.length > 0 ? new RegExp(`${runs.join("|")}|${word.source}`, "giu") : word)) {
    const folded = foldedWords(found[0]);
    if (!folded.some((each) => words.some((asked) => has(each, asked)))) continue;
    if (found.index > end) parts.push({ text: text.slice(end, found.index), isMatch: false });
    end = found.index + found[0].length;
    parts.push({ text: found[0], isMatch: true });
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMatch: false });
  return parts;
}
