import MarkdownIt, { type Token } from "markdown-it";

/** Kept with the HTML that it has made. */
export const markdownRenderer = "markdown-it 15.0.3";

const markdown = new MarkdownIt("default", { html: false, linkify: false }).disable([
  "table",
  "image",
  "html_block",
  "html_inline",
]);

/** Whether a text may link to it: http, https and mailto alone, with no name or password before a host. */
export function isSafeAddress(url: string): boolean {
  if (/^mailto:[^\s@]+@[^\s@]+$/i.test(url)) return true;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return !username && !password;
}

// What leads elsewhere stays the text that was typed.
markdown.validateLink = isSafeAddress;

markdown.renderer.rules.link_open = (tokens, index, options, _env, renderer) => {
  // A link to nothing, [a](), would lead to the page that it is on.
  if (!tokens[index]?.attrGet("href")) return "<a>";
  tokens[index].attrSet("rel", "noopener noreferrer");
  return renderer.renderToken(tokens, index, options);
};

const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Without marks of direction, which could turn the letters after them around, beyond their own line or the text. */
export const withoutDirections = (text: string) => text.replace(directions, "");

function tokensOf(source: string): Token[] {
  const tokens = markdown.parse(source, {});
  // The page around the text has the heading of level 1.
  for (const token of tokens)
    if (/^heading_(open|close)$/.test(token.type)) token.tag = `h${Math.min(6, Number(token.tag[1]) + 1)}`;
  return tokens;
}

/** Markdown (CommonMark without tables, HTML and pictures) as HTML that runs nothing; headings begin at h2. */
export const renderMarkdown = (source: string): string =>
  withoutDirections(markdown.renderer.render(tokensOf(source), markdown.options, {}));

/** Whether pictures are asked for, of which there would be an exclamation mark and a link. */
export const hasPictures = (source: string): boolean =>
  tokensOf(source).some(({ children }) =>
    children?.some(({ type }, index) => type === "link_open" && children[index - 1]?.content.endsWith("!")),
  );

interface Level {
  /** before the first line of an item, and before those that follow */
  first: string;
  rest: string;
  isBegun: boolean;
  /** the number of the next item; null in a list without numbers */
  next: number | null;
}

/** Markdown as plain text for people: links as "text (address)", headings underlined, lists and quotations with their marks. */
export function markdownAsText(source: string): string {
  const levels: Level[] = [];
  const lines: string[] = [];
  const write = (text: string) => {
    for (const line of text.split("\n")) {
      const before = levels.map((level) => (level.isBegun ? level.rest : level.first)).join("");
      for (const level of levels) level.isBegun = true;
      lines.push((before + line).trimEnd());
    }
  };
  const leaveRoom = () => {
    if (lines.length > 0 && lines.at(-1) !== "") lines.push("");
  };
  const enter = (first: string, rest: string, next: number | null = null) =>
    levels.push({ first, rest, next, isBegun: false });

  let heading = 0;
  for (const token of tokensOf(source)) {
    switch (token.type) {
      case "heading_open":
        heading = Number(token.tag[1]);
        leaveRoom();
        break;
      case "heading_close":
        heading = 0;
        break;
      case "paragraph_open":
        if (!token.hidden && (levels.length === 0 || levels.slice(-2).some(({ isBegun }) => isBegun))) leaveRoom();
        break;
      case "inline": {
        const text = inlineText(token.children ?? []);
        write(text);
        if (heading > 0 && heading < 4) write((heading === 2 ? "=" : "-").repeat(Math.min(60, [...text].length)));
        break;
      }
      case "bullet_list_open":
      case "ordered_list_open":
        if (levels.length === 0) leaveRoom();
        enter("", "", token.type === "ordered_list_open" ? Number(token.attrGet("start") ?? 1) : null);
        break;
      case "list_item_open": {
        const list = levels.at(-1);
        const mark = list?.next == null ? "- " : `${list.next}. `;
        if (list?.next != null) list.next += 1;
        enter(mark, " ".repeat(mark.length));
        break;
      }
      case "blockquote_open":
        leaveRoom();
        enter("> ", "> ");
        break;
      case "bullet_list_close":
      case "ordered_list_close":
      case "list_item_close":
      case "blockquote_close":
        levels.pop();
        break;
      case "fence":
      case "code_block":
        leaveRoom();
        write(token.content.trimEnd());
        break;
      case "hr":
        leaveRoom();
        write("---");
        break;
    }
  }
  return withoutDirections(lines.join("\n")).trim();
}

function inlineText(tokens: Token[]): string {
  let text = "";
  const links: { url: string; from: number }[] = [];
  for (const token of tokens) {
    if (token.type === "link_open") links.push({ url: String(token.attrGet("href") ?? ""), from: text.length });
    else if (token.type === "link_close") {
      const { url, from } = links.pop() ?? { url: "", from: 0 };
      const label = text.slice(from);
      if (url && label !== url && `mailto:${label}` !== url) text += ` (${url.replace(/^mailto:/, "")})`;
    } else if (token.type === "softbreak" || token.type === "hardbreak") text += "\n";
    else text += token.content;
  }
  return text;
}
