import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Announcement } from "./announcement.tsx";
import { Bar, currentLink } from "./bar.tsx";
import { Footer } from "./footer.tsx";
import { adminStyleSheetPath, styleSheetOf } from "./style-sheet.ts";

interface ShellProps {
  bar: Omit<ComponentProps<typeof Bar>, "current">;
  footer: Omit<ComponentProps<typeof Footer>, "year">;
}

interface Page {
  /** The document with an empty shell, as rendered by the root route. */
  html: string;
  path: string;
  /** The navigation link that the page belongs to, if its path does not show it. */
  section?: string;
  /** Without bar and footer. */
  bare: boolean;
  /** With the style sheet of the admin area, which is a file. */
  admin: boolean;
  year: number;
  announcement?: ComponentProps<typeof Announcement> | null;
}

const utf8 = new TextEncoder();
const afterHead = "</head><body>";
const adminStyle = `<link rel="stylesheet" href="${adminStyleSheetPath}">`;
const afterPage = "</body></html>";

/**
 * Adds the shell to what React rendered: style sheet, bar, footer. They are most of a page's bytes and shared by many
 * pages, so each is rendered and encoded once; keyed by style sheet, section and year, never by visitors' input.
 */
export function createPageShell({ bar, footer }: ShellProps) {
  const made = new Map<string, Uint8Array>();
  const hashes = new Map<string, string>();

  function once(key: string, markup: () => string): Uint8Array {
    const known = made.get(key);
    if (known) return known;
    const bytes = utf8.encode(markup());
    made.set(key, bytes);
    return bytes;
  }

  async function styleOf(html: string) {
    const { name, text } = styleSheetOf(html);
    const styleHash = hashes.get(name) ?? (await sha256(text));
    hashes.set(name, styleHash);
    return { style: once(`style ${name}`, () => `<style>${text}</style>`), styleHash };
  }

  /** @returns the page in UTF-8, and the base64 SHA-256 of its style element, if any, for the CSP */
  return async ({ html, path, section, bare, admin, year, announcement }: Page) => {
    const { style, styleHash } = admin ? { style: adminStyle, styleHash: undefined } : await styleOf(html);
    const headEnd = html.indexOf(afterHead);
    const current = currentLink(bar.links, path, section);
    const bytes = join([
      html.slice(0, headEnd),
      style,
      afterHead,
      bare
        ? ""
        : once(`bar ${current?.to} ${current?.state}`, () => renderToStaticMarkup(<Bar {...bar} current={current} />)),
      announcement && !bare ? renderToStaticMarkup(<Announcement {...announcement} />) : "",
      html.slice(headEnd + afterHead.length, -afterPage.length),
      bare ? "" : once(`footer ${year}`, () => renderToStaticMarkup(<Footer {...footer} year={year} />)),
      afterPage,
    ]);
    return { bytes, styleHash };
  };
}

async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", utf8.encode(text)));
  return btoa(String.fromCharCode(...digest));
}

function join(pieces: (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const encoded = pieces.map((piece) => (typeof piece === "string" ? utf8.encode(piece) : piece));
  const whole = new Uint8Array(encoded.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of encoded) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
