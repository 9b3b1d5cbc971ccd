import { expect, it } from "vitest";
import { bookmarksFile } from "./bookmarks.ts";

const resource = { title: "Aloha", description: "About it.", url: "https://example.org/", tags: [] };

it("a bookmarks file has the link, the title and the description of each resource", () => {
  const file = bookmarksFile("Hawaiʻi", [resource, { ...resource, title: "Other", tags: ["NFT", "Two words"] }]);
  expect(file).toMatch(/^<!DOCTYPE NETSCAPE-Bookmark-file-1>\n/);
  expect(file).toContain("<DT><H3>Hawaiʻi</H3>");
  expect(file).toContain('<DT><A HREF="https://example.org/">Aloha</A>\n        <DD>About it.\n');
  expect(file).toContain('<DT><A HREF="https://example.org/" TAGS="NFT,Two words">Other</A>');
  expect(file.match(/<DL>/g)).toHaveLength(2);
  expect(file.match(/<\/DL>/g)).toHaveLength(2);
});

it("a bookmarks file has typed text escaped and on one line", () => {
  const file = bookmarksFile("A & B", [
    {
      title: '</A><script>alert("1")</script>',
      description: "Two\nlines <DT> & 'more'",
      url: 'https://example.org/?a=1&b="2"',
      tags: ['">'],
    },
  ]);
  expect(file).toContain("<H3>A &amp; B</H3>");
  expect(file).toContain('HREF="https://example.org/?a=1&amp;b=&quot;2&quot;" TAGS="&quot;&gt;"');
  expect(file).toContain("&lt;/A&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;</A>");
  expect(file).toContain("<DD>Two lines &lt;DT&gt; &amp; 'more'\n");
  expect(file.match(/<DT>/g)).toHaveLength(2);
});

it("a bookmarks file without resources has an empty folder", () => {
  expect(bookmarksFile("Hawaiʻi", [])).toContain("<DT><H3>Hawaiʻi</H3>\n    <DL><p>\n    </DL><p>\n</DL><p>\n");
});
