import { renderLinks, renderMarkdown } from "../../platform/text/markdown.ts";
import { RenderedMarkdown } from "../../ui/rendered-markdown.tsx";

/** The last rendered texts: an isolate renders the same ones again whenever it renders their pages. */
const rendered = new Map<string, string>();
const mostRendered = 100;

function renderText(text: string, top: number): string {
  const key = `${top} ${text}`;
  const known = rendered.get(key);
  if (known !== undefined) return known;
  if (rendered.size >= mostRendered) rendered.clear();
  const html = renderMarkdown(text, { top, breaks: true, origin: "" });
  rendered.set(key, html);
  return html;
}

export function MarkdownText({ text, top = 2 }: { text: string; top?: number }) {
  return text ? <RenderedMarkdown className="prose" html={renderText(text, top)} /> : null;
}

/** A text of one line in which links are all that is marked. */
export const LinkedText = ({ text }: { text: string }) => <RenderedMarkdown html={renderLinks(text)} />;

export const markdownHint =
  "Markdown: **bold**, [links](https://…), - lists, ## headings. An address such as https://… becomes a link, too.";
