export interface TextHeading {
  level: number;
  text: string;
  /** offset of the start of its line, in UTF-16 units */
  at: number;
}

/** The headings of a Markdown text that begin with #, in order, without lines in fenced code. */
export function headingsOf(markdown: string): TextHeading[] {
  const headings: TextHeading[] = [];
  let at = 0;
  let fence = "";
  for (const line of markdown.split("\n")) {
    const [, mark = ""] = /^ {0,3}(```|~~~)/.exec(line) ?? [];
    if (mark && (!fence || fence === mark)) fence = fence ? "" : mark;
    const [, signs = "", text = ""] = /^ {0,3}(#{1,6})[ \t](.*)$/.exec(line) ?? [];
    if (!fence && text.trim()) headings.push({ level: signs.length, text: text.trim(), at });
    at += line.length + 1;
  }
  return headings;
}
