import { parseWithZod } from "@conform-to/zod";
import fc from "fast-check";
import { expect, it } from "vitest";
import { likeSchema } from "./likes.schema.ts";

it("a wish is one UUID and one of two words, or it is none, whatever fields come", () => {
  const name = fc.constantFrom("resource", "intent", "resource[]", "resource[0]", "intent.x", "__proto__", "tab", "");
  const value = fc.oneof(
    fc.uuid(),
    fc.constantFrom("like", "unlike", "love", ""),
    fc.string({ unit: "binary", maxLength: 20 }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value), { maxLength: 6 }), (fields) => {
      const form = new FormData();
      for (const [key, text] of fields) form.append(key, text);
      const wish = parseWithZod(form, { schema: likeSchema });
      if (wish.status !== "success") return;
      expect(Object.keys(wish.value).sort()).toEqual(["intent", "resource"]);
      expect(wish.value.resource).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
      expect(["like", "unlike"]).toContain(wish.value.intent);
    }),
    { numRuns: 1000 },
  );
});
