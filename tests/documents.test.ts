import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import sections from "./asvs-requirements.json" with { type: "json" };

/** Requirements of levels 1 and 2 of OWASP ASVS 5.0.0, in the order of the standard. */
const requirements = Object.entries(sections).flatMap(([section, numbers]) =>
  numbers.map((number) => `V${section}.${number}`),
);

const asvs = readFileSync("docs/asvs.md", "utf8");
const rows = [...asvs.matchAll(/^\| (V[^|]+) \| ([^|]+) \| (.+) \|$/gm)].map(([, ids = "", stands = "", how = ""]) => ({
  ids: ids.split(", ").flatMap(between),
  stands,
  how,
}));

/** "V1.2.6–V1.2.8" stands for what lies between, both ends included. */
function between(range: string): string[] {
  const [first = "", last = first] = range.split("–");
  const [from, to] = [requirements.indexOf(first), requirements.indexOf(last)];
  if (from < 0 || to < from) throw new Error(`${range} is no range of requirements`);
  return requirements.slice(from, to + 1);
}

describe("docs/asvs.md", () => {
  test("has every requirement of levels 1 and 2 once, in the order of the standard", () => {
    expect(requirements).toHaveLength(253);
    const order = (id: string) => requirements.indexOf(id);
    const listed = rows.flatMap(({ ids }) => ids);
    expect(listed.toSorted((a, b) => order(a) - order(b))).toEqual(requirements);
  });

  test("says of each how it stands, in one of six words", () => {
    for (const { ids, stands, how } of rows) {
      expect.soft(stands, ids.join()).toMatch(/^(holds|platform|operator|partly|no|n\/a)$/);
      expect.soft(how.trim().length, ids.join()).toBeGreaterThan(5);
    }
  });
});

describe("the documents", () => {
  test.each(["README.md", "SECURITY.md", "docs/asvs.md", "docs/operate.md", "docs/faults.md", "docs/scale.md"])(
    "%s names no file that is not there",
    (document) => {
      const named = [
        ...readFileSync(document, "utf8").matchAll(/`((?:app|docs|public|scripts|supabase|tests)\/[\w./-]+\.\w+)`/g),
      ];
      for (const [, file = ""] of named) expect.soft(existsSync(file), file).toBe(true);
    },
  );
});
