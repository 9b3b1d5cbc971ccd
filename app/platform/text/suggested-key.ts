/** A key for what has none yet, at most 70 characters of its title's words; empty for a title without a letter or digit of the Latin script. */
export function suggestedKey(title: string): string {
  const words = title
    .normalize("NFD")
    .replace(/[\p{M}ʻʼ‘’'`]/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  let key = "";
  for (const word of words) {
    const longer = key ? `${key}-${word}` : word.slice(0, 70);
    if (longer.length > 70) break;
    key = longer;
  }
  return key;
}
