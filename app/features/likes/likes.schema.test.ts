import { parseWithZod } from "@conform-to/zod";
import fc from "fast-check";
import { expect, it } from "vitest";
import { likeSchema } from "./likes.schema.ts";

it("the form of a like is accepted only with one UUID and one of two intents, whatever other fields it has", () => {
  const intent = fc.constantFrom("like", "unlike", "love", "");
  const odd = fc.tuple(
    fc.constantFrom("resource", "intent", "resource[]", "resource[0]", "intent.x", "__proto__", "tab", ""),
    fc.oneof(fc.uuid(), intent, fc.string({ unit: "binary", maxLength: 20 })),
  );
  let accepted = 0;
  let beside = 0;
  fc.assert(
    fc.property(fc.uuid(), intent, fc.array(odd, { maxLength: 2 }), fc.boolean(), (resource, word, others, first) => {
      const own: [string, string][] = [
        ["resource", resource],
        ["intent", word],
      ];
      const form = new FormData();
      for (const [key, text] of first ? [...own, ...others] : [...others, ...own]) form.append(key, text);
      const wish = parseWithZod(form, { schema: likeSchema });
      if (wish.status !== "success") return;
      accepted += 1;
      if (others.length > 0) beside += 1;
      expect(wish.value).toEqual({ resource, intent: word });
      expect(["like", "unlike"]).toContain(word);
    }),
    { numRuns: 1000 },
  );
  expect(accepted).toBeGreaterThan(100);
  expect(beside, "wishes with another field beside them").toBeGreaterThan(50);
});
