import { describe, expect, it } from "vitest";
import { oneAfterAnother, readPage } from "./list-page.server.ts";

/** A select that answers as PostgREST does, of these rows. */
const listOf = (rows: string[]) => async (from: number, to: number) =>
  from > 0 && from > rows.length
    ? { status: 416, data: null, count: null, error: { code: "PGRST103", message: "Requested range not satisfiable" } }
    : { status: 206, data: rows.slice(from, to + 1), count: rows.length, error: null };

describe("one list after another", () => {
  const pages = (first: string[], second: string[]) =>
    Promise.all([1, 2, 3, 4].map((page) => readPage(page, oneAfterAnother(listOf(first), listOf(second)), 2)));

  it.each([
    [
      ["a", "b", "c"],
      ["d", "e"],
      ["ab", "cd", "e", "ab"],
    ],
    [
      ["a", "b"],
      ["c", "d", "e"],
      ["ab", "cd", "e", "ab"],
    ],
    [["a"], [], ["a", "a", "a", "a"]],
    [[], ["a", "b", "c"], ["ab", "c", "ab", "ab"]],
    [[], [], ["", "", "", ""]],
  ])("is read page by page as one: %j, %j", async (first, second, shown) => {
    const read = await pages(first, second);
    expect(read.map(({ rows }) => rows.join(""))).toEqual(shown);
    for (const { total } of read) expect(total).toBe(first.length + second.length);
  });

  it("fails if one of them does", async () => {
    const broken = async () => ({
      status: 400,
      data: null,
      count: null,
      error: { code: "42703", message: "no column" },
    });
    for (const ask of [oneAfterAnother(broken, listOf(["a"])), oneAfterAnother(listOf(["a"]), broken)])
      await expect(readPage(1, ask)).rejects.toThrow("no column");
  });
});
