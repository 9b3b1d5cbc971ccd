import type { Resource } from "./education.server.ts";

type Bookmarked = Pick<Resource, "title" | "description" | "url" | "tags">;

/** Browsers decode these four in a bookmarks file, but show &apos; literally. */
const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

const onOneLine = (text: string) => escaped(text.replace(/\s+/g, " "));

/** Resources as a bookmarks file of browsers (Netscape's format). @param folder that contains them */
export function bookmarksFile(folder: string, resources: Bookmarked[]): string {
  const items = resources.map(({ title, description, url, tags }) => {
    const tagged = tags.length > 0 ? ` TAGS="${onOneLine(tags.join(","))}"` : "";
    return `        <DT><A HREF="${escaped(url)}"${tagged}>${onOneLine(title)}</A>
        <DD>${onOneLine(description)}
`;
  });
  return `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><H3>${onOneLine(folder)}</H3>
    <DL><p>
${items.join("")}    </DL><p>
</DL><p>
`;
}
