import { describe, expect, it } from "vitest";
import { staleIn } from "./proofs.ts";

describe("the results of commands that npm test does not run", () => {
  const noted = "chaos 2026-11-27 aaa 0 lost\nrehearse 2026-11-28 bbb 0 wrong\n";

  it("says nothing of those whose files are the same", () => {
    expect(staleIn(noted, { chaos: "aaa", rehearse: "bbb" })).toEqual([]);
  });

  it("names those that ran on other files, and those that never ran", () => {
    expect(staleIn(noted, { chaos: "aaa", rehearse: "ccc", bench: "ddd" })).toEqual([
      "npm run rehearse ran on other files, on 2026-11-28: 0 wrong",
      "npm run bench has no result.",
    ]);
  });

  it("takes the newest of two lines that a merge has left", () => {
    const merged = `rehearse 2026-11-29 ccc 1 wrong\n${noted}`;
    expect(staleIn(merged, { rehearse: "ccc" })).toEqual([]);
    expect(staleIn(merged, { rehearse: "bbb" })).toHaveLength(1);
  });
});
