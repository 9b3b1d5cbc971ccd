const named = new Map(
  Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    nbsp: "\u00a0",
    shy: "\u00ad",
    copy: "©",
    reg: "®",
    trade: "™",
    ndash: "–",
    mdash: "—",
    hellip: "…",
  }),
);

/**
 * In the Worker this stands in for entities (wrangler.toml): 16 kB of names of characters, of which markdown-it asks for
 * those that somebody writes. Any other name stays as it was typed; numbers markdown-it reads by itself.
 * @param text one reference: `&amp;`
 */
export const decodeHTMLStrict = (text: string): string => named.get(text.slice(1, -1)) ?? text;
