import { HtmlValidate } from "html-validate";
import { describe, expect, it } from "vitest";
import { leastCpuTime } from "../../platform/cpu-time.fixture.ts";
import { hasForeignPictures, renderArticle, renderLetter } from "./article-markdown.ts";

const htmlOf = (source: string) => renderArticle(source).html;
const hex = "0123456789abcdef0123456789abcdef";
const upload = `/uploads/${hex}-1600x900_480.jpg`;

describe("an article's Markdown as HTML", () => {
  it("starts them at level 2 at whichever level the text does, in a letter, too", () => {
    const levelsOf = (source: string) => [...renderArticle(source).html.matchAll(/<h(\d)/g)].map(([, level]) => level);
    expect(levelsOf("### One\n\n#### Two\n\n### Three")).toEqual(["2", "3", "2"]);
    expect(levelsOf("# One\n\n## Two\n\n### Three")).toEqual(["2", "2", "3"]);
    expect(levelsOf("##### Five\n\n## Two")).toEqual(["5", "2"]);
    expect(renderArticle("### One").outline).toEqual([{ id: "one", text: "One" }]);
    expect(renderLetter("### One", { origin: "https://example.org", path: "/" })).toContain("<h2>One</h2>");
  });

  it("starts headings at level 2, with unique ids made from their words that avoid the page's own ids", () => {
    const { html, outline } = renderArticle(
      "# Aloha\n\n## 1. What about Hawaiʻi?\n\n### Deeper\n\n## Main\n\n## Aloha\n\n## 漢字\n\n## 漢字\n\n## *One* `two`",
    );
    expect(outline).toEqual([
      { id: "aloha", text: "Aloha" },
      { id: "what-about-hawaii", text: "1. What about Hawaiʻi?" },
      { id: "main-2", text: "Main" },
      { id: "aloha-2", text: "Aloha" },
      { id: "section", text: "漢字" },
      { id: "section-2", text: "漢字" },
      { id: "one-two", text: "One two" },
    ]);
    for (const { id } of outline) expect(html).toContain(`<h2 id="${id}">`);
    expect(html).toContain("<h3>Deeper</h3>");
  });

  it("makes headers of a table's first row and column, without inline styles", () => {
    expect(htmlOf("| a | b |\n|:-:|--:|\n| c | d |").replaceAll("\n", "")).toBe(
      '<table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><th scope="row">c</th><td>d</td></tr></tbody></table>',
    );
  });

  it("links to pages of this and other sites, but shows only this site's own pictures", () => {
    expect(htmlOf("[a](/events) [b](#aloha) [c](https://example.org/?a=1&b) [d](mailto:a@example.org)")).toBe(
      '<p><a href="/events">a</a> <a href="#aloha">b</a> <a href="https://example.org/?a=1&amp;b">c</a> <a href="mailto:a@example.org">d</a></p>\n',
    );
    expect(htmlOf('![A "key"](/Images/keys.svg)')).toBe(
      '<figure><img src="/Images/keys.svg" alt="A &quot;key&quot;" loading="lazy" decoding="async"></figure>\n',
    );
    expect(htmlOf("![A <key>](https://example.org/pixel.gif)")).toBe("<p>A &lt;key&gt;</p>\n");
    expect([hasForeignPictures("![a](https://example.org/a.png)"), hasForeignPictures("![a](/Images/a.svg)")]).toEqual([
      true,
      false,
    ]);
  });

  it("gives an uploaded picture its dimensions and the smaller files to choose from", () => {
    expect(htmlOf(`![A canoe](${upload})`)).toBe(
      `<figure><img src="${upload}" alt="A canoe" width="1600" height="900" srcset="${upload.replace(".jpg", "-480.webp")} 480w, ${upload} 1600w" sizes="(min-width: 42rem) 38rem, 92vw" loading="lazy" decoding="async"></figure>\n`,
    );
    expect(htmlOf(`![A canoe](/uploads/${hex}.avif)`)).toBe(
      `<figure><img src="/uploads/${hex}.avif" alt="A canoe" loading="lazy" decoding="async"></figure>\n`,
    );
  });

  it("puts a picture with its own paragraph into a figure captioned with its title, and others inline", () => {
    const img = '<img src="/Images/a.svg" alt="A" loading="lazy" decoding="async">';
    expect(htmlOf('![A](/Images/a.svg "At *dawn* & <b>later</b>")')).toBe(
      `<figure>${img}<figcaption>At *dawn* &amp; &lt;b&gt;later&lt;/b&gt;</figcaption></figure>\n`,
    );
    expect(htmlOf('See ![A](/Images/a.svg "Not shown").')).toBe(`<p>See ${img}.</p>\n`);
    expect(htmlOf('[![A](/Images/a.svg "Not shown")](/events)')).toBe(`<p><a href="/events">${img}</a></p>\n`);
    expect(htmlOf('- ![A](/Images/a.svg "Not shown")').replaceAll("\n", "")).toBe(`<ul><li>${img}</li></ul>`);
    expect(htmlOf("> ![A](/Images/a.svg)").replaceAll("\n", "")).toBe(
      `<blockquote><figure>${img}</figure></blockquote>`,
    );
    expect(htmlOf('![A](https://example.org/a.png "Elsewhere")')).toBe("<p>A</p>\n");
  });

  it.each([
    "/uploads/../admin/logout",
    "/uploads/%2e%2e/admin/logout",
    "/uploads/.%2E/admin/logout",
    "/Images/a/../../../admin",
    "/uploads/..?/uploads/a.png",
    "/uploads/..#a",
    "/uploads/",
    "/uploadsX/a.png",
    "/admin/uploads/a.png",
  ])("shows no picture for the address %s, which is or could resolve to something else", (address) => {
    expect(htmlOf(`![A](<${address}>)`)).toBe("<p>A</p>\n");
    expect(hasForeignPictures(`![A](<${address}>)`)).toBe(true);
  });

  it("counts the words that are read, without markup and addresses", () => {
    expect(renderArticle("# A title\n\nand *three* more [words](https://example.org/not-a-word)").words).toBe(6);
    expect(renderArticle("| one | two |\n|---|---|\n| three | four |").words).toBe(4);
  });
});

