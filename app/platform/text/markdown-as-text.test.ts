import { describe, expect, it } from "vitest";
import { markdownAsText } from "./markdown-as-text.ts";

describe("Markdown as text", () => {
  it("is readable", () => {
    const source = [
      "# What is new",
      "",
      "Come to the *next* [meetup](https://example.org/events).",
      "Or write to <aloha@example.org>, or see <https://example.org/>.",
      "",
      "## Plans",
      "",
      "1. First",
      "   - inner",
      "2. Second",
      "",
      "> Quoted,",
      "> twice",
      "",
      "    code <b>",
      "",
      "---",
      "Mahalo & aloha &lt;3",
    ].join("\n");
    expect(markdownAsText(source)).toBe(
      [
        "What is new",
        "===========",
        "",
        "Come to the next meetup (https://example.org/events).",
        "Or write to aloha@example.org, or see https://example.org/.",
        "",
        "Plans",
        "-----",
        "",
        "1. First",
        "   - inner",
        "2. Second",
        "",
        "> Quoted,",
        "> twice",
        "",
        "code <b>",
        "",
        "---",
        "",
        "Mahalo & aloha <3",
      ].join("\n"),
    );
  });

  it("indents the further paragraphs of a list item", () => {
    expect(markdownAsText("- one\n\n  more\n\n- two")).toBe("- one\n\n  more\n\n- two");
  });
});
