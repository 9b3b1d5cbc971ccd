import type { CsvLine } from "../../admin/csv-reader.ts";
import { attributeOf, htmlTokens } from "../../admin/html-tokens.ts";
import type { ImportedFile } from "../../admin/import-noun.ts";
import { mostLines } from "../../admin/imported-file.ts";
import { readRecords } from "../../admin/json-reader.ts";
import { numberText } from "../../platform/text/number-text.ts";

const columns = ["Title", "URL", "Description", "Tags", "Folder"];

interface Bookmark {
  line: number;
  title: string;
  url: string;
  about: string;
  tags: string;
  folder: string;
}

/** Folders deeper than this are not named: each bookmark has the names of all of its own. */
const deepest = 20;

/** The folders in which browsers keep all others: they say nothing about a bookmark. */
const isRoot = /\b(?:personal_toolbar_folder|unfiled_bookmarks_folder)\s*=\s*"?true/i;

const inOneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/**
 * Reads the bookmarks of a browser (the Netscape bookmark file format) as rows, each with its folders from the outermost
 * ("Science / Talks"); null for another text.
 */
export function readBookmarks(text: string): ImportedFile | { fault: string } | null {
  if (!/^[\ufeff\s]*<!DOCTYPE NETSCAPE-Bookmark-file-1/i.test(text.slice(0, 1000))) return null;
  const bookmarks: Bookmark[] = [];
  const folders: string[] = [];
  let next = "";
  let into: "title" | "about" | "folder" | null = null;
  for (const token of htmlTokens(text)) {
    const { name, isEnd, line } = token;
    const last = bookmarks.at(-1);
    if (!name && into === "folder") next += token.text;
    else if (!name && into && last) last[into] += token.text;
    else if (name === "a" && !isEnd) {
      const folder = folders.slice(0, deepest).filter(Boolean).join(" / ");
      const [url, tags] = [attributeOf(token, "href"), attributeOf(token, "tags")];
      bookmarks.push({ line, title: "", url, about: "", tags, folder });
      into = "title";
    } else if (name === "h3") {
      if (!isEnd) next = isRoot.test(token.attributes) ? "\0" : "";
      into = isEnd ? null : "folder";
    } else if (name === "dd") into = next === "" && !isEnd ? "about" : null;
    else if (name === "dl") {
      if (isEnd) folders.pop();
      else folders.push(next.startsWith("\0") ? "" : inOneLine(next));
      next = "";
      into = null;
    } else if (name === "dt" || (name === "a" && isEnd)) into = null;
  }
  if (bookmarks.length === 0) return { fault: "There is no bookmark in this file." };
  if (bookmarks.length > mostLines) return { fault: `The file has more than ${numberText(mostLines)} bookmarks.` };
  const lines = bookmarks.map((each): CsvLine => {
    const cells = [inOneLine(each.title), each.url, each.about.trim(), each.tags, each.folder];
    return { line: each.line, cells, count: cells.length, isBroken: false };
  });
  return { columns, lines: withOwnLines(lines) };
}

/** What Pinboard calls the columns of its JSON, whose tags have spaces between them. */
const pinboardNames: Record<string, string> = { href: "URL", description: "Title", extended: "Description" };

/** Reads the bookmarks that Pinboard exports as JSON; null for another text. */
export function readPinboard(text: string): ImportedFile | { fault: string } | null {
  if (!/^[\ufeff\s]*\[\s*\{[^{}]*"extended"\s*:/.test(text.slice(0, 5000))) return null;
  const read = readRecords(text, mostLines);
  if ("fault" in read) return read;
  const tags = read.columns.indexOf("tags");
  return {
    ...read,
    columns: read.columns.map((name) => pinboardNames[name] ?? name),
    lines: read.lines.map((each) => ({
      ...each,
      cells: each.cells.map((cell, at) => (at === tags ? cell.replaceAll(" ", ",") : cell)),
    })),
  };
}

/** Gives each bookmark a number of its own where several are on one line of the file. */
function withOwnLines(lines: CsvLine[]): CsvLine[] {
  let last = 0;
  return lines.map((each) => {
    last = Math.max(each.line, last + 1);
    return { ...each, line: last };
  });
}
