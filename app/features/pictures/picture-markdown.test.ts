import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { expect, it } from "vitest";
import { pictureMarkdown } from "./picture-markdown.ts";

const path = "/uploads/0123456789abcdef0123456789abcdef-1600x900_480.jpg";
const markdown = new MarkdownIt("default", { html: false });

it("the Markdown shows the picture with its description, whatever characters that has", () => {
  expect(pictureMarkdown({ path, alt: "A canoe" })).toBe(`![A canoe](${path})`);
  const described = (alt: string) => {
    const [paragraph, line, ...more] = markdown.parse(pictureMarkdown({ path, alt }), {});
    const [image] = line?.children ?? [];
    expect([paragraph?.type, image?.type, image?.attrGet("src"), more.length]).toEqual([
      "paragraph_open",
      "image",
      path,
      1,
    ]);
    return image?.children?.map(({ content }) => content).join("");
  };
  const alt = fc.string({ unit: fc.constantFrom(..."ab ʻō[]()!*_~`\\<>&;#x2\"'|:/.-+=@") }).map((text) => `a${text}b`);
  fc.assert(
    fc.property(alt, (text) => {
      expect(described(text)).toBe(text);
    }),
    { numRuns: 2000 },
  );
});
