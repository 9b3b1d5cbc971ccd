/** Suggests a key of at most 70 characters from the words of a title; empty if it has no Latin letter or digit. */
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
