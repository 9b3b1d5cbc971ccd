import { describe, expect, it } from "vitest";
import { webAddressField } from "./web-address.ts";

const field = webAddressField({ tooLong: "too long" });
const messageOf = (text: unknown) => field.safeParse(text).error?.issues.map(({ message }) => message) ?? [];

describe("the URL of an external page", () => {
  it.each([
    ["https://example.org", "https://example.org/"],
    [" HTTP://Example.org/A?b=c@d#e@f ", "http://example.org/A?b=c@d#e@f"],
    ["https://example.org/@kai", "https://example.org/@kai"],
    ["https://example.org?to=kai@example.org", "https://example.org/?to=kai@example.org"],
    ["https://example.org\\@kai", "https://example.org/@kai"],
    ["https://hawaiʻi.example/", "https://xn--hawaii-mjd.example/"],
    ["https://@example.org/", "https://example.org/"],
  ])("%s is stored as %s", (text, kept) => {
    expect(field.parse(text)).toBe(kept);
  });

  it.each([
    "https://bank.example@evil.example/",
    "https://pay@evil.example/?x=1",
    "https://user:secret@example.org/",
    "https://:secret@example.org/",
    "https://a@b@example.org/",
    "https://pay%40bank.example@evil.example/",
    "https:///pay@evil.example/",
    "https://\\pay@evil.example/",
  ])("%s is refused because of the name or password before its host", (text) => {
    expect(messageOf(text)).toEqual(["Enter the link without the name or password before its @"]);
  });

  it.each([
    "javascript:alert(1)",
    "example.org",
    "https://",
    "https://exam ple.org",
    "mailto:kai@example.org",
    "",
    1,
    [],
  ])("%j is refused", (text) => {
    expect(messageOf(text)).toContain("Enter a link that starts with https:// or http://");
  });

  it("has at most 2,048 characters in its stored form", () => {
    expect(messageOf(`https://example.org/${"a".repeat(2028)}`)).toEqual([]);
    expect(messageOf(`https://example.org/${"ʻ".repeat(400)}`)).toEqual(["too long"]);
  });
});

it("if http:// is refused, the message asks only for https://", () => {
  const secure = webAddressField({ tooLong: "too long", isSecure: true });
  expect(secure.parse("https://example.org")).toBe("https://example.org/");
  const { error } = secure.safeParse("http://example.org");
  expect(error?.issues.map(({ message }) => message)).toEqual(["Enter a link that starts with https://"]);
});
