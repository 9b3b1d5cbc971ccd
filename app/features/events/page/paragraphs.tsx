/** Renders a text by an admin as paragraphs, which are separated by empty lines. */
export function Paragraphs({ text }: { text: string }) {
  const paragraphs = text.split(/\n\s*\n/);
  // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs may repeat, and their order never changes
  return paragraphs.map((paragraph, index) => <p key={index}>{paragraph}</p>);
}
