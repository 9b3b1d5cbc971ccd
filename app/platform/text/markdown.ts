import MarkdownIt, { type Token } from "markdown-it";
import { once } from "../once.ts";
import { linkBareAddresses } from "./bare-links.ts";
import { withoutDirections } from "./directions.ts";
import { type MarkdownRenderer, readComments, withoutSettings } from "./pasted-markdown.ts";

function plainMarkdown(isLink: (url: string) => boolean): MarkdownRenderer {
  const markdown = new MarkdownIt("default", { html: false, linkify: false }).disable([
    "table",
    "image",
    "html_block",
    "html_inline",
  ]);
  readComments(markdown);
  return withLinks(markdown, isLink);
}

function withLinks(markdown: MarkdownRenderer, isLink: (url: string) => boolean): MarkdownRenderer {
  markdown.use(linkBareAddresses);
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

/** Whether a text may link to a URL: only http, https, mailto and tel, without a user name or password. */
export function isSafeAddress(url: string): boolean {
  if (/^mailto:[^\s@]+@[^\s@]+$/i.test(url)) return true;
  if (/^tel:\+?[\d().-]{3,30}$/i.test(url)) return true;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return !username && !password;
}

const isOwnPage = (url: string) => /^\/(?![/\\])[^\s\\]*$/.test(url);

const plain = once(() => plainMarkdown(isSafeAddress));
const letters = once(() => plainMarkdown((url) => isOwnPage(url) || isSafeAddress(url)));
const links = once(() => withLinks(new MarkdownIt("zero").enable("link"), isSafeAddress));

interface Rendered {
  /** the level of the text's highest headings; 2 unless given */
  top?: number;
  /** what links to pages of this site begin with: its origin in emails and files, "" on its own pages; without it they remain text */
  origin?: string;
}

/** Parses CommonMark without tables, HTML and pictures. */
export function tokensOf(source: string, { top = 2, origin }: Rendered = {}): Token[] {
  const tokens = (origin === undefined ? plain() : letters()).parse(withoutSettings(source), {});
  for (const link of tokens.flatMap(({ children }) => children ?? [])) {
    const href = link.type === "link_open" ? String(link.attrGet("href") ?? "") : "";
    if (isOwnPage(href)) link.attrSet("href", origin + href);
  }
  // The surrounding page has the headings above; people begin with # or ##.
  const headings = tokens.filter(({ type }) => /^heading_(open|close)$/.test(type));
  const levelOf = ({ tag }: Token) => Number(tag[1]);
  const highest = Math.min(...headings.map(levelOf));
  for (const heading of headings) heading.tag = `h${Math.min(6, levelOf(heading) - highest + top)}`;
  return tokens;
}

/** CommonMark without tables, HTML and pictures, as safe HTML. @param breaks whether a single line break is kept */
export const renderMarkdown = (
  source: string,
  { breaks = false, ...rendered }: Rendered & { breaks?: boolean } = {},
): string => withoutDirections(plain().renderer.render(tokensOf(source, rendered), { ...plain().options, breaks }, {}));

/** Whether a text contains pictures, which would be rendered as an exclamation mark and a link. */
export const hasPictures = (source: string): boolean =>
  letters()
    .parse(source, {})
    .some(({ children }) =>
      children?.some(({ type }, index) => type === "link_open" && children[index - 1]?.content.endsWith("!")),
    );

/** Parses a text of one line in which links are all that is marked: "[words](https://…)", or the address alone. */
export const linkTokensOf = (source: string): Token[] => links().parseInline(source, {});

export const renderLinks = (source: string): string =>
  withoutDirections(links().renderer.render(linkTokensOf(source), links().options, {}));
