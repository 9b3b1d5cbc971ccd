import { renderMarkdown } from "../../platform/text/markdown.ts";

let latest = { markdown: "", html: "" };

/**
 * Renders the story as HTML, with its headings below the page's. Cached until the text changes: a long one takes
 * milliseconds.
 */
export function storyHtml(markdown: string): string {
  if (latest.markdown !== markdown) latest = { markdown, html: renderMarkdown(markdown) };
  return latest.html;
}
