const letters: Record<string, string> = { ß: "ss", ł: "l", ø: "o" };

/**
 * The same as `fold` in SQL: lower case, ordinary width, ß, ł and ø as ss, l and o, without kahakō and without any of
 * the characters typed for an ʻokina.
 */
export const fold = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/[\u0304\u02BB\u02BC\u2018\u2019'`]/g, "")
    .toLowerCase()
    .replace(/[ßłø]/g, (letter) => letters[letter] ?? letter);
