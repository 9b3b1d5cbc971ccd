import MarkdownIt, { type Token } from "markdown-it";
import { withoutDirections } from "./directions.ts";
import { type MarkdownRenderer, readComments, reviewMarkdown, withoutSettings } from "./pasted-markdown.ts";

/** Stored with the HTML that it has rendered. */
export const markdownRenderer = "markdown-it 15.0.3, 2";

function plainMarkdown(isLink: (url: string) => boolean): MarkdownRenderer {
  const markdown = new MarkdownIt("default", { html: false, linkify: false }).disable([
    "table",
    "image",
    "html_block",
    "html_inline",
  ]);
  readComments(markdown);
  // Any other link remains text as it was typed.
  markdown.validateLink = isLink;
  markdown.renderer.rules.link_open = (tokens, index, options, _env, renderer) => {
    // An empty link, [a](), would lead to the page it is on.
    if (!tokens[index]?.attrGet("href")) return "<a>";
    tokens[index].attrSet("rel", "noopener noreferrer");
    return renderer.renderToken(tokens, index, options);
  };
  return markdown;
}

/** Whether a text may link to a URL: only http, https and mailto, without a user name or password. */
export function isSafeAddress(url: string): boolean {
  if (/^mailto:[^\s@]+@[^\s@]+$/i.test(url)) return true;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return !username && !password;
}

const isOwnPage = (url: string) => /^\/(?![/\\])[^\s\\]*$/.test(url);

const plain = plainMarkdown(isSafeAddress);
const letters = plainMarkdown((url) => isOwnPage(url) || isSafeAddress(url));

/**
 * Parses CommonMark without tables, HTML and pictures; heading tags start at h2.
 * @param origin of this site in emails, where links to its own pages become absolute; without it they remain text
 */
export function tokensOf(source: string, origin?: string): Token[] {
  const tokens = (origin ? letters : plain).parse(withoutSettings(source), {});
  for (const link of tokens.flatMap(({ children }) => children ?? [])) {
    const href = link.type === "link_open" ? String(link.attrGet("href") ?? "") : "";
    if (isOwnPage(href)) link.attrSet("href", origin + href);
  }
  // The surrounding page has the level 1 heading.
  for (const token of tokens)
    if (/^heading_(open|close)$/.test(token.type)) token.tag = `h${Math.min(6, Number(token.tag[1]) + 1)}`;
  return tokens;
}

/** Renders Markdown (CommonMark without tables, HTML and pictures) as safe HTML; headings start at h2, `origin` as above. */
export const renderMarkdown = (source: string, origin?: string): string =>
  withoutDirections(plain.renderer.render(tokensOf(source, origin), plain.options, {}));

/** Lists what an email leaves out of a text, and what it shows as it is typed. */
export const reviewLetter = (source: string) => reviewMarkdown(letters, source);

/** Whether a text contains pictures, which would be rendered as an exclamation mark and a link. */
export const hasPictures = (source: string): boolean =>
  letters
    .parse(source, {})
    .some(({ children }) =>
      children?.some(({ type }, index) => type === "link_open" && children[index - 1]?.content.endsWith("!")),
    );
