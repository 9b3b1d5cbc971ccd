import { expect, it } from "vitest";
import { decodeHTMLStrict } from "./entities.ts";
import punycode from "./punycode.ts";
import { P, S } from "./uc.micro.ts";

it("common character names are decoded, and others stay as typed", () => {
  expect(
    ["amp", "lt", "gt", "quot", "apos", "copy", "ndash"].map((name) => decodeHTMLStrict(`&${name};`)).join(""),
  ).toBe("&<>\"'©–");
  expect(decodeHTMLStrict("&eacute;")).toBe("&eacute;");
  expect(decodeHTMLStrict("&constructor;")).toBe("&constructor;");
});

it("hosts of links are converted to ASCII", () => {
  expect(punycode.toASCII("münchen.example")).toBe("xn--mnchen-3ya.example");
  expect(punycode.toASCII("example.org")).toBe("example.org");
  expect(punycode.toASCII("a b")).toBe("a b");
});

it("punctuation and symbols are distinguished from letters", () => {
  for (const character of ["!", "“", "—", "¿", "。"]) expect(P.test(character), character).toBe(true);
  for (const character of ["$", "+", "€", "🌺"]) expect(S.test(character), character).toBe(true);
  for (const character of ["a", "ʻ", "ā", "漢", "1", " "])
    expect(P.test(character) || S.test(character), character).toBe(false);
});
