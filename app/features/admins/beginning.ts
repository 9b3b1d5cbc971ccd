const longest = 120;

/** Enough of a text to recognise it by, on one line. */
export function beginningOf(text: string): string {
  const characters = [...text.replace(/\s+/g, " ")];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : characters.join("");
}
