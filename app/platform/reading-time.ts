/** Whole minutes that a text of so many words takes, at 220 words a minute; never none. */
export const readingMinutes = (words: number) => Math.max(1, Math.round(words / 220));
