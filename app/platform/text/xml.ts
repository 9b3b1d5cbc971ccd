const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** Escapes a text for XML and drops U+FFFE and U+FFFF, which XML forbids. */
export const escapeXml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? character).replace(/[\uFFFE\uFFFF]/g, "");
