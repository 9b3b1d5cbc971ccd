import type { MarkdownIt, StateCore, Token } from "markdown-it";

/** Web, mail and phone addresses as people type them; what follows a sentence is not part of them. */
const address = /\b(?:https?:\/\/|mailto:|tel:)[^\s<>"'`]+/gi;
const atTheEnd = /[.,;:!?*_~…’”]/;

/** Makes links of bare addresses in Markdown (markdown-it 15.0.3), in time linear in the text. */
export function linkBareAddresses(markdown: MarkdownIt): void {
  markdown.core.ruler.push("bare_links", (state) => {
    for (const token of state.tokens)
      if (token.type === "inline" && token.children) token.children = withLinks(state, token.children);
  });
}

function withLinks(state: StateCore, tokens: Token[]): Token[] {
  let depth = 0;
  return tokens.flatMap((token) => {
    if (token.type === "link_open") depth += 1;
    if (token.type === "link_close") depth -= 1;
    return token.type === "text" && depth === 0 ? partsOf(state, token.content) : [token];
  });
}

function partsOf(state: StateCore, text: string): Token[] {
  const parts: Token[] = [];
  let from = 0;
  const write = (content: string) => {
    if (content) parts.push(Object.assign(new state.Token("text", "", 0), { content }));
  };
  for (const { 0: found, index } of text.matchAll(address)) {
    const typed = withoutEnd(found);
    const href = state.md.normalizeLink(typed);
    if (!state.md.validateLink(href)) continue;
    write(text.slice(from, index));
    const opening = new state.Token("link_open", "a", 1);
    opening.attrSet("href", href);
    parts.push(opening);
    write(typed);
    parts.push(new state.Token("link_close", "a", -1));
    from = index + typed.length;
  }
  write(text.slice(from));
  return parts;
}

/** Leaves out what ends a sentence, and a bracket that was opened before the address. */
function withoutEnd(found: string): string {
  const count = (mark: string) => found.split(mark).length - 1;
  const open = { ")": count(")") - count("("), "]": count("]") - count("[") };
  let end = found.length;
  for (; end > 0; end -= 1) {
    const last = found[end - 1] ?? "";
    if ((last === ")" || last === "]") && open[last] > 0) open[last] -= 1;
    else if (!atTheEnd.test(last)) break;
  }
  return found.slice(0, end);
}
