// How the site speaks: phrases that no reader should meet, and one spelling of each word, in every string that a page, a mail or a feed can show.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const project = new URL("..", import.meta.url).pathname;
const sources = globSync("app/**/*.{ts,tsx}", { cwd: project })
  .filter((file) => !/\.test\.tsx?$|database\.gen\.ts$/.test(file))
  .sort();
const articles = globSync("app/**/*.mdx", { cwd: project }).sort();

/** @returns the texts of a source file: what stands between tags, and every string and template */
function textsOf(name: string, source: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    // One word in lower case is a key or a class, which nobody reads.
    if (ts.isJsxText(node) || (ts.isStringLiteralLike(node) && !/^[a-z0-9_-]*$/.test(node.text)))
      texts.push(node.text.replace(/\s+/g, " "));
    if (ts.isTemplateExpression(node))
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("…"));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return texts;
}

const phrases = [
  /please mend/i,
  /no event is like that/i,
  /it is no spam/i,
  /whoever stands here/i,
  /leaves by itself/i,
  /a later look/i,
  /must not end when/i,
  /\bsomebody\b/i,
  /\bwaits? for\b/i,
  /\b(is|are) told\b/i,
  /\bstands? on\b/i,
];

const spellings: [wrong: RegExp, right: string][] = [
  [/\be-mails?\b/i, "email"],
  [/\bwait[- ]lists?\b/i, "waitlist"],
  [/\bweb[- ]sites?\b/i, "website"],
  [/\borganisations?\b/i, "organization"],
  [/\bneighbou?rs?\b(?<!neighbors?)/i, "neighbor"],
  [/\bcancell(ed|ing)\b/i, "canceled"],
  [/\bsignups?\b/i, "sign-up"],
  [/\b(colou?r|cent(er|re))s?\b(?<!colors?|centers?)/i, "color, center"],
];

/** iCalendar's and schema.org's own words. */
const machineWords = /\b(STATUS:CANCELLED|CANCELLED|EventCancelled|https:\/\/schema\.org\/EventCancelled)\b/g;

function faultsOf(text: string): string[] {
  const said = text.replace(machineWords, "");
  return [
    ...phrases.filter((phrase) => phrase.test(said)).map((phrase) => `${phrase}`),
    ...spellings.filter(([wrong]) => wrong.test(said)).map(([, right]) => `spell ${right}`),
  ];
}

describe("the site's words", () => {
  it.each([...sources, ...articles])("%s says nothing that no neighbor would say, and spells one way", (file) => {
    const source = readFileSync(join(project, file), "utf8");
    const texts = file.endsWith(".mdx") ? source.split("\n") : textsOf(file, source);
    const faults = texts.flatMap((text) => faultsOf(text).map((fault) => `${fault}: “${text.trim()}”`));
    expect(faults).toEqual([]);
  });

  it.each([
    ["Please mend this", "mend"],
    ["Somebody waits for you", "omebody"],
    ["This event was cancelled", "canceled"],
    ["Send us an e-mail", "email"],
    ["Our neighbours", "neighbor"],
    ["The colour", "color"],
  ])("%s would be found", (text, fault) => {
    expect(faultsOf(text).join()).toContain(fault);
    expect(textsOf("page.tsx", `export default () => <p title="a">${text}</p>;`).flatMap(faultsOf)).not.toEqual([]);
  });

  it("lets the machine's words be, and what is spelled right", () => {
    expect(
      faultsOf("STATUS:CANCELLED, https://schema.org/EventCancelled, canceled, neighbors, colors, sign-up"),
    ).toEqual([]);
  });
});
