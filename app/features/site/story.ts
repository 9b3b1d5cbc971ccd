import { renderMarkdown } from "../../platform/text/markdown.ts";

let latest = { markdown: "", html: "" };

/** The story as HTML, its headings below the one above it. Made again only for another text: a long one takes milliseconds. */
export function storyHtml(markdown: string): string {
  if (latest.markdown !== markdown) latest = { markdown, html: renderMarkdown(markdown) };
  return latest.html;
}
