// The site's style: phrases to avoid and one spelling per word, in every string of pages, emails and feeds.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const project = new URL("..", import.meta.url).pathname;
const sources = globSync("app/**/*.{ts,tsx}", { cwd: project })
  .filter((file) => !/\.test\.tsx?$|database\.gen\.ts$/.test(file))
  .sort();
const articles = globSync("app/**/*.mdx", { cwd: project }).sort();

/** @returns the texts of a source file: JSX text, strings and templates */
function textsOf(name: string, source: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    // Lower-case words joined by hyphens or underscores are keys or classes, which are not shown.
    if (ts.isJsxText(node) || (ts.isStringLiteralLike(node) && !/^(?![a-z]+$)[a-z0-9_-]*$/.test(node.text)))
      texts.push(node.text.replace(/\s+/g, " "));
    if (ts.isTemplateExpression(node))
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("…"));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return texts;
}

/** Phrases that labels, hints, errors and notices must avoid. Articles and guides are prose and may use them. */
const phrases = [
  /please mend/i,
  /\blike that\.$/,
  /\bit is no\b/i,
  /\bthis is no\b/i,
  /\bwhoever\b/i,
  /by itself/i,
  /a later look/i,
  /must not end when/i,
  /\bsomebody\b/i,
  /\bmeanwhile\b/i,
  /\bwaits? for\b/i,
  /\b(?:is|are|be|was|were|been|not|yet|have|has|as) told\b/i,
  /\btold (?:you|them|somebody|someone|about)\b/i,
  /\b(?:has|have|had|not) heard\b/i,
  /\bheard (?:yet|from you)\b/i,
  /\bhear first\b/i,
  /\b(?:tickets are|when tickets) open\b/i,
  /\bAloha, [a-z]/,
  /\byour own page\b/i,
  /\bhow things are\b/i,
  /\bcalled? back\b/i,
  /\breserves? (?:a |no )?places?\b/i,
  /\b(?:they|you) have a place\b/i,
  /\bhand(?:ed|s)? (?:it |them )?back\b/i,
  /\bplace in line\b/i,
  /\bof those not\b/i,
  /\bits (?:door|places)\b/i,
  /\bmonthly letter\b/i,
  /\bset anew\b/i,
  /\bHonolulu.s\b/,
  /\b(?:one|that) leaves? by\b/i,
  /\bstands? (?:on|here|in)\b/i,
  /\bshel(?:f|ves)\b/i,
  /\bdoes not take that\b/i,
  /\brecords do not answer\b/i,
  /\bany more\b/i,
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

/** Words defined by iCalendar, schema.org and the database. */
const machineWords =
  /^cancelled$|\b(STATUS:CANCELLED|CANCELLED|EventCancelled|https:\/\/schema\.org\/EventCancelled)\b/g;

function misspellingsIn(text: string): string[] {
  const said = text.replace(machineWords, "");
  return spellings.filter(([wrong]) => wrong.test(said)).map(([, right]) => `spell ${right}`);
}

const faultsOf = (text: string): string[] => [
  ...phrases.filter((phrase) => phrase.test(text)).map(String),
  ...misspellingsIn(text),
];

describe("the site's words", () => {
  it.each(sources)("%s avoids the listed phrases and spellings", (file) => {
    const texts = textsOf(file, readFileSync(join(project, file), "utf8"));
    const faults = texts.flatMap((text) => faultsOf(text).map((fault) => `${fault}: “${text.trim()}”`));
    expect(faults).toEqual([]);
  });

  it.each(articles)("%s avoids the listed spellings", (file) => {
    const lines = readFileSync(join(project, file), "utf8").split("\n");
    const faults = lines.flatMap((line) => misspellingsIn(line).map((fault) => `${fault}: “${line}”`));
    expect(faults).toEqual([]);
  });

  it.each([
    ["Please mend this", "mend"],
    ["Nobody is told yet.", "told"],
    ["We told you on Monday", "told"],
    ["They have been told", "told"],
    ["They have not heard yet", "heard"],
    ["The people on it hear first.", "hear first"],
    ["Aloha, your spot is confirmed.", "Aloha"],
    ["Your own page says how things are", "own page"],
    ["Added. They have a place.", "place"],
    ["Emails that have left cannot be called back", "call"],
    ["Tickets are open", "tickets"],
    ["Hand back your place", "hand"],
    ["Times are Honolulu’s", "Honolulu"],
    ["somebody", "somebody"],
    ["Somebody else changed this meanwhile", "meanwhile"],
    ["Our records do not answer.", "records"],
    ["Nothing stands on this shelf yet.", "shel"],
    ["Somebody waits for you", "omebody"],
    ["This event was cancelled", "canceled"],
    ["Send us an e-mail", "email"],
    ["Our neighbours", "neighbor"],
    ["The colour", "color"],
  ])("%s is found to have a fault", (text, fault) => {
    expect(faultsOf(text).join()).toContain(fault);
    expect(textsOf("page.tsx", `export default () => <p title="a">${text}</p>;`).flatMap(faultsOf)).not.toEqual([]);
  });

  it("accepts machine words and correct spellings", () => {
    expect(
      faultsOf("STATUS:CANCELLED, https://schema.org/EventCancelled, canceled, neighbors, colors, sign-up"),
    ).toEqual([]);
  });
});
