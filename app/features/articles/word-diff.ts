export interface DiffPart {
  kind: "same" | "added" | "removed";
  text: string;
}

/** With more differences, two texts count as having nothing in common, because the time grows quadratically. */
const most = 600;

/**
 * Finds what was removed from a text and added to it, word by word within the lines that differ.
 * @returns parts that give `after` without the removed ones, and `before` without the added ones
 */
export function diffWords(before: string, after: string): DiffPart[] {
  const parts: DiffPart[] = [];
  let removed = "";
  let added = "";
  const settle = () => {
    if (removed && added) parts.push(...diff(wordsOf(removed), wordsOf(added)));
    else parts.push(...partsOf({ removed, added }));
    [removed, added] = ["", ""];
  };
  for (const part of diff(linesOf(before), linesOf(after))) {
    if (part.kind === "removed") removed += part.text;
    else if (part.kind === "added") added += part.text;
    else {
      settle();
      parts.push(part);
    }
  }
  settle();
  return joined(parts);
}

const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+/g) ?? [];
const wordsOf = (text: string) => text.match(/\s+|[^\s]+/g) ?? [];

const partsOf = ({ removed, added }: { removed: string; added: string }): DiffPart[] => [
  ...(removed ? [{ kind: "removed" as const, text: removed }] : []),
  ...(added ? [{ kind: "added" as const, text: added }] : []),
];

/** The shortest edit from one list to another (E. Myers, An O(ND) Difference Algorithm, 1986). */
function diff(before: string[], after: string[]): DiffPart[] {
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const [a, b] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const same = (text: string[]): DiffPart[] => (text.length > 0 ? [{ kind: "same", text: text.join("") }] : []);
  const middle = shortestWay(a, b) ?? partsOf({ removed: a.join(""), added: b.join("") });
  return [...same(before.slice(0, start)), ...middle, ...same(before.slice(before.length - end))];
}

function shortestWay(a: string[], b: string[]): DiffPart[] | null {
  /** for each number of differences, how far into `a` a path reaches on each diagonal */
  const history: Int32Array[] = [];
  let reach = new Int32Array(2 * most + 3).fill(-1);
  reach[placeOf(1)] = 0;
  for (let steps = 0; steps <= Math.min(most, a.length + b.length); steps += 1) {
    history.push(reach);
    const next = reach.slice();
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      const isDown = comesDown(reach, diagonal, steps);
      let x = isDown ? at(reach, diagonal + 1) : at(reach, diagonal - 1) + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
      next[placeOf(diagonal)] = x;
      if (x >= a.length && x - diagonal >= b.length) return wayBack(a, b, history);
    }
    reach = next;
  }
  return null;
}

/** The index of a diagonal; diagonals range from -(most + 1) to most + 1. */
const placeOf = (diagonal: number) => diagonal + most + 1;
const at = (reach: Int32Array, diagonal: number) => reach[placeOf(diagonal)] ?? -1;

const comesDown = (reach: Int32Array, diagonal: number, steps: number) =>
  diagonal === -steps || (diagonal !== steps && at(reach, diagonal - 1) < at(reach, diagonal + 1));

function wayBack(a: string[], b: string[], history: Int32Array[]): DiffPart[] {
  const parts: DiffPart[] = [];
  let [x, y] = [a.length, b.length];
  for (let steps = history.length - 1; steps >= 0; steps -= 1) {
    const reach = history[steps] ?? new Int32Array();
    const diagonal = x - y;
    const isDown = comesDown(reach, diagonal, steps);
    const from = isDown ? at(reach, diagonal + 1) : at(reach, diagonal - 1);
    const begun = steps === 0 ? 0 : isDown ? from : from + 1;
    while (x > begun) {
      x -= 1;
      y -= 1;
      parts.push({ kind: "same", text: a[x] ?? "" });
    }
    if (steps === 0) break;
    if (isDown) {
      y -= 1;
      parts.push({ kind: "added", text: b[y] ?? "" });
    } else {
      x -= 1;
      parts.push({ kind: "removed", text: a[x] ?? "" });
    }
  }
  return parts.reverse();
}

function joined(parts: DiffPart[]): DiffPart[] {
  const all: DiffPart[] = [];
  for (const { kind, text } of parts) {
    const last = all.at(-1);
    if (last?.kind === kind) last.text += text;
    else all.push({ kind, text });
  }
  return all;
}
