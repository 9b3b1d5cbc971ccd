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
 * Replaces entities in the Worker (worker-bundle.ts): 16 kB of character names, which markdown-it uses to decode references.
 * Names that are not listed here stay as typed; markdown-it decodes numeric references itself.
 * @param text one reference: `&amp;`
 */
export const decodeHTMLStrict = (text: string): string => named.get(text.slice(1, -1)) ?? text;
