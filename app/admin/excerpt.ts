const longest = 120;

export function excerptOf(text: string): string {
  const characters = [...text.replace(/\s+/g, " ")];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : characters.join("");
}
