import { describe, expect, it } from "vitest";
import { type Answer, indexAt, type Move, MoveQueue, scrollNearEdge, withMoved } from "./row-order.ts";

it.each([
  ["C", 0, "CAB"],
  ["A", 2, "BCA"],
  ["B", 1, "ABC"],
  ["A", 9, "BCA"],
])("withMoved puts %s at index %i", (id, to, expected) => {
  expect(withMoved(["A", "B", "C"], id, to).join("")).toBe(expected);
});

it.each([
  [0, 0],
  [19, 0],
  [20, 1],
  [79, 1],
  [80, 2],
  [900, 2],
])("a pointer at %i px drops a row at index %i among rows of 40 px", (y, index) => {
  expect(
    indexAt(y, [
      { top: 0, height: 40 },
      { top: 60, height: 40 },
    ]),
  ).toBe(index);
});

it.each([
  [300, 0],
  [64, 0],
  [44, -5],
  [-500, -16],
  [536, 0],
  [556, 5],
  [2000, 16],
])("a row held at %i px of 600 scrolls the window by %i px", (y, by) => {
  expect(scrollNearEdge(y, 600)).toBe(by);
});

describe("moves that are sent in the background", () => {
  const queue = (answers: Answer[]) => {
    const sent: Move[] = [];
    const told: string[] = [];
    const moves = new MoveQueue(["A", "B", "C"], async (move) => {
      sent.push(move);
      return answers[sent.length - 1] ?? "placed";
    });
    const add = (id: string, from: number, to: number) =>
      moves.add({ id, from, to }, (answer, last) => told.push(`${answer} ${last.id}`));
    return { moves, sent, told, add };
  };

  it("are sent one after the other, and reported once", async () => {
    const { moves, sent, told, add } = queue([]);
    await Promise.all([add("C", 2, 0), add("B", 2, 1)]);
    expect(sent).toEqual([
      { id: "C", from: 2, to: 0 },
      { id: "B", from: 2, to: 1 },
    ]);
    expect(moves.saved).toEqual(["C", "B", "A"]);
    expect(told).toEqual(["placed B"]);
  });

  it("are dropped after one that failed, and the saved order stays as it was before that one", async () => {
    const { moves, sent, told, add } = queue(["placed", "changed"]);
    await Promise.all([add("C", 2, 0), add("B", 2, 1), add("A", 2, 0)]);
    expect(sent).toHaveLength(2);
    expect(moves.saved).toEqual(["C", "A", "B"]);
    expect(told).toEqual(["changed B"]);
    await add("B", 2, 0);
    expect(moves.saved).toEqual(["B", "C", "A"]);
    expect(told).toEqual(["changed B", "placed B"]);
  });
});
