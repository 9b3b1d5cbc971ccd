/** A text and the selection in it; positions are in UTF-16 units, as browsers count. */
export interface Passage {
  text: string;
  start: number;
  end: number;
}

export interface Edit {
  from: number;
  to: number;
  insert: string;
  start: number;
  end: number;
}

export const insertText = ({ start, end }: Passage, insert: string): Edit => ({
  from: start,
  to: end,
  insert,
  start: start + insert.length,
  end: start + insert.length,
});

/** Inserts a block where the selection ends, with an empty line before and after it; the caret ends up after it. */
export function insertBlock({ text, end }: Passage, block: string): Edit {
  const before = text.slice(Math.max(0, end - 2), end);
  const after = text.slice(end, end + 2);
  const breaks = (there: number) => "\n".repeat(2 - there);
  const head = before === "" ? "" : breaks(/\n*$/.exec(before)?.[0].length ?? 0);
  const tail = after === "" ? "" : breaks(/^\n*/.exec(after)?.[0].length ?? 0);
  const caret = end + head.length + block.length;
  return { from: end, to: end, insert: head + block + tail, start: caret, end: caret };
}

/** Replaces one text with another and keeps the selection; null if the text is not found. */
export function exchangeText({ text, start, end }: Passage, old: string, now: string): Edit | null {
  const from = text.indexOf(old);
  if (from < 0) return null;
  const to = from + old.length;
  const moved = (at: number) => (at <= from ? at : at < to ? from + now.length : at + now.length - old.length);
  return { from, to, insert: now, start: moved(start), end: moved(end) };
}

/** Toggles bold ("**") or italic ("*") on the selection; if it is empty, inserts a word to type over. */
export function emphasize({ text, start, end }: Passage, mark: "**" | "*"): Edit {
  const { length } = mark;
  const before = /\**$/.exec(text.slice(Math.max(0, start - 3), start))?.[0].length ?? 0;
  const after = /^\**/.exec(text.slice(end, end + 3))?.[0].length ?? 0;
  const stars = Math.min(before, after);
  const isMarked = length === 2 ? stars >= 2 : stars % 2 === 1;
  if (isMarked && start !== end) {
    const insert = text.slice(start, end);
    return { from: start - length, to: end + length, insert, start: start - length, end: end - length };
  }
  const words = text.slice(start, end) || "text";
  return {
    from: start,
    to: end,
    insert: mark + words + mark,
    start: start + length,
    end: start + length + words.length,
  };
}

/** Prefixes each selected line with a mark, or removes it if all have it; empty lines among others stay empty. */
export function markLines({ text, start, end }: Passage, mark: "## " | "- " | "> "): Edit {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const next = text.indexOf("\n", end);
  const to = next < 0 ? text.length : next;
  const lines = text.slice(from, to).split("\n");
  const isText = (line: string) => line !== "" || lines.length === 1;
  const isMarked = lines.every((line) => !isText(line) || line.startsWith(mark));
  const insert = lines
    .map((line) => (!isText(line) ? line : isMarked ? line.slice(mark.length) : mark + line))
    .join("\n");
  const selected = from + insert.length;
  return { from, to, insert, start: lines.length === 1 ? selected : from, end: selected };
}

/** Makes a link of the selection; the missing part, the words or the URL, is then selected to be typed over. */
export function linkTo({ text, start, end }: Passage): Edit {
  const chosen = text.slice(start, end);
  const isAddress = /^https?:\/\/\S+$/.test(chosen);
  const [words, address] = isAddress ? ["text", chosen] : [chosen || "text", "https://"];
  const missing = isAddress ? start + 1 : start + words.length + 3;
  return {
    from: start,
    to: end,
    insert: `[${words}](${address})`,
    start: missing,
    end: missing + (isAddress ? words : address).length,
  };
}
