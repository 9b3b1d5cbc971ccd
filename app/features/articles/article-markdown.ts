import MarkdownIt, { type Token } from "markdown-it";
import { once } from "../../platform/once.ts";
import { linkBareAddresses } from "../../platform/text/bare-links.ts";
import { withoutDirections } from "../../platform/text/directions.ts";
import { slugOf } from "../../platform/text/heading-id.ts";
import { isSafeAddress } from "../../platform/text/markdown.ts";
import { tokensAsText } from "../../platform/text/markdown-as-text.ts";
import { readComments, reviewMarkdown, withoutSettings } from "../../platform/text/pasted-markdown.ts";
import { wordsOf } from "../../platform/text/reading-time.ts";
import type { Heading } from "../../ui/outline.tsx";
import { mailPictureAt, sourcesOf, uploadAt } from "../pictures/picture.ts";

/** Stored with the HTML that it made; HTML of another renderer is made anew when the article is read. */
export const articleRenderer = "markdown-it 15.0.3, articles 5";

export interface RenderedArticle {
  html: string;
  outline: Heading[];
  words: number;
}

/** Ids that the surrounding page uses. */
const ofThePage = ["main", "more"];

const ownPage = /^(#|\/(?![/\\]))[^\s\\]*$/;
const ownPicture = /^\/(Images|uploads)\/[^\s\\]+$/;

/** Browsers resolve dot segments, plain or percent-encoded, before they send a request. */
const isOwnPicture = (src: string) =>
  ownPicture.test(src) && ownPicture.test(new URL(src, "https://site.invalid").pathname);

/** A picture in an email shrinks with a narrow window, and its description is readable where pictures are off. */
const pictureStyle = "display:block;max-width:100%;height:auto;font-size:14px";

/** The `sizes` of a picture that is as wide as the text (app/ui/css/prose.css). */
const textWidth = "(min-width: 42rem) 38rem, 92vw";

const markdown = once(() => {
  const markdown = new MarkdownIt("default", { html: false, linkify: false }).disable(["html_block", "html_inline"]);
  markdown.use(linkBareAddresses);

  readComments(markdown);

  markdown.validateLink = (url) => ownPage.test(url) || isSafeAddress(url);

  markdown.renderer.rules.link_open = (tokens, index, options, _env, renderer) =>
    // A link without a URL, [a](), would lead to the page that it is on.
    tokens[index]?.attrGet("href") ? renderer.renderToken(tokens, index, options) : "<a>";

  markdown.renderer.rules.image = (tokens, index, _options, env) => {
    const { escapeHtml } = markdown.utils;
    const token = tokens[index];
    const [src, alt] = [sourceOf(token), textOf(token?.children ?? [])];
    const origin = typeof env?.origin === "string" ? env.origin : undefined;
    const inMail = origin === undefined ? null : mailPictureAt(src);
    if (!isOwnPicture(src) || (origin !== undefined && !inMail)) return escapeHtml(alt);
    const size = uploadAt(src)?.size;
    const { srcSet, sizes } = sourcesOf(src, textWidth);
    const attributes = inMail
      ? { src: origin + inMail.path, alt, width: inMail.width, height: inMail.height, style: pictureStyle }
      : { src, alt, ...size, srcset: srcSet, sizes, loading: "lazy", decoding: "async" };
    const written = Object.entries(attributes).flatMap(([name, value]) =>
      value === undefined ? [] : `${name}="${escapeHtml(String(value))}"`,
    );
    const caption = token?.meta?.isFramed ? token.attrGet("title") : null;
    const [opening, closing] = inMail ? [`<br><small>`, "</small>"] : ["<figcaption>", "</figcaption>"];
    return `<img ${written.join(" ")}>${caption ? opening + escapeHtml(String(caption)) + closing : ""}`;
  };
  return markdown;
});

const sourceOf = (token: Token | undefined) => String(token?.attrGet("src") ?? "");

/** Turns a picture that has a paragraph to itself into a figure; its title becomes the caption. */
function frame(opening: Token | undefined, content: Token, closing: Token | undefined): void {
  const [picture, ...more] = content.children ?? [];
  if (picture?.type !== "image" || more.length > 0 || !isOwnPicture(sourceOf(picture))) return;
  if (opening?.type !== "paragraph_open" || opening.hidden || !closing) return;
  opening.tag = closing.tag = "figure";
  picture.meta = { isFramed: true };
}

const textOf = (tokens: Token[]): string => tokens.map(({ content }) => content).join("");

function tokensOf(source: string): Token[] {
  const tokens = markdown().parse(withoutSettings(source), {});
  // The surrounding page has the level 1 heading, and no level is left out below it.
  const levelOf = ({ tag }: Token) => Math.max(2, Number(tag[1]));
  const highest = Math.min(...tokens.filter(({ type }) => type === "heading_open").map(levelOf));
  let cell = 0;
  let isInHead = false;
  for (const [index, token] of tokens.entries()) {
    if (token.type === "inline") frame(tokens[index - 1], token, tokens[index + 1]);
    else if (token.type === "heading_open" || token.type === "heading_close")
      token.tag = `h${levelOf(token) - highest + 2}`;
    else if (token.type === "thead_open" || token.type === "tbody_open") isInHead = token.type === "thead_open";
    else if (token.type === "tr_open") cell = 0;
    else if (/^t[hd]_open$/.test(token.type)) {
      // This drops the alignment, which would be an inline style.
      token.attrs = isInHead ? [["scope", "col"]] : cell === 0 ? [["scope", "row"]] : null;
      token.tag = isInHead || cell === 0 ? "th" : "td";
      cell += 1;
    } else if (token.type === "td_close") token.tag = cell === 1 ? "th" : "td";
  }
  return tokens;
}

/** Gives the headings of level 2 their ids. @returns these headings */
function nameHeadings(tokens: Token[]): Heading[] {
  const taken = new Set(ofThePage);
  const latest = new Map<string, number>();
  return tokens.flatMap((token, index) => {
    if (token.type !== "heading_open" || token.tag !== "h2") return [];
    const text = withoutDirections(textOf(tokens[index + 1]?.children ?? []));
    const slug = slugOf(text) || "section";
    let number = latest.get(slug) ?? 0;
    let id: string;
    do {
      number += 1;
      id = number === 1 ? slug : `${slug}-${number}`;
    } while (taken.has(id));
    latest.set(slug, number);
    taken.add(id);
    token.attrSet("id", id);
    return [{ id, text }];
  });
}

/**
 * Renders Markdown (CommonMark and tables, without HTML) as HTML that runs no scripts: headings start at h2, whichever level theirs do, with ids
 * made from their words; links lead to pages of this site or to http, https and mailto URLs; pictures are this site's
 * own, in a figure if they have a paragraph to themselves.
 */
export function renderArticle(source: string): RenderedArticle {
  const tokens = tokensOf(source);
  const outline = nameHeadings(tokens);
  const html = withoutDirections(markdown().renderer.render(tokens, markdown().options, {}));
  return { html, outline, words: wordsOf(withoutSettings(source)) };
}

export interface Letter {
  origin: string;
  path: string;
}

function letterTokens(source: string, { origin, path }: Letter): Token[] {
  const tokens = tokensOf(source);
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    const href = token.type === "link_open" ? String(token.attrGet("href") ?? "") : "";
    if (href) token.attrSet("rel", "noopener noreferrer");
    if (ownPage.test(href)) token.attrSet("href", origin + (href.startsWith("#") ? path : "") + href);
  }
  for (const token of tokens) {
    if (token.tag === "figure") token.tag = "p";
    if (token.type === "table_open") token.attrSet("style", "border-collapse:collapse");
    if (/^t[hd]_open$/.test(token.type))
      token.attrs = [
        ...(token.attrs ?? []),
        ["style", "border:1px solid #888;padding:6px 10px;text-align:left;overflow-wrap:break-word;word-break:normal"],
      ];
  }
  return tokens;
}

export const renderLetter = (source: string, letter: Letter): string =>
  withoutDirections(
    markdown().renderer.render(letterTokens(source, letter), markdown().options, { origin: letter.origin }),
  );

export const letterAsText = (source: string, letter: Letter): string => tokensAsText(letterTokens(source, letter));

export const picturesOf = (source: string): string[] =>
  tokensOf(source).flatMap(({ children }) =>
    (children ?? []).filter(({ type }) => type === "image").map((token) => sourceOf(token)),
  );

export const reviewArticle = (source: string) => reviewMarkdown(markdown(), source);

/** Whether a text contains a picture that is not this site's own, for which only its description would be shown. */
export const hasForeignPictures = (source: string): boolean =>
  markdown()
    .parse(source, {})
    .some(({ children }) => children?.some((token) => token.type === "image" && !isOwnPicture(sourceOf(token))));
