interface StarLine {
  /** x, y and radius in a box of 300 × 200, placed as on a chart of the northern sky. */
  stars: readonly (readonly [number, number, number])[];
  /** Polylines of stars, by index. */
  lines: readonly (readonly number[])[];
}

/** Star lines by which people have found these islands, one for each section of the site. */
export const starLines = {
  fishhook: {
    stars: [
      [231, 10, 1.5],
      [237, 33, 1.7],
      [237, 61, 1.4],
      [198, 54, 1.3],
      [183, 60, 2.6],
      [171, 73, 1.3],
      [147, 119, 1.7],
      [145, 147, 1.4],
      [141, 181, 1.4],
      [116, 188, 1.3],
      [80, 190, 1.8],
      [63, 170, 1.3],
      [69, 160, 1.5],
      [81, 144, 2.2],
    ],
    lines: [
      [0, 1, 2],
      [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
    ],
  },
  cluster: {
    stars: [
      [119, 141, 2.6],
      [11, 155, 1.8],
      [10, 132, 1.2],
      [286, 139, 1.8],
      [225, 67, 1.8],
      [193, 185, 1.7],
      [264, 40, 1.6],
      [290, 89, 1.2],
      [219, 15, 1.1],
    ],
    lines: [
      [2, 1, 0, 4, 6, 7, 3, 5, 0],
      [4, 8],
    ],
  },
  seven: {
    stars: [
      [270, 35, 2],
      [290, 93, 1.7],
      [213, 138, 1.7],
      [177, 103, 1.3],
      [117, 111, 2],
      [68, 114, 1.8],
      [10, 165, 2],
    ],
    lines: [[3, 0, 1, 2, 3, 4, 5, 6]],
  },
  kite: {
    stars: [
      [264, 185, 2],
      [254, 107, 2],
      [169, 108, 2.2],
      [164, 190, 1.8],
      [95, 66, 1.9],
      [36, 10, 1.9],
    ],
    lines: [
      [0, 1, 2, 3, 0, 2, 4, 5],
      [1, 3],
    ],
  },
  cross: {
    stars: [
      [258, 147, 2.5],
      [223, 90, 2.2],
      [260, 53, 2],
      [290, 83, 1.5],
      [273, 107, 1.1],
      [10, 143, 2.7],
      [75, 115, 2.2],
    ],
    lines: [
      [0, 2],
      [1, 3],
      [5, 6, 1],
    ],
  },
  backbone: {
    stars: [
      [86, 10, 2.8],
      [146, 144, 2.3],
      [197, 164, 1.7],
      [210, 168, 1.7],
      [214, 188, 1.6],
      [192, 190, 1.7],
    ],
    lines: [[0, 1, 2, 3, 4, 5, 2]],
  },
} satisfies Record<string, StarLine>;

export type StarLineName = keyof typeof starLines;

const sizes = [1.25, 1.6, 2, 2.7];
const nearest = (radius: number) =>
  sizes.reduce((best, size) => (Math.abs(size - radius) < Math.abs(best - radius) ? size : best));

/** Paths to stroke: the lines between the stars, and the stars by size, each a zero-length line. */
export function drawStarLine(name: StarLineName): { line: string; dots: { width: number; path: string }[] } {
  const { stars, lines }: StarLine = starLines[name];
  const place = (star: number) => stars[star]?.slice(0, 2).join(" ");
  return {
    line: lines.map((run) => `M${run.map(place).join("L")}`).join(""),
    dots: sizes.map((size) => ({
      width: size * 2.6,
      path: stars.map(([x, y, radius]) => (nearest(radius) === size ? `M${x} ${y}h0` : "")).join(""),
    })),
  };
}
