const longest = 120;

/** Enough of a text to recognize it by, on one line: at most 120 characters. */
export function excerptOf(text: string): string {
  const characters = [...text.replace(/\s+/g, " ")];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : characters.join("");
}
