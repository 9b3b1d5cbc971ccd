const longest = 120;

/** Shortens a text to one line of at most 120 characters, enough to recognize it. */
export function excerptOf(text: string): string {
  const characters = [...text.replace(/\s+/g, " ")];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : characters.join("");
}
