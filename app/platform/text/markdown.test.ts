import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leastCpuTime } from "../cpu-time.fixture.ts";
import { hasPictures, renderMarkdown } from "./markdown.ts";
import { markdownAsText } from "./markdown-as-text.ts";

describe("Markdown as HTML", () => {
  it("has paragraphs, lists, quotations, code and links, and headings from level 2", () => {
    const html = renderMarkdown(
      "# Aloha\n\nRead *this* at [our site](https://example.org/a?b=1&c).\n\n- one\n- two\n\n> said\n\n`x`",
    );
    expect(html).toContain("<h2>Aloha</h2>");
    expect(html).toContain('<a href="https://example.org/a?b=1&amp;c" rel="noopener noreferrer">our site</a>');
    expect(html).toContain("<li>one</li>");
    expect(html).toContain("<blockquote>");
    expect(renderMarkdown("# A\n\n###### Deep")).toBe("<h2>A</h2>\n<h6>Deep</h6>\n");
    expect(renderMarkdown("[Write](mailto:aloha@example.org)")).toContain('href="mailto:aloha@example.org"');
  });

  it.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<!-- hidden -->",
    "[a](javascript:alert(1))",
    "[a](JaVaScRiPt:alert(1))",
    "[a](java&#115;cript:alert(1))",
    "[a](&#106;avascript&colon;alert(1))",
    "[a](<java\tscript:alert(1)>)",
    "[a](data:text/html;base64,PHNjcmlwdD4=)",
    "[a](vbscript:x)",
    "[a](file:///etc/passwd)",
    "[a](//evil.example)",
    "[a](/admin)",
    "[a](https://bank.example@evil.example/)",
    "[a](mailto:a@b.example?bcc=c@d.example, e@f.example)",
    "<javascript:alert(1)>",
    "![a](https://evil.example/pixel.gif)",
    "![a](javascript:alert(1))",
    "[a]: javascript:alert(1)\n\n[a]",
    '[a](https://example.org "onmouseover=alert(1)\\"")',
    "```<script>\nalert(1)\n```",
    '"><svg onload=alert(1)>',
  ])("contains no script and no unsafe link: %s", (source) => {
    const html = renderMarkdown(source);
    const tags = [...html.matchAll(/<\/?([a-z0-9]+)([^>]*)>/g)];
    for (const [, name, attributes = ""] of tags) {
      expect(["p", "a", "code", "pre", "em", "strong"]).toContain(name);
      expect(attributes).toMatch(
        /^( (href="(https?:\/\/|mailto:)[^"]*"|rel="noopener noreferrer"|title="[^"]*"|class="language-[^"]*"))*$/,
      );
    }
    expect(html.replace(/<[^>]*>/g, "")).not.toContain("<");
    expect(html).not.toMatch(/href="https:\/\/bank/);
  });

  it("has no other attribute or URL scheme, whatever is typed", () => {
    const pieces = [
      "[",
      "](",
      ")",
      "<",
      ">",
      "!",
      "`",
      "*",
      "_",
      "#",
      "\n",
      " ",
      "javascript:",
      "data:",
      "https://a.example",
      "&#58;",
      "&lt;",
      '"',
      "'",
      "|",
      "-",
      "=",
      "onload",
      "\\",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
        const html = renderMarkdown(parts.join(""));
        for (const [, attributes = ""] of html.matchAll(/<[a-z0-9]+([^>]*)>/g))
          expect(attributes).toMatch(
            /^( (href="(https?:\/\/|mailto:)[^"]*"|rel="noopener noreferrer"|title="[^"]*"|class="language-[^"]*"|start="\d+"))*$/,
          );
      }),
      { numRuns: 500 },
    );
  });

  it("keeps names and characters as they are, but no direction marks", () => {
    expect(renderMarkdown("ʻOkina & kahakō, &amp; 漢字 🌺")).toBe("<p>ʻOkina &amp; kahakō, &amp; 漢字 🌺</p>\n");
    expect(renderMarkdown("pay &#8238;gnp.exe &#x2066;x")).toBe("<p>pay gnp.exe x</p>\n");
    expect(markdownAsText("pay \u202Egnp.exe &#8238;x")).toBe("pay gnp.exe x");
    expect(renderMarkdown("pay \u202Egnp.exe\u202C \u2066x\u2069")).toBe("<p>pay gnp.exe x</p>\n");
  });

  it("has no tables, whose alignment would be an inline style", () => {
    expect(renderMarkdown("| a |\n|:-:|\n| b |")).not.toContain("table");
  });

  it.each(["[", "*a ", "`", "> ", "![", "<a ", "- ", "a](", "_a*", "&#", "[a](", "(", "\\"])(
    "renders 100,000 characters of %j in moderate time",
    async (piece) => {
      const source = piece.repeat(Math.ceil(100_000 / piece.length)).slice(0, 100_000);
      const read = () => [renderMarkdown(source), markdownAsText(source)];
      expect(await leastCpuTime(read, 2000)).toBeLessThan(2000);
    },
  );
});

it("finds pictures, including those by reference, but none in code", () => {
  expect(hasPictures("Look: ![a](https://example.org/a.png)")).toBe(true);
  expect(hasPictures("![a][b]\n\n[b]: https://example.org/a.png")).toBe(true);
  expect(hasPictures("`![a](https://example.org/a.png)`")).toBe(false);
});
