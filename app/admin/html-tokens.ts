const named: Record<string, string> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", ndash: "–", mdash: "—", hellip: "…" },
  ...{ lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", bull: "•", copy: "©", reg: "®", eacute: "é", euro: "€" },
};

/** Decodes the entities that programs write; others stay as they are. */
const withoutEntities = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (all, number, hex, name) => {
    if (name) return named[name.toLowerCase()] ?? all;
    const code = number ? Number(number) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : all;
  });

/** Yields the parts between comments, each with the comment behind it; one that never ends is text. */
function* partsOf(html: string): Generator<[part: string, comment: string]> {
  let from = 0;
  for (let at = html.indexOf("<!--"); at >= 0; at = html.indexOf("<!--", from)) {
    const end = html.indexOf("-->", at + 4);
    if (end < 0) break;
    yield [html.slice(from, at), html.slice(at, end + 3)];
    from = end + 3;
  }
  yield [html.slice(from), ""];
}

/** A tag, or text before the next one; a "<" that begins none is text. Words are taken whole, so that none is read twice. */
const token = /<\/?([a-z][a-z0-9-]*(?![a-z0-9-]))([^<>]*)>|[^<]+|</gi;

/** A tag with its name in lower case, or a text without one. */
export interface HtmlToken {
  name: string;
  isEnd: boolean;
  attributes: string;
  /** with its entities decoded; empty for a tag */
  text: string;
  /** where it begins, counted from 1 */
  line: number;
}

const breaksIn = (text: string) => text.split("\n").length - 1;

export function* htmlTokens(html: string): Generator<HtmlToken> {
  let line = 1;
  for (const [part, comment] of partsOf(html)) {
    for (const [all, tag = "", attributes = ""] of part.matchAll(token)) {
      const text = tag ? "" : withoutEntities(all);
      yield { name: tag.toLowerCase(), isEnd: all.startsWith("</"), attributes, text, line };
      line += breaksIn(all);
    }
    line += breaksIn(comment);
  }
}

/** The value of an attribute, without quotation marks and with its entities decoded; "" if there is none. */
export function attributeOf({ attributes }: HtmlToken, name: string): string {
  const found = attributes.matchAll(/(?<![\w-])([a-z][\w-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi);
  for (const [, each, double, single, bare] of found)
    if (each?.toLowerCase() === name) return withoutEntities(double ?? single ?? bare ?? "").trim();
  return "";
}
