/** The number of words of a Markdown text, without markup, link targets and tags. */
export const wordsOf = (markdown: string) =>
  markdown
    .replace(/<[^<>]+>|\]\([^)\]]*\)|[#*_>|`-]+/g, " ")
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** The reading time in whole minutes at 220 words a minute; at least 1. */
export const readingMinutes = (words: number) => Math.max(1, Math.round(words / 220));
