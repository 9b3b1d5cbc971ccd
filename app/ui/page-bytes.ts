import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

const utf8 = new TextEncoder();

/** What stands in the places of the markup that is being drawn, by number; nothing interrupts a drawing. */
const placed: Uint8Array[] = [];

/** Markup for a place that `bytesOf` fills. Text cannot look like it: React writes `<` as `&lt;`. */
export const place = (bytes: Uint8Array): string => `<!--${placed.push(bytes) - 1}-->`;

/**
 * An element as markup in UTF-8. What has been drawn before stands in it as bytes, and is not drawn, joined and
 * encoded again.
 * @param finish changes the markup before its places are filled
 */
export function bytesOf(
  element: ReactElement,
  finish: (markup: string) => string = (markup) => markup,
): Uint8Array<ArrayBuffer> {
  const outer = placed.length;
  try {
    return fill(finish(renderToStaticMarkup(element)));
  } finally {
    placed.length = outer;
  }
}

function fill(markup: string): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const add = (piece: Uint8Array) => {
    pieces.push(piece);
    length += piece.length;
  };
  let from = 0;
  for (const { 0: mark, 1: number, index } of markup.matchAll(/<!--(\d+)-->/g)) {
    const bytes = placed[Number(number)];
    if (!bytes) continue;
    if (index > from) add(utf8.encode(markup.slice(from, index)));
    add(bytes);
    from = index + mark.length;
  }
  add(utf8.encode(markup.slice(from)));
  const page = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    page.set(piece, at);
    at += piece.length;
  }
  return page;
}
