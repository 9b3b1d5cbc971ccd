import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { dropUnsaved, isSameText, keepUnsaved, readUnsaved } from "./unsaved-text.ts";

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

const key = (article: string, writer = "kai") => ({ writer, article });
const unsaved = { text: "Hawaiʻi", at: "2026-11-22T10:00:00.000Z" };

it("keeps a text for each article until it is dropped", () => {
  expect(keepUnsaved(key("one"), unsaved)).toBe(true);
  expect(readUnsaved(key("one"))).toEqual(unsaved);
  expect(readUnsaved(key("two"))).toBeNull();
  dropUnsaved(key("one"));
  expect(readUnsaved(key("one"))).toBeNull();
  expect(kept.size).toBe(0);
});

it("keeps a text for the admin who typed it and offers it to nobody else in the same browser", () => {
  keepUnsaved(key("new"), unsaved);
  expect(readUnsaved(key("new", "leilani"))).toBeNull();
  dropUnsaved(key("new", "leilani"));
  expect(readUnsaved(key("new"))).toEqual(unsaved);
});

it("ignores malformed data stored under that name", () => {
  for (const other of ["{", "null", "3", '{"text":1,"at":"x"}']) {
    kept.set("article-text:kai:one", other);
    expect(readUnsaved(key("one")), other).toBeNull();
  }
});

it("keeps nothing and does not fail if storage is forbidden", () => {
  vi.unstubAllGlobals();
  vi.stubGlobal("localStorage", undefined);
  expect(keepUnsaved(key("one"), unsaved)).toBe(false);
  expect(readUnsaved(key("one"))).toBeNull();
});

it("compares texts in the form in which they are saved", () => {
  expect(isSameText("a\u0304ina\n", "āina")).toBe(true);
  expect(isSameText("aina", "āina")).toBe(false);
});
