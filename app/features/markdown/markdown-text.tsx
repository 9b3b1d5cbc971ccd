import { renderLinks, renderMarkdown } from "../../platform/text/markdown.ts";
import { RenderedMarkdown } from "../../ui/rendered-markdown.tsx";

export function MarkdownText({ text, top = 2 }: { text: string; top?: number }) {
  return text ? (
    <RenderedMarkdown className="prose" html={renderMarkdown(text, { top, breaks: true, origin: "" })} />
  ) : null;
}

/** A text of one line in which links are all that is marked. */
export const LinkedText = ({ text }: { text: string }) => <RenderedMarkdown html={renderLinks(text)} />;

export const markdownHint =
  "Markdown: **bold**, [links](https://…), - lists, ## headings. An address such as https://… becomes a link, too.";
