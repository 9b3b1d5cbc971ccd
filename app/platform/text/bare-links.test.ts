import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leastCpuTime } from "../cpu-time.fixture.ts";
import { renderMarkdown } from "./markdown.ts";
import { markdownAsText } from "./markdown-as-text.ts";

const linksOf = (source: string) =>
  [...renderMarkdown(source).matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href?.replaceAll("&amp;", "&"));

describe("bare addresses in Markdown", () => {
  it.each([
    ["See https://example.org.", ["https://example.org"]],
    ["See https://example.org/a_b_c*d?x=1&y=2, and more", ["https://example.org/a_b_c*d?x=1&y=2"]],
    ["(https://example.org/a)", ["https://example.org/a"]],
    ["https://en.example.org/Hash_(functions)", ["https://en.example.org/Hash_(functions)"]],
    ["(see https://en.example.org/Hash_(functions)).", ["https://en.example.org/Hash_(functions)"]],
    ["mailto:aloha@example.org or tel:+1-808-555-0100!", ["mailto:aloha@example.org", "tel:+1-808-555-0100"]],
    ["- https://one.example\n- HTTP://two.example/", ["https://one.example", "HTTP://two.example/"]],
    ["**https://example.org/bold**", ["https://example.org/bold"]],
    ["[our site](https://example.org/a) and https://example.org/b", ["https://example.org/a", "https://example.org/b"]],
    ["[https://example.org/shown](https://example.org/real)", ["https://example.org/real"]],
    ["`https://example.org/code`", []],
    ["https://", []],
    ["https://bank.example@evil.example/", []],
    ["javascript:alert(1) ftp://example.org example.org", []],
    ["xhttps://example.org", []],
  ])("%s", (source, links) => {
    expect(linksOf(source)).toEqual(links);
  });

  it("stay as they were typed in plain text, once", () => {
    expect(markdownAsText("Read https://example.org/a, or [this](https://example.org/b).")).toBe(
      "Read https://example.org/a, or this (https://example.org/b).",
    );
  });

  it("lose and add no character, whatever is around them", () => {
    const piece = fc.constantFrom("https://a.example/x", " ", "(", ")", ".", "]", "ʻ", "tel:+1808", ",", "b");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const source = pieces.join("").trim();
        const text = renderMarkdown(source).replace(/<[^>]*>/g, "");
        expect(text.trim()).toBe(source);
      }),
    );
  });

  it.each([["https://a.example/".repeat(20_000)], [`https://${")".repeat(200_000)}`], ["tel:".repeat(90_000)]])(
    "take time that is linear in the text: %.8s",
    async (text) => {
      expect(await leastCpuTime(() => renderMarkdown(text), 2000)).toBeLessThan(2000);
    },
  );
});

describe("the texts of organizers", () => {
  it("link to pages of this site, absolute where they are read elsewhere", () => {
    const source = "[the program](/events/luau/program) and [another site](//evil.example)";
    expect(renderMarkdown(source, { origin: "" })).toContain('href="/events/luau/program"');
    expect(renderMarkdown(source, { origin: "" })).not.toContain('href="//');
    expect(renderMarkdown(source, { origin: "https://a.example" })).toContain(
      'href="https://a.example/events/luau/program"',
    );
    expect(renderMarkdown(source)).not.toContain("href");
  });

  it("keep a single line break, and begin with the heading that the page is at", () => {
    const html = renderMarkdown("Doors 5:30\nTalks 6:00\n\n# What to bring\n\n- a laptop\n- an ID", {
      top: 3,
      breaks: true,
    });
    expect(html).toContain("<p>Doors 5:30<br>\nTalks 6:00</p>");
    expect(html).toContain("<h3>What to bring</h3>");
    expect(html).toContain("<li>a laptop</li>");
    for (const written of ["# A\n\n## B", "## A\n\n### B", "### A\n\n#### B"])
      expect(renderMarkdown(written)).toBe("<h2>A</h2>\n<h3>B</h3>\n");
  });
});
