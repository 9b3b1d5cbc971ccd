import { pastedText, pileOfMarks } from "../platform/text/text.ts";

/** Longer than any field: its schema refuses it as it is. */
const longest = 100_000;

/** Cleans a text of a file as one that was pasted into a form; what its schema refuses anyway stays as it is. */
export const broughtText = (text: string) =>
  text.length > longest || pileOfMarks.test(text) ? text : pastedText(text, true);

/** The same on one line. @param separator what takes the place of line breaks */
export const broughtLine = (text: string, separator = " ") =>
  broughtText(text)
    .split("\n")
    .map((line) => line.replace(/\t+/g, " ").trim())
    .filter(Boolean)
    .join(separator);
