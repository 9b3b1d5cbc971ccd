const named: Record<string, string> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", ndash: "–", mdash: "—", hellip: "…" },
  ...{ lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", bull: "•", copy: "©", reg: "®", eacute: "é", euro: "€" },
};

/** Decodes the entities that programs write; others stay as they are. */
export const withoutEntities = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (all, number, hex, name) => {
    if (name) return named[name.toLowerCase()] ?? all;
    const code = number ? Number(number) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : all;
  });

/** Whether a text is written in HTML: it has a tag or an entity that nobody types. */
export const isHtml = (text: string) =>
  /<(?:\/?(?:p|br|b|i|u|a|ul|ol|li|div|span|html|body|strong|em|h[1-6]|table|font|html-blob)\b[^<>]{0,2000})\/?>/i.test(
    text,
  );

/** Leaves out comments; one that never ends is text. */
function withoutComments(html: string): string {
  let kept = "";
  let from = 0;
  for (let at = html.indexOf("<!--"); at >= 0; at = html.indexOf("<!--", from)) {
    const end = html.indexOf("-->", at + 4);
    if (end < 0) break;
    kept += html.slice(from, at);
    from = end + 3;
  }
  return kept + html.slice(from);
}

/** A tag, or text before the next one; a "<" that begins none is text. */
const token = /<\/?([a-z][a-z0-9-]*)([^<>]*)>|[^<]+|</gi;
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
  for (const [all, tag = "", attributes = ""] of withoutComments(html).matchAll(token)) {
    const name = tag.toLowerCase();
    const isEnd = all.startsWith("</");
    if (hidden) {
      if (isEnd && name === hidden) hidden = "";
      continue;
    }
    if (!name) add(withoutEntities(all).replace(/[ \t\r\f\v\u00a0]+/g, " "));
    else if (silent.has(name)) hidden = isEnd ? "" : name;
    else if (name === "br") add("\n");
    else if (name === "li") add(isEnd ? "" : "\n- ");
    else if (breaks.has(name)) add(apart.has(name) ? "\n\n" : "\n");
    else if (name === "a" && !isEnd) {
      const [, double, single, bare] = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes) ?? [];
      link = { href: withoutEntities(double ?? single ?? bare ?? "").trim(), from: out.length };
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
