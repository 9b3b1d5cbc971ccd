import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leastCpuTime } from "../../../platform/cpu-time.fixture.ts";
import { renderMarkdown } from "../../../platform/text/markdown.ts";
import { htmlAsMarkdown } from "./html-as-markdown.ts";

describe("the HTML of a calendar", () => {
  it.each([
    ["<p>One</p><p>Two<br/>lines</p>", "One\n\nTwo\nlines"],
    ["<div>Line</div><div><br></div><div>Line</div>", "Line\nLine"],
    ["Bring <b> a </b>lap<b>top</b>, <strong>“now”</strong>", "Bring **a** lap**top**, **“now”**"],
    ["no bold <b>“here”</b>x, <i>none</i> here <b></b>", "no bold “here”x, none here"],
    ["<b>one</b><b>two</b> <b><b>deep</b>er</b>", "**onetwo deeper**"],
    ["<h2>Agenda</h2>Talks", "**Agenda**\n\nTalks"],
    [
      '<a href="https://example.org/a_(b)?x=1&amp;y=2">The <b>map</b></a>',
      "[The](https://example.org/a_%28b%29?x=1&y=2) [**map**](https://example.org/a_%28b%29?x=1&y=2)",
    ],
    ["<a href='https://example.org/'>https://example.org</a>", "https://example.org"],
    ["<a href='mailto:kai@example.org'>Kai</a>", "[Kai](mailto:kai@example.org)"],
    [
      "<a href='javascript:alert(1)'>No</a> <a href='/here'>nor this</a> <a href='https://u:p@x.example'>nor that</a>",
      "No nor this nor that",
    ],
    [
      "Intro<ul><li>a<li><p>b</p><ol><li>c</li><li>d<br>e</li></ol></li></ul>end",
      "Intro\n\n- a\n- b\n    1. c\n    2. d\n        e\n\nend",
    ],
    ["<li>alone</li>text", "- alone\n\ntext"],
    ["<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"],
    ["<style>p { color: red }</style><script>x()</script><!-- no -->Yes", "Yes"],
    [
      "# not <br>- a list<br>1. nor this<br>&gt; or that<br>---<br>*a* _b_ [c](d) &lt;br&gt; `e` &amp;copy;",
      "\\# not\n\\- a list\n1\\. nor this\n\\> or that\n\\---\n\\*a\\* \\_b\\_ \\[c\\](d) \\<br> \\`e\\` \\&copy;",
    ],
  ])("%s", (html, markdown) => {
    expect(htmlAsMarkdown(html)).toBe(markdown);
  });

  const words = [
    "Aloha",
    "*a*",
    "_b_",
    "# x",
    "1. y",
    "- z",
    "+",
    "<br>",
    "<!-- q -->",
    "&copy;",
    "[a](b)",
    "![p](q)",
    "`c`",
    "~~d~~",
    "---",
    "===",
    "> q",
    "\\",
    "https://a.example/_x_",
    "a_b",
    "!",
    "(",
    "|",
    "+++",
    "kahakō",
    "🌺",
    "“q”",
    "12)",
    "**",
    "e\u0301",
  ];
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(" "));
  const inline = fc.array(fc.record({ text, as: fc.constantFrom("", "b", "a", "i"), isApart: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  });
  const blocks = fc.array(fc.record({ inline, as: fc.constantFrom("p", "div", "li", "h3", "blockquote") }), {
    minLength: 1,
    maxLength: 6,
  });
  const tagOf: Record<string, string> = { b: "b", a: 'a href="https://example.org/(x)?a=1&amp;b=_2_"', i: "i" };

  it("has the same words as Markdown, whatever signs are in them, and leads to the same pages", () => {
    fc.assert(
      fc.property(blocks, (model) => {
        const html = model.map(({ inline: runs, as }) => {
          const inside = runs.map(
            ({ text: said, as: tag, isApart }) =>
              `${isApart ? " " : ""}${tag ? `<${tagOf[tag]}>${escaped(said)}</${tag}>` : escaped(said)}`,
          );
          return as === "li" ? `<ul><li>${inside.join("")}</li></ul>` : `<${as}>${inside.join("")}</${as}>`;
        });
        const rendered = renderMarkdown(htmlAsMarkdown(html.join("")), { breaks: true });
        const plain = (each: string) => each.replace(/\s+/g, "");
        const shown = rendered
          .replace(/<[^>]*>/g, "")
          .replaceAll("&lt;", "<")
          .replaceAll("&gt;", ">")
          .replaceAll("&quot;", '"')
          .replaceAll("&amp;", "&");
        expect(plain(shown)).toBe(
          plain(model.flatMap(({ inline: runs }) => runs.map(({ text: said }) => said)).join("")),
        );
        expect(rendered).not.toMatch(/<(?:h\d|em|code|del|hr|img|pre|blockquote|s)\b/);
        expect(rendered.match(/<li>/g)?.length ?? 0).toBe(model.filter(({ as }) => as === "li").length);
        const linksOf = (given: string) => given.match(/href="https:\/\/example\.org/g)?.length ?? 0;
        expect(linksOf(rendered)).toBe(linksOf(html.join("").replace(/<\/a><a [^>]*>/g, "")));
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    "<a href='x",
    "<a ",
    "<b>",
    "<ul><li>",
    "</ul>",
    "<p",
    "*",
    "<b>“",
    "[",
    "&#",
    "<!--",
    " \u00a0",
    "<td>",
    "<a href=https://x.example/>x</a>",
  ])("of 100,000 characters of %j takes no noticeable time", async (piece) => {
    const html = `<p>${piece.repeat(100_000 / piece.length)}`;
    expect(await leastCpuTime(() => htmlAsMarkdown(html), 500)).toBeLessThan(500);
  });
});
