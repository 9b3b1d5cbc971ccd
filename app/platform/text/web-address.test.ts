import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leastCpuTime } from "../cpu-time.fixture.ts";
import { pastedLink, webAddressField } from "./web-address.ts";

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
    ["example.org", "https://example.org/"],
    ["example.org/wallets", "https://example.org/wallets"],
    ["www.example.org?a=b@c#d", "https://www.example.org/?a=b@c#d"],
    ["example.org:8443/a", "https://example.org:8443/a"],
    ["hawaiʻi.example/slides.pdf", "https://xn--hawaii-mjd.example/slides.pdf"],
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
    "javascript.org:alert(1)",
    "example",
    "slides.pdf",
    "1.2.3",
    "kai@example.org",
    "bank.example:secret@example.org",
    "/education",
    ".example.org",
    "example..org",
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

it("a link without https:// is the same link as with it, and is its own result", () => {
  const path = fc.webPath().map((text) => text || "/");
  fc.assert(
    fc.property(fc.domain(), path, fc.webQueryParameters(), (host, path, query) => {
      const link = `${host}${path}?${query}`;
      expect(pastedLink(link)).toBe(`https://${link}`);
      expect(pastedLink(`https://${link}`)).toBe(`https://${link}`);
    }),
  );
});

it("a long text is quickly told from a link", async () => {
  for (const text of ["a".repeat(50_000), "a.".repeat(30_000), "a-".repeat(30_000), `a.${"b".repeat(50_000)}@`]) {
    const tell = () => expect(pastedLink(text)).toBe(text);
    expect(await leastCpuTime(tell, 250)).toBeLessThan(250);
  }
});