const scripts = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java&#115;cript:alert(1)",
  "&#106;avascript&colon;alert(1)",
  "&#x6A;avascript:alert(1)",
  "\u0001javascript:alert(1)",
  "java\tscript:alert(1)",
  "%6Aavascript:alert(1)",
  "javascript\u200B:alert(1)",
  "data:text/html;base64,PHNjcmlwdD4=",
  "data:image/svg+xml,<svg onload=alert(1)>",
  "vbscript:x",
  "file:///etc/passwd",
  "blob:https://example.org/x",
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "https://bank.example@evil.example/",
  "https:evil.example",
  "http://",
  "mailto:a@b.example, c@d.example",
  "/uploads/../admin/logout",
  "/uploads/%2e%2e%2fadmin",
  `/uploads/${hex}-1600x900_480.jpg?&quot;onload=&quot;alert(1)`,
  `/uploads/${hex}-1x1_1_2_3_4_5_6_7_8_9.png#"><script>`,
];
/** Every position in which an address can occur. */
const places: ((address: string) => string)[] = [
  (address) => `[a](${address})`,
  (address) => `[a](<${address}>)`,
  (address) => `[a]: ${address}\n\n[a]`,
  (address) => `<${address}>`,
  (address) => `![a](${address})`,
  (address) => `![a][b]\n\n[b]: <${address}> 'x'`,
  (address) => `[![a](${address})](${address} "title")`,
  (address) => `![<b>a</b>](<${address}> "<script>alert(1)</script>")`,
  (address) => `- ![a](${upload} "${address}")\n\n  ![&quot;><script>](${upload} '"><img src=x onerror=alert(1)>')`,
];
const markup = [
  "<script>alert(1)</script>",
  "<SCRIPT SRC=//evil.example>",
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)>",
  "<svg><script>alert&lpar;1)</script></svg>",
  "<iframe srcdoc='<script>alert(1)</script>'>",
  "<a href=javascript:alert(1)>x</a>",
  "<style>*{background:url(//evil.example)}</style>",
  "<link rel=stylesheet href=//evil.example>",
  "<meta http-equiv=refresh content=0;url=//evil.example>",
  "<base href=//evil.example>",
  "<form action=//evil.example><input>",
  "<math><mtext><img src=x onerror=alert(1)>",
  "<details open ontoggle=alert(1)>",
  "<!-- <img src=x onerror=alert(1)> -->",
  "<![CDATA[<script>alert(1)</script>]]>",
  "<?php echo 1 ?>",
  "</div></main><script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
];
/** Every position in which markup can occur. */
const frames: ((text: string) => string)[] = [
  (text) => text,
  (text) => `# ${text}`,
  (text) => `| ${text} | b |\n|---|---|\n| c | ${text} |`,
  (text) => `- > 1. ${text}`,
];
const others = [
  "```<script>\nalert(1)\n```",
  '```"onmouseover="alert(1)\nx\n```',
  '[a](https://example.org "onmouseover=alert(1)\\"")',
  '![a" onerror="alert(1)](/Images/a.svg)',
  '![a](/Images/a.svg" onerror="alert(1))',
  "![a](/Images/../../admin/logout)",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "&#60;script&#62;alert(1)",
  "pay &#8238;gnp.exe &#x2066;x",
  "pay \u202Egnp.exe\u202C \u2066x\u2069",
  "## \u202Egnp.exe",
  '## "><script>alert(1)</script>',
  "## __proto__",
  "\u0000<script\u0000>alert(1)</script>",
  "\\<script>alert(1)\\</script>",
  "[a](/events){onclick=alert(1)}",
  "<a@b.example><script>",
  "[a](<https://example.org/<script>>)",
  "*<img src=x onerror=*alert(1)*>*",
  "| a |\n|:-:|\n| <td onclick=alert(1)> |",
];
const hostile = [
  ...scripts.flatMap((address) => places.map((place) => place(address))),
  ...markup.flatMap((text) => frames.map((frame) => frame(text))),
  ...others,
];

