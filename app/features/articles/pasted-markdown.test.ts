import { describe, expect, it } from "vitest";
import { leastCpuTime } from "../../platform/cpu-time.fixture.ts";
import { renderMarkdown } from "../../platform/text/markdown.ts";
import { markdownAsText } from "../../platform/text/markdown-as-text.ts";
import { letterAsText, renderArticle, renderLetter, reviewArticle } from "./article-markdown.ts";

const settings = "---\ntitle: Written for another site\ndate: 2026-05-01\ntags:\n  - hawaii\n- web3\n---\n";
const origin = "https://hawaii.example.org";
const htmlOf = (source: string) => renderArticle(source).html.trim();

describe("a block of settings at the top", () => {
  it.each([
    [settings, "yaml"],
    ['+++\ntitle = "Keys"\n[params]\n  deep = true\n+++\n', "toml"],
    [`\uFEFF${settings}`, "a byte order mark"],
  ])("is left out, and named (%#)", (block) => {
    expect(htmlOf(`${block}\nAloha`)).toBe("<p>Aloha</p>");
    expect(reviewArticle(`${block}\nAloha`)).toEqual({ hasSettings: true, comments: 0, raw: [] });
    expect(renderMarkdown(`${block}\nAloha`, { origin }).trim()).toBe("<p>Aloha</p>");
    expect(markdownAsText(`${block}\nAloha`, origin)).toBe("Aloha");
  });

  it.each(["---\n\nAloha\n\n---\n", "---\nAloha, all of you\n---\n", "Aloha\n\n---\nnote: x\n---\n"])(
    "is not what a rule and words are (%#)",
    (source) => {
      expect(reviewArticle(source).hasSettings).toBe(false);
      expect(htmlOf(source)).toContain("Aloha");
    },
  );
});

describe("comments", () => {
  it.each([
    ["a <!-- TODO: ask Kai --> b", "<p>a  b</p>", 1],
    ["<!-- one -->\nAloha", "<p>Aloha</p>", 1],
    ["Aloha\n<!-- one -->\nMahalo", "<p>Aloha</p>\n<p>Mahalo</p>", 1],
    ["<!-- over\n\nempty lines -->\n\nAloha", "<p>Aloha</p>", 1],
    ["<!-- one --> <!-- two -->\n\nAloha", "<p>Aloha</p>", 2],
    ["- <!-- one -->Aloha", "<ul>\n<li>Aloha</li>\n</ul>", 1],
    ["`<!-- code -->`", "<p><code>&lt;!-- code --&gt;</code></p>", 0],
    ["```\n<!-- code -->\n```", "<pre><code>&lt;!-- code --&gt;\n</code></pre>", 0],
  ])("%j: left out and counted, except in code", (source, html, comments) => {
    expect(htmlOf(source)).toBe(html);
    expect(renderMarkdown(source).trim()).toBe(html);
    expect(reviewArticle(source)).toEqual({ hasSettings: false, comments, raw: [] });
  });

  it.each(["<!-- never closed", "a <!-- never closed", "<!-- open\n\nAloha", "<!--> Aloha"])(
    "%j: shown and named if it does not end",
    (source) => {
      expect(htmlOf(source)).toContain("&lt;!--");
      expect(reviewArticle(source)).toMatchObject({ comments: 0, raw: ["<!--"] });
    },
  );

  it("take no noticeable time, however many begin", async () => {
    const read = () => {
      expect(htmlOf("<!--\n".repeat(20_000))).toContain("&lt;!--");
      expect(htmlOf("a <!-- ".repeat(14_000))).toContain("&lt;!--");
      expect(htmlOf(`${"<!--\n".repeat(20_000)}--> x`)).toBe("<p> x</p>");
    };
    expect(await leastCpuTime(read, 3000)).toBeLessThan(3000);
  });
});

it("<br> is a line break, in a table too", () => {
  expect(htmlOf("Mahalo<br>the team<BR />\nand you")).toBe("<p>Mahalo<br>\nthe team<br>\nand you</p>");
  expect(htmlOf("| a |\n|---|\n| one<br>two |")).toContain("one<br>\ntwo");
  expect(markdownAsText("Mahalo<br>\nthe team")).toBe("Mahalo\nthe team");
});

describe("what is shown as it is typed", () => {
  it("is listed for an article", () => {
    const source = [
      "[a bare host](www.example.org/join), [a page beside it](other-article) and [a file](/uploads/my file.png)",
      "<details><summary>More</summary>\n\nHidden\n\n</details>",
      '{{< figure src="a.png" >}} [[Another note]] and a footnote[^1]',
      "[fine](https://example.org), [own](/events), <https://example.org>, 1 < 2 and 3 > 2, `<b>`",
    ].join("\n\n");
    expect(reviewArticle(source).raw).toEqual([
      "[a bare host](www.example.org/join)",
      "[a page beside it](other-article)",
      "[a file](/uploads/my file.png)",
      "<details>",
      "<summary>",
      "</summary>",
      "</details>",
      "[[Another note]]",
      "[^1]",
      '{{< figure src="a.png" >}}',
    ]);
  });

  it("is listed for an issue, whose links to own pages work in the email", () => {
    const source =
      "[Reserve](/events/first)\n\n| When | What |\n|---|---|\n| Friday | Workshop |\n\n[file](ftp://example.org)";
    expect(reviewArticle(source)).toEqual({
      hasSettings: false,
      comments: 0,
      raw: ["[file](ftp://example.org)"],
    });
    const letter = { origin, path: "/newsletter/first" };
    expect(renderLetter(source, letter)).toContain('<a href="https://hawaii.example.org/events/first"');
    expect(letterAsText(source, letter)).toBe(
      "Reserve (https://hawaii.example.org/events/first)\n\nWhen | What\nFriday | Workshop\n\n[file](ftp://example.org)",
    );
    const links = renderMarkdown("[x](//evil.example) [y](/\\evil.example)", { origin }).match(/href="[^"]*"/g);
    expect(links).toEqual(['href="https://hawaii.example.org/%5Cevil.example"']);
    expect(renderMarkdown(source)).toContain("[Reserve](/events/first)");
  });

  it("is cut where it is long, and named once", () => {
    const long = `<a title="${"x".repeat(200)}">`;
    expect(reviewArticle(`${long} ${long}`).raw).toEqual([`${long.slice(0, 80)} …`]);
  });
});
