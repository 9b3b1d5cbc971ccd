import type { Token } from "markdown-it";
import { withoutDirections } from "./directions.ts";
import { linkTokensOf, tokensOf } from "./markdown.ts";

interface Level {
  /** prefix of the first line of an item; `rest` is that of the following lines */
  first: string;
  rest: string;
  isBegun: boolean;
  /** the number of the next item; null in an unordered list */
  next: number | null;
}

/**
 * Renders Markdown as readable plain text: links as "text (address)", underlined headings, marked lists and quotes.
 * @param origin of this site in emails, as in `tokensOf`
 */
export const markdownAsText = (source: string, origin?: string): string => tokensAsText(tokensOf(source, { origin }));

/** Renders a text of one line with links alone in the same way. */
export const linksAsText = (source: string): string => tokensAsText(linkTokensOf(source));

/** Renders tokens of Markdown as plain text: a picture as its description, a row of a table as one line. */
export function tokensAsText(tokens: readonly Token[]): string {
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
  let row: string[] | null = null;
  for (const token of tokens) {
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
        if (row) {
          row.push(text);
          break;
        }
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
      case "table_open":
        leaveRoom();
        break;
      case "tr_open":
        row = [];
        break;
      case "tr_close":
        write((row ?? []).join(" | "));
        row = null;
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
    else if (token.type === "image") text += describedPicture(token);
    else text += token.content;
  }
  return text;
}

/** "[Picture: a canoe at dawn] Its caption" */
function describedPicture(picture: Token): string {
  const description = (picture.children ?? []).map(({ content }) => content).join("");
  const caption = String(picture.attrGet("title") ?? "");
  return [description ? `[Picture: ${description}]` : "[Picture]", caption].filter(Boolean).join(" ");
}
