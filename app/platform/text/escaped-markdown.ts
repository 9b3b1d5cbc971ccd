/** Returns a text so that Markdown shows it as it is, as a part of a line. */
export const escapedMarkdown = (text: string) =>
  text.replace(/[\\`*[\]]|~(?=~)|(?<!\w)_|_(?!\w)|<(?=[a-z!/?])|&(?=#?\w{1,40};)/gi, "\\$&");

/** Escapes what means something where a line begins: the marks of lists, headings, quotes and rules. */
export const escapedLine = (line: string) =>
  line.replace(/^(\d{1,9})(?=[.)](?:\s|$))/, "$1\\").replace(/^(?=(?:[-+]|#{1,6})(?:\s|$)|>|[-=+][-=+\s]*$)/, "\\");
