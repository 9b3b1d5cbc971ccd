import { escapedLine, escapedMarkdown } from "../../platform/text/escaped-markdown.ts";

interface Block {
  text: string;
  isItem?: boolean;
}

const blockTags = /^(p|div|h[1-6]|ul|ol|li|blockquote|table|section|article|header|footer|figure|pre|dl|dt|dd|center)$/;
const silentTags = /^(style|script|title|template|o:p)$/;

/** Whether a text was copied from a document or a page, and not from an editor of code, whose HTML has colors alone. */
const isDocument = (body: HTMLElement) => body.querySelector("p, h1, h2, h3, h4, h5, h6, li, a[href]") !== null;

/**
 * Turns what was copied from a word processor or a page into Markdown: headings, paragraphs, lists, tables, quotes,
 * links, bold and italic. Only browsers can run it.
 * @returns null if the HTML says no more than the plain text beside it
 */
export function htmlAsMarkdown(html: string): string | null {
  // the page's policy refuses styles, and reports each
  const readable = html
    .replace(/<style\b[\s\S]*?<\/style>/gi, "")
    .replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\sstyle=/gi, " data-style="));
  const { body } = new DOMParser().parseFromString(readable, "text/html");
  return isDocument(body) ? joined(blocksOf(body)) : null;
}

const joined = (blocks: Block[]) =>
  blocks.reduce(
    (text, { text: next, isItem }, index) =>
      text + (index === 0 ? "" : isItem && blocks[index - 1]?.isItem ? "\n" : "\n\n") + next,
    "",
  );

function blocksOf(parent: Element): Block[] {
  const blocks: Block[] = [];
  let line = "";
  const end = () => {
    const text = escapedLine(
      withoutSeams(line)
        .replace(/ *\n */g, "\n")
        .trim(),
    ).replace(/\n/g, "\\\n");
    if (text) blocks.push({ text });
    line = "";
  };
  for (const child of parent.childNodes) {
    if (!(child instanceof Element) || !hasBlocks(child)) {
      line += inline(child);
      continue;
    }
    end();
    blocks.push(...blocksFrom(child));
  }
  end();
  return blocks;
}

/** Bold text that follows bold text is one. */
const withoutSeams = (text: string) => text.replace(/(?<!\\)\*{4}/g, "");

const hasBlocks = (element: Element) =>
  blockTags.test(element.localName) ||
  [...element.querySelectorAll("*")].some((each) => blockTags.test(each.localName));

function blocksFrom(element: Element): Block[] {
  const { localName: tag } = element;
  const level = /^h([1-6])$/.exec(tag)?.[1];
  if (level) {
    const text = inline(element, true).replace(/\s+/g, " ").trim();
    return text ? [{ text: `${"#".repeat(Math.max(2, Number(level)))} ${text}` }] : [];
  }
  if (tag === "ul" || tag === "ol") return itemsOf(element, tag === "ol");
  if (tag === "table") return tableOf(element);
  const inside = blocksOf(element);
  if (tag === "blockquote") return inside.length > 0 ? [{ text: joined(inside).replace(/^/gm, "> ") }] : [];
  // lists of Word are paragraphs, whose mark is a text of its own
  const [, depth] = /mso-list:[^;]*level(\d)/.exec(styleOf(element)) ?? [];
  if (!depth) return inside;
  const mark = /^\s*\w{1,4}[.)]/.test(element.querySelector("[data-style*='mso-list:Ignore' i]")?.textContent ?? "")
    ? "1."
    : "-";
  return inside.map(({ text }) => ({ text: `${"   ".repeat(Number(depth) - 1)}${mark} ${text}`, isItem: true }));
}

const styleOf = (element: Element) => element.getAttribute("data-style") ?? "";

/** Items of a list; lists in it are indented, those in an item and those of Google Docs that stand between items. */
const itemsOf = (list: Element, isNumbered: boolean): Block[] =>
  [...list.children].flatMap((child) => {
    const [mark, indent] = isNumbered ? ["1.", "   "] : ["-", "  "];
    const inside = /^[uo]l$/.test(child.localName) ? blocksFrom(child) : blocksOf(child);
    const [first, ...rest] = inside.map(({ text }) => text.replace(/\n/g, `\n${indent}`));
    if (first === undefined) return [];
    const isList = inside[0]?.isItem;
    return [isList ? indent + first : `${mark} ${first}`, ...rest.map((text) => indent + text)].map((text) => ({
      text,
      isItem: true,
    }));
  });

function tableOf(table: Element): Block[] {
  const rows = [...table.querySelectorAll("tr")].map((row) =>
    [...row.children].map((cell) => withoutSeams(inline(cell)).replace(/\s+/g, " ").replace(/\|/g, "\\|").trim()),
  );
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width === 0) return [];
  const lineOf = (row: string[]) => `| ${Array.from({ length: width }, (_, at) => row[at] ?? "").join(" | ")} |`;
  const [head = "", ...body] = rows.map(lineOf);
  return [{ text: [head, lineOf(Array.from({ length: width }, () => "---")), ...body].join("\n") }];
}

/** The Markdown of what is within a line. @param isPlain leaves bold and italic out, as in headings */
function inline(node: Node, isPlain = false): string {
  if (node instanceof Text) return escapedMarkdown(node.data.replace(/\s+/g, " "));
  if (!(node instanceof HTMLElement) || silentTags.test(node.localName)) return "";
  if (node.localName === "br") return "\n";
  const style = styleOf(node);
  if (/mso-list:\s*ignore/i.test(style)) return "";
  const [, weight] = /font-weight:\s*(\w+)/i.exec(style) ?? [];
  const [, slope] = /font-style:\s*(\w+)/i.exec(style) ?? [];
  const isBold = weight ? /^(bold|[6-9]00)$/.test(weight) : /^(b|strong)$/.test(node.localName);
  const isItalic = slope ? slope === "italic" : /^(i|em)$/.test(node.localName);
  const mark = isPlain ? "" : (isBold ? "**" : "") + (isItalic ? "*" : "");
  const text = [...node.childNodes].map((child) => inline(child, isPlain)).join("");
  const [, before = "", words = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  if (!words) return text;
  const href = node.localName === "a" ? (node.getAttribute("href") ?? "") : "";
  const marked = mark && !words.includes("\n") ? mark + words + [...mark].reverse().join("") : words;
  if (!/^(https?:\/\/|mailto:|tel:)/i.test(href)) return before + marked + after;
  const address = href
    .replace(/[\s<>]/g, encodeURIComponent)
    .replace(/\(/g, "%28")
    .replace(/\)/g, "%29");
  return `${before}${words === escapedMarkdown(href) ? href : `[${marked}](${address})`}${after}`;
}
