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

const unsaved = { text: "Hawaiʻi", at: "2026-11-22T10:00:00.000Z" };

it("keeps a text for each article until it is dropped", () => {
  expect(keepUnsaved("one", unsaved)).toBe(true);
  expect(readUnsaved("one")).toEqual(unsaved);
  expect(readUnsaved("two")).toBeNull();
  dropUnsaved("one");
  expect(readUnsaved("one")).toBeNull();
  expect(kept.size).toBe(0);
});

it("takes anything else under that name for nothing", () => {
  for (const other of ["{", "null", "3", '{"text":1,"at":"x"}']) {
    kept.set("article-text:one", other);
    expect(readUnsaved("one"), other).toBeNull();
  }
});

it("does without storage that is forbidden", () => {
  vi.unstubAllGlobals();
  vi.stubGlobal("localStorage", undefined);
  expect(keepUnsaved("one", unsaved)).toBe(false);
  expect(readUnsaved("one")).toBeNull();
});

it("compares texts as they are saved", () => {
  expect(isSameText("a\u0304ina\n", "āina")).toBe(true);
  expect(isSameText("aina", "āina")).toBe(false);
});
