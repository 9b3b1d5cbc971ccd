import MarkdownIt, { type Token } from "markdown-it";
import { withoutDirections } from "./directions.ts";

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

/** Of CommonMark without tables, HTML and pictures; the tags of headings begin at h2. */
export function tokensOf(source: string): Token[] {
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
