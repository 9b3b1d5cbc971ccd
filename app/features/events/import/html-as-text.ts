import { attributeOf, htmlTokens } from "../../../admin/html-tokens.ts";

/** Whether a text is written in HTML: it has a tag or an entity that nobody types. */
export const isHtml = (text: string) =>
  /<(?:\/?(?:p|br|b|i|u|a|ul|ol|li|div|span|html|body|strong|em|h[1-6]|table|font|html-blob)\b[^<>]{0,2000})\/?>/i.test(
    text,
  );

const breaks = new Set([
  "div",
  "tr",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "table",
  "blockquote",
  "section",
  "p",
  "ul",
  "ol",
]);
const apart = new Set(["p", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "table", "blockquote"]);
const silent = new Set(["style", "script", "head", "title"]);

/** Turns the HTML of a calendar into plain text: lists with hyphens, and links as "text (address)". */
export function htmlAsText(html: string): string {
  const out: string[] = [];
  let link: { href: string; from: number } | null = null;
  let hidden = "";
  const add = (text: string) => out.push(text);
  for (const each of htmlTokens(html)) {
    const { name, isEnd, text } = each;
    if (hidden) {
      if (isEnd && name === hidden) hidden = "";
      continue;
    }
    if (!name) add(text.replace(/[ \t\r\f\v\u00a0]+/g, " "));
    else if (silent.has(name)) hidden = isEnd ? "" : name;
    else if (name === "br") add("\n");
    else if (name === "li") add(isEnd ? "" : "\n- ");
    else if (breaks.has(name)) add(apart.has(name) ? "\n\n" : "\n");
    else if (name === "a" && !isEnd) {
      link = { href: attributeOf(each, "href"), from: out.length };
    } else if (name === "a" && link) {
      const text = out.slice(link.from).join("").trim();
      if (/^https?:\/\//i.test(link.href) && text.replace(/\/$/, "") !== link.href.replace(/\/$/, ""))
        add(text ? ` (${link.href})` : link.href);
      link = null;
    }
  }
  return out
    .join("")
    .replace(/[^\S\n]+/g, " ")
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/\n\n(?=- )/g, (found, at: number, whole: string) => (isListItem(whole, at) ? "\n" : found))
    .trim();
}

const isListItem = (text: string, at: number) => text.slice(text.lastIndexOf("\n", at - 1) + 1, at).startsWith("- ");
