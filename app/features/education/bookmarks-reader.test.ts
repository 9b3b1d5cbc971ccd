import fc from "fast-check";
import { expect, it } from "vitest";
import { leastCpuTime } from "../../platform/cpu-time.fixture.ts";
import { bookmarksFile } from "./bookmarks.ts";
import { readBookmarks, readPinboard } from "./bookmarks-reader.ts";

function rowsOf(text: string) {
  const read = readBookmarks(text);
  return read && "lines" in read ? read.lines.map(({ line, cells }) => [line, ...cells]) : read;
}

it("bookmarks are rows with their folders, without those in which a browser keeps all others", () => {
  const text = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<!-- This is an automatically generated file.
     DO NOT EDIT! -->
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks Menu</H1>
<DL><p>
    <DT><H3 ADD_DATE="1" PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3>
    <DL><p>
        <DT><H3>Science</H3>
        <DD>About the folder
        <DL><p>
            <DT><H3>Talks &amp; more</H3>
            <DL><p>
                <DT><A HREF="https://example.org/?a=1&amp;b=2" ICON="data:image/png;base64,AA==" TAGS="one,two">A &lt;b&gt; title</A>
                <DD>Two lines
and &quot;quotes&quot;
            </DL><p>
        </DL><p>
        <DT><A HREF='https://example.org/bar'>In the bar</A>
    </DL><p>
    <DT><A HREF=https://example.org/last>Last</A><DT><A HREF="https://example.org/same-line">Same line</A>
</DL><p>`;
  expect(rowsOf(text)).toEqual([
    ...[
      [
        15,
        "A <b> title",
        "https://example.org/?a=1&b=2",
        'Two lines\nand "quotes"',
        "one,two",
        "Science / Talks & more",
      ],
    ],
    [20, "In the bar", "https://example.org/bar", "", "", ""],
    [22, "Last", "https://example.org/last", "", "", ""],
    [23, "Same line", "https://example.org/same-line", "", "", ""],
  ]);
});

it("the bookmarks that this site exports are read as they were", () => {
  const words = fc.string({ unit: fc.constantFrom("a", "ʻ", "&", "<", ">", '"', "'", "b c"), minLength: 1 });
  const text = words.map((each) => `x${each}`);
  const resource = fc.record({
    title: text,
    description: text,
    tags: fc.array(
      text.map((tag) => tag.replaceAll(",", "")),
      { maxLength: 3 },
    ),
  });
  fc.assert(
    fc.property(fc.array(resource, { minLength: 1, maxLength: 5 }), text, (resources, folder) => {
      const all = resources.map((each, at) => ({ ...each, url: `https://example.org/${at}?a=1&b="2"` }));
      const rows = all.map(({ title, url, description, tags }) => [title, url, description, tags.join(","), folder]);
      const read = readBookmarks(bookmarksFile(folder, all));
      expect(read && "lines" in read ? read.lines.map(({ cells }) => cells) : read).toEqual(rows);
    }),
  );
});

it("Pinboard's JSON has its own names", () => {
  const record = {
    href: "https://example.org/",
    description: "A title",
    extended: "About it.",
    toread: "no",
    tags: "one two",
  };
  expect(readPinboard(JSON.stringify([record]))).toMatchObject({
    columns: ["URL", "Title", "Description", "toread", "tags"],
    lines: [{ cells: ["https://example.org/", "A title", "About it.", "no", "one,two"] }],
  });
  expect(readPinboard('[{"title":"x"}]')).toBeNull();
});

it("a text that is no bookmarks file is left to other readers, and an empty one is said", () => {
  expect(readBookmarks("<html>")).toBeNull();
  expect(readBookmarks("<!DOCTYPE NETSCAPE-Bookmark-file-1>")).toEqual({ fault: "There is no bookmark in this file." });
});

it.each(["<DL><p>", "<DT><H3>x", "<A HREF=", "<!--", "<A HREF='x'>", "&#", "\n"])(
  "2 MiB of %j are read within a second",
  async (part) => {
    const text = `<!DOCTYPE NETSCAPE-Bookmark-file-1>${part.repeat((2 * 1024 * 1024) / part.length)}`;
    expect(await leastCpuTime(() => readBookmarks(text), 1000)).toBeLessThan(1000);
  },
);
