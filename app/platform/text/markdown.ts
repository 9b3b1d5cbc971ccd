import MarkdownIt, { type Token } from "markdown-it";
import { linkBareAddresses } from "./bare-links.ts";
import { withoutDirections } from "./directions.ts";

/** Stored with the HTML that it has rendered. */
export const markdownRenderer = "markdown-it 15.0.3, texts 2";

const markdown = new MarkdownIt("default", { html: false, linkify: false }).disable([
  "table",
  "image",
  "html_block",
  "html_inline",
]);

/** Whether a text may link to a URL: only http, https, mailto and tel, without a user name or password. */
export function isSafeAddress(url: string): boolean {
  if (/^mailto:[^\s@]+@[^\s@]+$/i.test(url)) return true;
  if (/^tel:\+?[\d().-]{3,30}$/i.test(url)) return true;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return !username && !password;
}

markdown.use(linkBareAddresses);

// Any other link remains text as it was typed.
markdown.validateLink = isSafeAddress;

markdown.renderer.rules.link_open = (tokens, index, options, _env, renderer) => {
  // An empty link, [a](), would lead to the page it is on.
  if (!tokens[index]?.attrGet("href")) return "<a>";
  tokens[index].attrSet("rel", "noopener noreferrer");
  return renderer.renderToken(tokens, index, options);
};

/** Parses CommonMark without tables, HTML and pictures. @param top the level of its first headings */
export function tokensOf(source: string, top = 2): Token[] {
  const tokens = markdown.parse(source, {});
  // The surrounding page has the level 1 heading.
  for (const token of tokens)
    if (/^heading_(open|close)$/.test(token.type)) token.tag = `h${Math.min(6, Number(token.tag[1]) + top - 1)}`;
  return tokens;
}

/**
 * Renders Markdown (CommonMark without tables, HTML and pictures) as safe HTML.
 * @param top the level of its first headings
 * @param breaks whether a single line break is kept
 */
export const renderMarkdown = (source: string, { top = 2, breaks = false } = {}): string =>
  withoutDirections(markdown.renderer.render(tokensOf(source, top), { ...markdown.options, breaks }, {}));

/** Whether a text contains pictures, which would be rendered as an exclamation mark and a link. */
export const hasPictures = (source: string): boolean =>
  tokensOf(source).some(({ children }) =>
    children?.some(({ type }, index) => type === "link_open" && children[index - 1]?.content.endsWith("!")),
  );
