import type MarkdownIt from "markdown-it";
import type { Token } from "markdown-it";

/** What a text from elsewhere contains that readers will not see as its writer meant it. */
export interface MarkdownReview {
  /** whether a block of settings at the top is left out */
  hasSettings: boolean;
  comments: number;
  /** what is shown as it is typed, such as HTML and links that lead nowhere */
  raw: string[];
}

export type MarkdownRenderer = InstanceType<typeof MarkdownIt>;

type Env = {
  comments?: number;
  /** before this offset no comment of whole lines begins */
  commentsFrom?: number;
  /** where the last comment of a paragraph ends */
  lastEnd?: { paragraph: string; at: number };
};

/** Lets a renderer without HTML leave out comments, and take `<br>` for a line break. */
export function readComments(markdown: MarkdownRenderer): void {
  const count = (env: Env, found: number) => {
    env.comments = (env.comments ?? 0) + found;
  };
  markdown.block.ruler.before(
    "html_block",
    "comment",
    (state, startLine, endLine, silent) => {
      const env = state.env as Env;
      const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
      if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4 || start < (env.commentsFrom ?? 0)) return false;
      if (!state.src.startsWith("<!--", start)) return false;
      let isOpen = false;
      let found = 0;
      for (let line = startLine; line < endLine; line += 1) {
        const end = state.eMarks[line] ?? 0;
        let rest = state.src.slice(line === startLine ? start : state.bMarks[line], end);
        while (rest.trim() !== "") {
          const [mark, from] = isOpen ? ["-->", rest.indexOf("-->")] : ["<!--", rest.trimStart().indexOf("<!--")];
          if (isOpen && from < 0) break;
          if (!isOpen && from !== 0) {
            env.commentsFrom = end;
            return false;
          }
          if (!isOpen) found += 1;
          rest = (isOpen ? rest : rest.trimStart()).slice(from + mark.length);
          isOpen = !isOpen;
        }
        if (isOpen) continue;
        if (!silent) {
          count(env, found);
          state.line = line + 1;
        }
        return true;
      }
      env.commentsFrom = state.src.length;
      return false;
    },
    { alt: ["paragraph", "reference", "blockquote", "list"] },
  );
  markdown.inline.ruler.before("autolink", "comment", (state, silent) => {
    const { src, pos } = state;
    if (src[pos] !== "<") return false;
    const [lineBreak] = /^<br\s{0,9}\/?>[ \t]{0,9}\n?/i.exec(src.slice(pos, pos + 32)) ?? [];
    if (lineBreak) {
      if (!silent) state.push("hardbreak", "br", 0);
      state.pos += lineBreak.length;
      return true;
    }
    if (!src.startsWith("<!--", pos)) return false;
    const env = state.env as Env;
    if (env.lastEnd?.paragraph !== src) env.lastEnd = { paragraph: src, at: src.lastIndexOf("-->") };
    if (env.lastEnd.at < pos + 4) return false;
    if (!silent) count(env, 1);
    state.pos = src.indexOf("-->", pos + 4) + 3;
    return true;
  });
}

const settings = /^\uFEFF?(---|\+\+\+)[ \t]*\n([\s\S]*?\n)\1[ \t]*(?:\n|$)/;
const setting = /^[\w"'][\w "'.-]{0,80}[:=]/;
const restOfSettings = /^(\s|#|-\s|[[\]})]|$)/;

/** Returns a text without the block of settings (front matter) that site generators and note programs put on top. */
export function withoutSettings(source: string): string {
  const [block, , lines] = settings.exec(source) ?? [];
  if (!block || !lines) return source;
  const [first = "", ...rest] = lines.trimEnd().split("\n");
  const areSettings = setting.test(first) && rest.every((line) => setting.test(line) || restOfSettings.test(line));
  return areSettings ? source.slice(block.length) : source;
}

/** The most passages that a review names. */
const mostNamed = 20;
const longestNamed = 80; // characters

const rawPassages = [
  /<!--|<\/?[a-z][^<>\n]{0,300}>/gi, // HTML
  /!?\[[^[\]\n]{0,200}\]\([^()\n]{0,300}\)/g, // links and pictures that lead nowhere
  /!?\[\[[^[\]\n]{1,200}\]\]|\[\^[^[\]\n]{1,50}\]/g, // links between notes, footnotes
  /\{\{[^{}\n]{0,300}\}\}|\{%[^%\n]{0,300}%\}/g, // codes of site generators
];

/** Lists what a renderer leaves out of a text, and what it shows as it is typed. */
export function reviewMarkdown(markdown: MarkdownRenderer, source: string): MarkdownReview {
  const env: Env = {};
  const text = withoutSettings(source);
  const inlines = markdown.parse(text, env).flatMap(({ children }) => (children ? [plainOf(children)] : []));
  const raw = inlines.flatMap((each) => [
    ...rawPassages.flatMap((passage) => each.match(passage) ?? []),
    ...each.split("\n").filter((line) => line.includes("|") && line.includes("---") && /^[\s|:-]+$/.test(line)),
  ]);
  const named = [...new Set(raw)].slice(0, mostNamed);
  return {
    hasSettings: text !== source,
    comments: env.comments ?? 0,
    raw: named.map((each) => (each.length > longestNamed ? `${each.slice(0, longestNamed)} …` : each)),
  };
}

const plainOf = (tokens: Token[]): string =>
  tokens.map(({ type, content }) => (type === "text" ? content : /break$/.test(type) ? "\n" : " ")).join("");
