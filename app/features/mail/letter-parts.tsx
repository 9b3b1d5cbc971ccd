import { Fragment, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Publisher } from "../../site.ts";

// Mail clients do not load our style sheets, so each element carries inline styles; no CSP blocks them there.
const fonts = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
/** On a table, because Gmail, Outlook and Yahoo drop `<main>`, and Outlook for Windows takes widths only on tables. */
const column = {
  width: "100%",
  maxWidth: 600,
  margin: "0 auto",
  borderCollapse: "collapse",
  // Else a picture would widen the column beyond a narrow window.
  tableLayout: "fixed",
} as const;
const sheet = {
  padding: 24,
  backgroundColor: "#ffffff",
  color: "#1b2a30",
  fontFamily: fonts,
  fontSize: 16,
  lineHeight: 1.5,
  // Gmail supports only the second one
  overflowWrap: "anywhere",
  wordBreak: "break-word",
} as const;
const button = {
  display: "inline-block",
  padding: "12px 20px",
  borderRadius: 6,
  backgroundColor: "#0b5563",
  color: "#ffffff",
  fontWeight: 600,
};
const unquoted = { margin: "0 0 16px" };
const quoted = { ...unquoted, borderLeft: "3px solid #7a8b91", paddingLeft: 12 };
const dark = [
  "@media (prefers-color-scheme: dark) {",
  "body, .sheet { background-color: #0f1c21 !important; color: #e8f0f2 !important }",
  "a { color: #7fd6e4 } .button { background-color: #7fd6e4 !important; color: #0f1c21 !important }",
  "}",
].join(" ");

/** Makes text that an admin typed fit for a subject: without line breaks and other control characters. */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();

interface LetterPage {
  title: string;
  /** what mail clients show beside the subject; hidden in the email itself */
  preview?: string;
  children: ReactNode;
  signature: ReactNode;
}

/** One column of at most 600 px, in the device's system font, and dark if the device is. */
export function letterPage({ title, preview, children, signature }: LetterPage): string {
  const html = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <style>{dark}</style>
      </head>
      <body style={{ margin: 0, backgroundColor: "#ffffff", fontFamily: fonts }}>
        {preview ? <div style={{ display: "none" }}>{preview}</div> : null}
        <main>
          <table role="presentation" style={column}>
            <tbody>
              <tr>
                <td className="sheet" style={sheet}>
                  <h1 style={{ margin: "0 0 16px", fontSize: 28, lineHeight: 1.25 }}>{title}</h1>
                  {children}
                  <p style={{ margin: "32px 0 0", fontSize: 14 }}>{signature}</p>
                </td>
              </tr>
            </tbody>
          </table>
        </main>
      </body>
    </html>,
  );
  return `<!DOCTYPE html>${html}`;
}

export const Paragraph = ({ children }: { children: ReactNode }) => <p style={unquoted}>{children}</p>;

const address = /(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]])/;
/** Turns URLs in a line that an admin typed into links, as mail clients do in plain text. */
const withLinks = (line: string): ReactNode[] =>
  line.split(address).map((part, index) => {
    if (index % 2 === 0) return part;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a URL may occur twice in a line
      <a key={index} href={part}>
        {part}
      </a>
    );
  });

/** Text that people typed, line by line; a quote is set apart and contains no links. */
export function Lines({ text, isQuoted = false }: { text: string; isQuoted?: boolean }) {
  const lines = text.split("\n").map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text have no other key
    <Fragment key={index}>
      {index > 0 ? <br /> : null}
      {isQuoted ? line : withLinks(line)}
    </Fragment>
  ));
  return isQuoted ? <blockquote style={quoted}>{lines}</blockquote> : <div style={unquoted}>{lines}</div>;
}

export const LetterButton = ({ href, children }: { href: string; children: ReactNode }) => (
  <p style={{ margin: "24px 0" }}>
    <a className="button" href={href} style={button}>
      {children}
    </a>
  </p>
);

/** The sender. @param postalAddress of the organization, in mail to lists */
export const Signature = ({ origin, site, postalAddress }: Publisher & { postalAddress?: string | null }) => (
  <>
    {site.name}, <a href={origin}>{origin.replace(/^https?:\/\//, "")}</a>
    {postalAddress ? (
      <>
        <br />
        {postalAddress}
      </>
    ) : null}
  </>
);