const elements =
  /^(p|a|img|figure|figcaption|em|strong|code|pre|h[2-6]|ul|ol|li|blockquote|hr|br|table|thead|tbody|tr|th|td|s)$/;
const attributes =
  /^( (href="(https?:\/\/[^"<>]*|mailto:[^"<>]*|[#][^"<>]*|\/(?![/\\])[^"<>]*)"|src="\/(Images|uploads)\/[^"<>]*"|alt="[^"<>]*"|title="[^"<>]*"|width="\d{1,5}"|height="\d{1,5}"|srcset="(\/uploads\/[\w.-]+ \d+w(, )?)+"|sizes="[\w(): .,-]*"|loading="lazy"|decoding="async"|scope="(col|row)"|id="[a-z0-9-]+"|class="language-[^"<>]*"|start="\d+"))*$/;

describe("hostile Markdown", () => {
  it("is tried in more than 200 ways", () => expect(new Set(hostile).size).toBeGreaterThan(200));

  it.each(hostile)("renders only allowed elements and attributes: %j", (source) => {
    const html = htmlOf(source);
    for (const [, name = "", given = ""] of html.matchAll(/<\/?([^\s>]*)([^>]*)>/g)) {
      expect(name).toMatch(elements);
      expect(given).toMatch(attributes);
    }
    expect(html.replace(/<[^>]*>/g, "")).not.toContain("<");
    expect(html).not.toMatch(/href="https:\/\/bank|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
  });

  it("leaves no element open for the surrounding page to close", async () => {
    const validator = new HtmlValidate({
      rules: { "close-order": "error", "no-dup-id": "error" },
    });
    const { valid, results } = await validator.validateString(
      `<main>${hostile
        .map(htmlOf)
        .join("\n")
        .replace(/ id="[^"]*"/g, "")}</main>`,
    );
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
    expect(valid).toBe(true);
  });

  it.each([
    "[",
    "*a ",
    "`",
    "> ",
    "![",
    "<a ",
    "- ",
    "a](",
    "_a*",
    "&#",
    "[a](",
    "(",
    "\\",
    "|",
    "| a\n",
    "# a\n",
    "a|b\n-|-\n",
    `![a](${upload})\n\n`,
    `![a](${upload})`,
    `![](/uploads/${hex}_1_2_3_4_5_6_7_8_9.png)\n\n`,
    '![a](/Images/a.svg "b")\n\n',
  ])("renders 100,000 characters of %j in less than 2 s of CPU time", async (piece) => {
    const source = piece.repeat(Math.ceil(100_000 / piece.length)).slice(0, 100_000);
    expect(await leastCpuTime(() => renderArticle(source), 2000)).toBeLessThan(2000);
  });
});

it("renders 46 kB in less than 10 ms of CPU time", async () => {
  const paragraph =
    "Every few months *somebody* proposes to put something in Hawaiʻi “on the blockchain”. Some of these [ideas](https://example.org/a?b=c) are good.\n\n- one **two**\n- three `four`\n\n";
  const source = `## A heading\n\n${paragraph.repeat(6)}`.repeat(60).slice(0, 46_000);
  expect(await leastCpuTime(() => renderArticle(source), 10)).toBeLessThan(10);
});
