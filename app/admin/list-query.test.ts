import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { likePattern, listHref, readListQuery, wordPatterns } from "./list-query.ts";

/** `like` as the data API asks Postgres: each star is a percent sign, and a backslash takes the meaning from what follows it. */
function like(text: string, pattern: string): boolean {
  const source = [...pattern.replaceAll("*", "%").matchAll(/\\(.)|(.)/gsu)].map(([, literal, sign]) =>
    sign === "%" ? ".*" : sign === "_" ? "." : (literal ?? sign ?? "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
  );
  return new RegExp(`^${source.join("")}$`, "su").test(text);
}

const signs = fc.string({ unit: fc.constantFrom("%", "_", "\\", "a", "b", "ʻ", "'", " "), maxLength: 12 });

describe("the pattern of a search", () => {
  it.each([
    ["100%", "100% sure", "100 sure"],
    ["a_b", "a_b", "axb"],
    ["a\\b", "a\\b", "ab"],
    ["\\%", "\\%", "%"],
    ["a*b", "a*b", "a and b"],
  ])("for %j finds %j and not %j", (typed, found, missed) => {
    expect(like(found, likePattern(typed))).toBe(true);
    expect(like(missed, likePattern(typed))).toBe(false);
  });

  it("finds a text exactly where the words stand in it, whatever signs they have", () => {
    fc.assert(
      fc.property(signs, signs, (text, typed) => {
        expect(like(text, likePattern(typed))).toBe(text.includes(typed));
      }),
      { numRuns: 2000 },
    );
  });

  it("of several words has one for each, folded as the database folds, and none for spaces", () => {
    expect(wordPatterns(" Kāne  ʻOhe 100% ")).toEqual(["%kane%", "%ohe%", "%100\\%%"]);
    expect(wordPatterns("   ")).toEqual([]);
  });
});

describe("what a list's address asks for", () => {
  const allowed = { sorts: ["newest", "oldest"], filters: { state: ["all", "spam"] } } as const;
  const ask = (query: string) => readListQuery(new Request(`https://example.org/admin/messages${query}`), allowed);

  it("is one of the list, a page that can be and a search within its limit, whatever the address says", () => {
    const value = fc.oneof(
      fc.string({ unit: "binary", maxLength: 120 }),
      fc.constantFrom("1e9", "-1", "NaN", "spam", "__proto__"),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom("q", "page", "sort", "state", "__proto__", "x"), value), (pairs) => {
        const params = Object.entries(pairs).map(([name, text]): [string, string] => [name, text.toWellFormed()]);
        const asked = ask(`?${new URLSearchParams(params)}`);
        expect(allowed.sorts).toContain(asked.sort);
        expect(allowed.filters.state).toContain(asked.filters.state);
        expect(Object.keys(asked.filters)).toEqual(["state"]);
        expect(Number.isInteger(asked.page) && asked.page >= 1 && asked.page < 100_000).toBe(true);
        expect(asked.search.length).toBeLessThanOrEqual(100);
        expect(ask(listHref("", asked, asked.page))).toEqual(asked);
      }),
      { numRuns: 200 },
    );
  });
});
