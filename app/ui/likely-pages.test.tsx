import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { editDistance, LikelyPages, likelyPages, searchableWords } from "./likely-pages.tsx";

const known = [
  { label: "Home", to: "/" },
  { label: "About", to: "/about" },
  { label: "Events", to: "/events" },
  { label: "Education", to: "/education" },
  { label: "Insights", to: "/insights" },
  { label: "Blockchain Basics", to: "/resources/blockchain-basics" },
];

describe("a page that does not exist", () => {
  it.each([
    ["/evnts", ["/events"]],
    ["/abuot", ["/about"]],
    ["/educaton", ["/education"]],
    ["/resources/blockchain-basic", ["/resources/blockchain-basics"]],
    ["/events/no-such-event", ["/events"]],
    ["/insights/a-lost-article", ["/insights"]],
    ["/about", []],
    ["/resources/blockchain-basics", []],
    ["/wp-login.php", []],
    ["/.env", []],
    ["/x", []],
    [`/events/${"a".repeat(100)}`, []],
  ])("suggests for %s the pages %j", (path, expected) => {
    expect(likelyPages(path, known).map(({ to }) => to)).toEqual(expected);
  });

  it.each([
    ["/smart-contracts", "smart contracts"],
    ["/library/zero_knowledge", "library zero knowledge"],
    ["/k%C4%81ne%CA%BBohe", "kāneʻohe"],
    ["/wp-login.php", ""],
    ["/.git/config", ""],
    ["/cgi-bin/test.cgi", ""],
    ["/123", ""],
    ["/%E0%A4%A", ""],
  ])("turns %s into the search words “%s”", (path, words) => {
    expect(searchableWords(path)).toBe(words);
  });

  it("is rendered with the likely page as a link, or with nothing if none is similar", () => {
    const html = renderToStaticMarkup(<LikelyPages path="/evnts" known={known} />);
    expect(html).toContain('Did you mean <a href="/events">Events</a>?');
    expect(renderToStaticMarkup(<LikelyPages path="/.env" known={known} />)).toBe("");
  });
});

it.each([
  ["", "abc", 3],
  ["abc", "", 3],
  ["kitten", "sitting", 3],
  ["same", "same", 0],
])("the distance from “%s” to “%s” is %i edits", (from, to, changes) => {
  expect(editDistance(from, to)).toBe(changes);
});
