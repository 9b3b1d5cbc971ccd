/** A text of an admin: paragraphs, with empty lines between. */
export function Paragraphs({ text }: { text: string }) {
  const paragraphs = text.split(/\n\s*\n/);
  // biome-ignore lint/suspicious/noArrayIndexKey: the same words may stand in two paragraphs, and none of them moves
  return paragraphs.map((paragraph, index) => <p key={index}>{paragraph}</p>);
}
