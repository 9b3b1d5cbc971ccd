import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { likePattern, listHref, readListQuery, wordPatterns } from "./list-query.ts";

/** `like` as the data API passes it to Postgres: each star is a percent sign, and a backslash escapes what follows. */
function like(text: string, pattern: string): boolean {
  const source = [...pattern.replaceAll("*", "%").matchAll(/\\(.)|(.)/gsu)].map(([, literal, sign]) =>
    sign === "%" ? ".*" : sign === "_" ? "." : (literal ?? sign ?? "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
  );
  return new RegExp(`^${source.join("")}$`, "su").test(text);
}

const signs = fc.string({ unit: fc.constantFrom("%", "_", "\\", "a", "b", "ʻ", "'", " "), maxLength: 12 });

describe("search patterns", () => {
  it.each([
    ["100%", "100% sure", "100 sure"],
    ["a_b", "a_b", "axb"],
    ["a\\b", "a\\b", "ab"],
    ["\\%", "\\%", "%"],
    ["a*b", "a*b", "a and b"],
  ])("match for %j the text %j and not %j", (typed, found, missed) => {
    expect(like(found, likePattern(typed))).toBe(true);
    expect(like(missed, likePattern(typed))).toBe(false);
  });

  it("match a text exactly where it contains what was typed, whatever characters that has", () => {
    fc.assert(
      fc.property(signs, signs, (text, typed) => {
        expect(like(text, likePattern(typed))).toBe(text.includes(typed));
      }),
      { numRuns: 2000 },
    );
  });

  it("are one for each word, folded as the database folds, and none for spaces", () => {
    expect(wordPatterns(" Kāne  ʻOhe 100% ")).toEqual(["%kane%", "%ohe%", "%100\\%%"]);
    expect(wordPatterns("   ")).toEqual([]);
  });
});

describe("readListQuery", () => {
  const allowed = { sorts: ["newest", "oldest"], filters: { state: ["all", "spam"] } } as const;
  const ask = (query: string) => readListQuery(new Request(`https://example.org/admin/messages${query}`), allowed);

  it("returns an allowed sort and filter, a valid page and a search within its limit, whatever the URL says", () => {
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
