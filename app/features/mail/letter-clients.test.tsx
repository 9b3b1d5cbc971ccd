import { doIUseEmail } from "@jsx-email/doiuse-email";
import { describe, expect, it } from "vitest";
import { defaultSite } from "../../site.ts";
import { LetterButton, Lines, letterPage, Paragraph, Signature } from "./letter-parts.tsx";

/** An email with every part that emails can have. */
const letter = letterPage({
  title: "Aloha, Kaʻiulani",
  preview: "What mail programs show beside the subject",
  children: (
    <>
      <Paragraph>
        <b>One</b> <em>paragraph</em> with a <a href="https://hawaii.example.org/events">way to all events</a>.
      </Paragraph>
      <h2>A heading</h2>
      <ul>
        <li>one</li>
      </ul>
      <Lines text={"two\nlines"} />
      <Lines text="quoted" isQuoted />
      <LetterButton href="https://hawaii.example.org/events">Read more</LetterButton>
    </>
  ),
  signature: (
    <Signature origin="https://hawaii.example.org" site={defaultSite} postalAddress="1 Example Street, Honolulu" />
  ),
});

/** The features that some of these mail clients do not support according to caniemail.com, without client versions. */
const leftOutBy = (programs: string) => {
  const { errors = [] } = doIUseEmail(letter, { emailClients: [programs] }) as { errors?: string[] };
  return [...new Set(errors.map((error) => /^`(.+?)`/.exec(error)?.[1] ?? error))].sort();
};

/** The optional features: an email reads the same without them. */
const mayGo: Record<string, string> = {
  "<body> element": "the cell of the table has the same letters and ground",
  "@media": "the letter is light, as the mail program makes it",
  "HTML5 semantics": "main is a landmark alone; nothing hangs on it",
  "border-radius": "the button has corners",
  "display:none": "where it goes, the preview is one small line more",
  "overflow-wrap": "word-break breaks long words where a program knows one of the two",
  "role attribute": "a table of one cell is read as its text",
  "table-layout": "a picture is at most as wide as the column anyway",
  "word-break": "overflow-wrap breaks long words where a program knows one of the two",
};

describe("emails, by caniemail's data", () => {
  it.each(["gmail.*", "outlook.*", "yahoo.*", "apple-mail.*", "protonmail.*"])(
    "%s supports everything that an email needs",
    (programs) => expect(leftOutBy(programs).filter((feature) => !(feature in mayGo))).toEqual([]),
  );

  it("each optional feature is unsupported by some client", () => {
    const leftOut = new Set(["gmail.*", "outlook.*", "yahoo.*"].flatMap(leftOutBy));
    expect([...leftOut].sort()).toEqual(Object.keys(mayGo).sort());
  });
});
