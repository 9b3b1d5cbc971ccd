import { decoded } from "./page.ts";

/** A page as React writes it: every tag in one canonical form, so anything else that looks like a tag was injected. */
const tag = /<(\/?)([a-z][a-zA-Z0-9-]*)((?: [a-zA-Z][a-zA-Z0-9:-]*(?:="[^"<>]*")?)*)(?:\s?\/)?>/g;
const leading = new Set(["href", "src", "action", "formaction", "xlink:href", "data", "srcdoc", "poster"]);
const scripted = /^(javascript|vbscript|data|blob|file|view-source):/i;

export interface Markup {
  /** every element with each of its attributes, as `element attribute` */
  pairs: Set<string>;
  /** text outside of tags that looks like a tag, and attributes that run or load something they must not */
  faults: string[];
  /** the page without its style sheet and its structured data, which are not markup */
  rest: string;
}

/** Parses a page; whatever no template of ours could have written is a fault. */
export function readMarkup(html: string): Markup {
  const pairs = new Set<string>();
  const faults: string[] = [];
  const rest = html
    .replace(/^<!DOCTYPE html>/, "")
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<script type="application\/(?:ld\+)?json">[^<]*<\/script>/g, "")
    .replaceAll("<!-- -->", "");
  const text = rest.replace(tag, (whole, closing: string, name: string, attributes: string) => {
    if (closing) return "";
    pairs.add(name);
    // The style sheet, the structured data and the data of islands have been removed by now; any others are not ours.
    if (name === "style" || (name === "script" && !/ src="/.test(attributes))) faults.push(`raw: ${whole}`);
    for (const [, attribute = "", value = ""] of attributes.matchAll(/ ([^ =]+)(?:="([^"]*)")?/g)) {
      pairs.add(`${name} ${attribute}`);
      const address = decoded(value).replace(/[\s\p{Cc}]/gu, ""); // as browsers read URLs
      if (leading.has(attribute.toLowerCase()) && scripted.test(address))
        faults.push(`${name} ${attribute}=${address}`);
      if (/^on/i.test(attribute) || attribute === "style") faults.push(`${name} has ${attribute}`);
    }
    return "";
  });
  const raw = /.{0,40}[<>].{0,40}/su.exec(text)?.[0];
  if (raw) faults.push(`raw: ${raw}`);
  return { pairs, faults, rest };
}
