import type { ReactNode } from "react";

const star = (x: number, y: number) => `m${x} ${y - 6} 1.6 4.4 4.4 1.6-4.4 1.6-1.6 4.4-1.6-4.4-4.4-1.6 4.4-1.600z`;

/** Line drawings, with their subject in the accent color; each in a box of 48 × 48. */
const glyphs = {
  island: {
    lines: "M3 36c7-1 9-10 14-15 2-2 4-2 6 0 3 4 4 6 7 7 6 2 9 6 15 8M4 43c5-2 9-2 13 0s9 2 13 0 9-2 14 0",
    accent: star(37, 12),
  },
  book: {
    lines:
      "M24 18c-5-4-11-5-18-4v24c7-1 13 0 18 4 5-4 11-5 18-4V14c-7-1-13 0-18 4v24M12 22c3 0 5 .4 7 1.500M12 29c3 0 5 .4 7 1.5",
    accent: star(33, 8),
  },
  leaf: {
    lines:
      "M24 44C12 36 6 26 8 15c2-7 9-8 13-2l3 5 3-5c4-6 11-5 13 2 2 11-4 21-16 29zM24 18v20M24 26l-9-6M24 26l9-6M24 33l-6-4M24 33l6-4",
    accent: "M24 2c3 4 3.5 5.3 3.5 6.500a3.5 3.5 0 0 1-7 0C20.5 7.3 21 6 24 2z",
  },
  table: {
    lines: "M24 15.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 1 0 0-17z",
    accent: [0, 45, 90, 135, 180, 225, 270, 315]
      .map((angle) => {
        const [x, y] = [24 + 18 * Math.cos((angle * Math.PI) / 180), 24 + 18 * Math.sin((angle * Math.PI) / 180)];
        return `M${(x - 3).toFixed(1)} ${y.toFixed(1)}a3 3 0 1 0 6 0 3 3 0 1 0-6 0`;
      })
      .join(""),
  },
  moons: {
    lines: "M12 14a10 10 0 0 0 0 20c-5-6-5-14 0-20zM36 14a10 10 0 0 1 0 20c5-6 5-14 0-20z",
    accent: "M17 24a7 7 0 1 0 14 0 7 7 0 1 0-14 0",
  },
  crossing: {
    lines:
      "M4 37c4-1 4-7 7-7s3 6 7 7M30 37c4-1 4-9 7-9s3 8 7 9M4 43c5-2 9-2 13 0s9 2 13 0 9-2 14 0M11 25c3-8 7-12 9-13M28 12c4 2 7 6 9 11",
    accent: star(24, 10),
  },
  spark: {
    lines:
      "M24 5l4.5 14.500L43 24l-14.5 4.500L24 43l-4.5-14.500L5 24l14.5-4.500zM11 11l5 5M37 11l-5 5M11 37l5-5M37 37l-5-5",
    accent: "M24 5l4.5 14.500L43 24H24z",
  },
} satisfies Record<string, { lines: string; accent: string }>;

export type GlyphName = keyof typeof glyphs;

/** A small drawing for a value; it is decorative, so the text beside it carries the meaning. */
export function Glyph({
  name,
  accent = "lagoon",
}: {
  name: GlyphName;
  accent?: "lagoon" | "lehua" | "kukui";
}): ReactNode {
  return (
    <svg className={`glyph ${accent}`} viewBox="0 0 48 48" width={64} height={64} aria-hidden="true" focusable="false">
      <path d={glyphs[name].accent} className="accent" />
      <path d={glyphs[name].lines} />
    </svg>
  );
}
