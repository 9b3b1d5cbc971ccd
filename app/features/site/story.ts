import { renderMarkdown } from "../../platform/text/markdown.ts";

let latest = { markdown: "", html: "" };

/** The story as HTML, with headings below the page's. Cached until it changes: a long one takes milliseconds. */
export function storyHtml(markdown: string): string {
  if (latest.markdown !== markdown) latest = { markdown, html: renderMarkdown(markdown) };
  return latest.html;
}
