import { describe, expect, it } from "vitest";
import { movedForGood, redirect, seeOther } from "./http.ts";

describe("a redirect (ASVS 3.7.2)", () => {
  it.each([
    "/",
    "/admin?done=saved",
    "/events?event=bitcoin&x=\\\\a//b/../c#waitlist",
    "/w/%5c%5cevil.example",
    "/.well-known",
  ])("leads to %s", (path) => {
    expect(seeOther(path).headers.get("Location")).toBe(path);
    expect(redirect(path, 301).status).toBe(301);
    expect(movedForGood("https://hawaii.example.org", path).headers.get("Location")).toBe(
      `https://hawaii.example.org${path}`,
    );
  });

  it.each([
    "",
    "events",
    "?done=saved",
    "https://evil.example/",
    "//evil.example",
    "//",
    "/\\evil.example",
    "\\\\evil.example",
    "/n/../../\\evil.example",
    "/n/../evil",
    "/n/%2e%2e/evil",
    "/n/./x",
    "/n//evil.example",
    "/n/\\\\evil",
    "/\t/evil.example",
    "/\n/evil.example",
    "/events\r\nSet-Cookie: a=b",
    "/events?a=\u0000",
    " /events",
    "/a b",
    "javascript:alert(1)",
  ])("to %j is refused by every function", (path) => {
    expect(() => seeOther(path)).toThrow();
    expect(() => redirect(path)).toThrow();
    expect(() => movedForGood("https://hawaii.example.org", path)).toThrow();
  });
});
