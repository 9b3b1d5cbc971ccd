import { expect, it } from "vitest";
import { textWithLinks } from "./mail-page.ts";

const linksOf = (text: string) => [...textWithLinks(text).matchAll(/href="([^"]*)"/g)].map(([, url]) => url);

it("leads where an email says, without the marks of the sentence around the address", () => {
  expect(linksOf("Write to us (http://localhost:8787/contact).")).toEqual(["http://localhost:8787/contact"]);
  expect(linksOf("What is next (http://localhost:8787/events/a), on Friday")).toEqual([
    "http://localhost:8787/events/a",
  ]);
  expect(linksOf("You confirmed it at http://localhost:8787.")).toEqual(["http://localhost:8787"]);
  expect(linksOf("https://example.org/wiki/Chain_(data)?a=1#b")).toEqual([
    "https://example.org/wiki/Chain_(data)?a=1#b",
  ]);
});

it("escapes the text and keeps all of it", () => {
  expect(textWithLinks('<b>"&" http://localhost/?a=1&b=2>')).toBe(
    '&#60;b&#62;&#34;&#38;&#34; <a href="http://localhost/?a=1&#38;b=2">http://localhost/?a=1&#38;b=2</a>&#62;',
  );
});
