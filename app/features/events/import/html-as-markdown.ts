import { attributeOf, htmlTokens } from "../../../admin/html-tokens.ts";
import { escapedLine, escapedMarkdown } from "../../../platform/text/escaped-markdown.ts";
import { isSafeAddress } from "../../../platform/text/markdown.ts";

/** Whether a text is written in HTML: it has a tag that nobody types. */
export const isHtml = (text: string) =>
  /<(?:\/?(?:p|br|b|i|u|a|ul|ol|li|div|span|html|body|strong|em|h[1-6]|table|font|html-blob)\b[^<>]{0,2000})\/?>/i.test(
    text,
  );

const lines = /^(?:br|div|tr|section|dt|dd)$/;
const paragraphs = /^(?:p|table|blockquote|pre|h[1-6])$/;
const bold = /^(?:b|strong|h[1-6])$/;
const silent = /^(?:style|script|head|title)$/;

/** A list in a list is indented, down to this depth. */
const deepest = 5;

interface Run {
  text: string;
  isBold: boolean;
  href: string;
}

/** Turns the HTML of a calendar into Markdown: links, lists, bold text and line breaks; of the rest its text. */
export function htmlAsMarkdown(html: string): string {
  const out: string[] = [];
  /** the number of the last item of each open list; null where the list has hyphens */
  const lists: (number | null)[] = [];
  let runs: Run[] = [];
  let [boldness, href, hidden, mark, gap] = [0, "", "", "", ""];
  const indent = (depth: number) => "    ".repeat(Math.max(0, Math.min(depth, deepest)));
  const endLine = (next: string) => {
    const line = lineOf(runs);
    runs = [];
    if (line) {
      out.push(gap, mark || indent(lists.length), line);
      [mark, gap] = ["", ""];
    }
    if (out.length > 0 && gap.length < next.length) gap = next;
  };
  for (const token of htmlTokens(html)) {
    const { name, isEnd, text } = token;
    if (hidden) {
      if (isEnd && name === hidden) hidden = "";
    } else if (!name) runs.push({ text, isBold: boldness > 0, href });
    else if (silent.test(name)) hidden = isEnd ? "" : name;
    else if (name === "a") href = isEnd ? "" : attributeOf(token, "href");
    else if (/^t[dh]$/.test(name)) runs.push({ text: " ", isBold: false, href: "" });
    else if (/^[uo]l$/.test(name)) {
      endLine(lists.length > Number(isEnd) ? "\n" : "\n\n");
      if (isEnd) lists.pop();
      else lists.push(name === "ol" ? 0 : null);
      mark = "";
    } else if (name === "li") {
      endLine(lists.length > 0 ? "\n" : "\n\n");
      const last = lists.pop();
      const number = typeof last === "number" ? last + Number(!isEnd) : null;
      mark = isEnd ? "" : indent(lists.length) + (number === null ? "- " : `${number}. `);
      if (last !== undefined) lists.push(number);
    } else if (lines.test(name)) endLine("\n");
    else if (paragraphs.test(name)) endLine(lists.length > 0 ? "\n" : "\n\n");
    if (bold.test(name)) boldness = Math.max(0, boldness + (isEnd ? -1 : 1));
  }
  endLine("");
  return out.join("");
}

/** The Markdown of a line; "" of one without a text. */
function lineOf(runs: readonly Run[]): string {
  const joined: Run[] = [];
  for (const { text: raw, isBold, href } of runs) {
    const last = joined.at(-1);
    const text = raw.replace(/\s+/g, " ");
    if (last && last.href === href && (last.isBold === isBold || text === " ")) last.text += text;
    else if (text) joined.push({ text, isBold, href });
  }
  const parts = joined.map(({ text, isBold, href }, at) => {
    const words = text.trim();
    const [before, after] = [text.startsWith(" ") ? " " : "", text.endsWith(" ") && words ? " " : ""];
    const around = [before || joined[at - 1]?.text.at(-1), after || joined[at + 1]?.text[0]];
    const said = escapedMarkdown(words);
    return before + linked(isBold && canBeBold(words, around) ? `**${said}**` : said, words, href) + after;
  });
  return escapedLine(parts.join("").replace(/ {2,}/g, " ").trim());
}

const isWord = (letter: string) => /[\p{L}\p{N}]/u.test(letter);

/** Whether asterisks around a text are read as such: a sign at its end has no letter beside it (CommonMark, 6.2). */
function canBeBold(words: string, [before = " ", after = " "]: (string | undefined)[]): boolean {
  const isFree = (letter: string) => /[\s!-/:-@[-`{-~]/.test(letter);
  return words !== "" && (isWord(words[0] ?? "") || isFree(before)) && (isWord(words.at(-1) ?? "") || isFree(after));
}

/** A link to where HTML leads, unless that is no address that a text may link to. */
function linked(text: string, words: string, href: string): string {
  if (!words || !URL.canParse(href)) return text;
  const address = new URL(href).href.replace(/\(/g, "%28").replace(/\)/g, "%29");
  if (!isSafeAddress(address)) return text;
  const isBare = words.replace(/\/$/, "") === href.replace(/\/$/, "");
  return isBare ? escapedMarkdown(words) : `[${text}](${address})`;
}
