/** Words of a Markdown text; what stands in its marks, addresses and tags is none. */
export const wordsOf = (markdown: string) =>
  markdown
    .replace(/<[^<>]+>|\]\([^)\]]*\)|[#*_>|`-]+/g, " ")
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** Whole minutes that a text of so many words takes, at 220 words a minute; never none. */
export const readingMinutes = (words: number) => Math.max(1, Math.round(words / 220));
