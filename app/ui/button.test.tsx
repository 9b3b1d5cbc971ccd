import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ExternalLink, safeUrl } from "./button.tsx";

/** The protocol a browser would follow from one of our pages. */
const protocolOf = (address: string) => new URL(address, "https://hawaii.example.org/").protocol;

describe("safeUrl", () => {
  it.each(["https://example.org/", "http://example.org/a?b#c", "HTTPS://EXAMPLE.ORG", "https://hawaiʻi.example/ʻō"])(
    "accepts %s as a link",
    (address) => {
      expect(safeUrl(address)).toBe(address);
    },
  );

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "\u0001javascript:alert(1)",
    "java\nscript:alert(1)",
    "java\tscript:alert(1)",
    "javascript\r:alert(1)",
    "javascript://example.org/%0aalert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "file:///etc/passwd",
    "blob:https://example.org/1",
    "ftp://example.org",
    "mailto:a@example.org",
    "//example.org",
    "/about",
    "about",
    "https://",
    "https://bank.example@evil.example/",
    "https://:secret@evil.example/",
    "",
  ])("rejects %j as a link", (address) => {
    expect(safeUrl(address)).toBeUndefined();
  });

  it("never lets a stored value lead to javascript:", () => {
    const spelled = fc
      .array(
        fc.constantFrom(
          ..."javascript:",
          "JAVASCRIPT:",
          "javascript:",
          "\t",
          "\n",
          "\0",
          " ",
          "&colon;",
          "http:",
          "//",
          "x",
        ),
      )
      .map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(fc.oneof(spelled, fc.webUrl(), fc.string({ unit: "binary" })), (text) => {
        const address = safeUrl(text);
        if (address !== undefined) expect(protocolOf(address)).toMatch(/^https?:$/);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("ExternalLink", () => {
  const htmlOf = (href: string) => renderToStaticMarkup(<ExternalLink href={href}>Read</ExternalLink>);

  it("opens in a new tab, says so, and gives the other site no access to this one", () => {
    expect(htmlOf("https://example.org/")).toBe(
      '<a href="https://example.org/" target="_blank" rel="noopener noreferrer">Read<span class="visually-hidden"> (opens in a new tab)</span></a>',
    );
  });

  it("has no href when its address is not http(s)", () => {
    expect(htmlOf("javascript:alert(1)")).not.toContain("href");
  });
});
