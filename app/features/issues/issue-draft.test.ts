import { describe, expect, it } from "vitest";
import { renderMarkdown } from "../../platform/text/markdown.ts";
import { draftSections, draftText, type EventInIssue, type IssueMaterial } from "./issue-draft.ts";

const evening: EventInIssue = {
  key: "luau",
  title: "Lūʻau [for *all*]",
  summary: "Poi_and <talk>\nstory.",
  starts_at: "2027-05-23T04:00:00+00:00",
  ends_at: "2027-05-23T06:00:00+00:00",
  date_precision: "exact",
  over_at: "2027-05-23T06:00:00+00:00",
  time_note: null,
  status: "scheduled",
  meets: "room",
  place: "Kahala",
  has_recap: false,
};
const nothing: IssueMaterial = { coming: [], took_place: [], articles: [], works: [], calls: [] };
const linesOf = (material: Partial<IssueMaterial>) =>
  draftSections({ ...nothing, ...material }).flatMap(({ lines }) => lines);

describe("the draft of an issue", () => {
  it("says when and where each event is, links to its page, and takes its words as they are", () => {
    const [coming] = linesOf({ coming: [evening] });
    expect(coming?.markdown).toBe(
      "- [Lūʻau \\[for \\*all\\*\\]](/events/luau): Saturday, May 22, 2027, 6:00 PM to 8:00 PM HST, Kahala. Poi\\_and \\<talk\\> story.",
    );
    const html = renderMarkdown(coming?.markdown ?? "", { origin: "" });
    expect(html).toContain('<a href="/events/luau" rel="noopener noreferrer">Lūʻau [for *all*]</a>');
    expect(html).toContain("Poi_and &lt;talk&gt; story.");
  });

  it("tells what took place by its day alone, and that its page says what happened only if it does", () => {
    const [plain, told] = linesOf({ took_place: [evening, { ...evening, has_recap: true }] });
    expect(plain?.markdown).toContain("(/events/luau): May 22, 2027. Poi");
    expect(told?.markdown).toContain("(/events/luau): May 22, 2027. Its page says what happened.");
  });

  it("lists articles, works of the library with their own address, and open calls", () => {
    const lines = linesOf({
      articles: [{ slug: "keys", title: "Keys", excerpt: "What a key is." }],
      works: [{ id: "1", title: "Paper", description: "Nine pages.", url: "https://example.org/a_(b)?c=<d>" }],
      calls: [{ ...evening, title: "ETH Hawaii", deadline: "2027-03-02T10:00:00+00:00" }],
    });
    expect(lines.map(({ markdown }) => markdown)).toEqual([
      "- [Keys](/insights/keys): What a key is.",
      "- [Paper](<https://example.org/a_(b)?c=%3Cd%3E>): Nine pages.",
      "- [ETH Hawaii](/events/luau/call): propose a talk until March 2, 2027, 12:00 AM HST.",
    ]);
    expect(renderMarkdown(lines[1]?.markdown ?? "")).toContain('href="https://example.org/a_(b)?c=%3Cd%3E"');
  });

  it("has the chosen lines alone, each below its heading, and no heading without a line", () => {
    const articles = ["a", "b"].map((slug) => ({ slug, title: slug, excerpt: "." }));
    const sections = draftSections({ ...nothing, coming: [evening], articles });
    expect(draftText(sections, new Set(["article:b", "article:a", "article:gone"]))).toBe(
      "Aloha,\n\n## New articles\n\n- [a](/insights/a): .\n- [b](/insights/b): .",
    );
    expect(draftText(sections, new Set())).toBe("Aloha,");
    expect(draftSections(nothing)).toEqual([]);
  });
});
