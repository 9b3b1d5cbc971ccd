import { describe, expect, it } from "vitest";
import { slugOf } from "../../app/platform/text/heading-id.ts";
import { remarkOutline } from "./outline.ts";

describe("the outline of a long text", () => {
  it.each([
    ["1. Who is responsible", "who-is-responsible"],
    ["What about Hawaiʻi’s Kāneʻohe?", "what-about-hawaiis-kaneohe"],
    ["10. Children under 13", "children-under-13"],
  ])("derives an id from %j", (text, id) => {
    expect(slugOf(text)).toBe(id);
  });

  it("gives second-level headings ids and lists them", () => {
    const heading = (depth: number, value: string) => ({
      type: "heading",
      depth,
      children: [{ type: "text", value }],
      data: {} as Record<string, unknown>,
    });
    const [first, deeper] = [heading(2, "A key is a right to sign"), heading(3, "Not in the list")];
    const tree = { type: "root", children: [first, deeper] as never[] };
    remarkOutline()(tree);
    expect(first?.data.hProperties).toEqual({ id: "a-key-is-a-right-to-sign" });
    expect(deeper?.data).toEqual({});
    expect(JSON.stringify(tree.children[0])).toContain(
      JSON.stringify(JSON.stringify([{ id: "a-key-is-a-right-to-sign", text: "A key is a right to sign" }])),
    );
  });
});
