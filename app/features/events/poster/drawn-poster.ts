import { withoutLinkSecret } from "../../../platform/text/link-secret.ts";
import { siteIsoDay } from "../../../platform/text/site-time.ts";
import { type EventDates, type ListedEvent, posterOf, precisionOf } from "../event/event.ts";

const width = 800;
const height = 1000;
const horizon = 640;

/** What a drawn poster says of a date: the digits in its sky, and the months (1 to 12) at its horizon. */
interface DrawnDate {
  sky: string;
  months: number[];
}

/** The poster of an event; the one drawn for its date, at `/posters/{key}/{date}.svg`, if it has none. */
export const shownPosterOf = (event: ListedEvent) =>
  posterOf(event) ?? {
    ...{ path: `/posters/${withoutLinkSecret(event.key)}/${dateNameOf(event)}.svg`, alt: "", width, height },
  };

function dateNameOf(event: EventDates): string {
  const day = event.starts_at ? siteIsoDay(new Date(event.starts_at)) : "";
  switch (precisionOf(event)) {
    case "exact":
    case "day":
      return day;
    case "month":
      return day.slice(0, 7);
    case "quarter":
      return `${day.slice(0, 4)}-q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
    case "tba":
      return "soon";
  }
}

/** Reads the date in the path of a drawn poster; null if it is none. */
export function drawnDateOf(name: string): DrawnDate | null {
  if (name === "soon") return { sky: "", months: [] };
  const quarter = /^\d{4}-q([1-4])$/.exec(name)?.[1];
  if (quarter) return { sky: `Q${quarter}`, months: [0, 1, 2].map((month) => Number(quarter) * 3 - 2 + month) };
  const [, month, , day] = /^\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$/.exec(name) ?? [];
  return month ? { sky: day ? String(Number(day)) : "", months: [Number(month)] } : null;
}

type Point = readonly [x: number, y: number];

/** Characters as constellations, 2 wide and 4 high: stars in the order in which lines join them. */
const figures: Record<string, Point[]> = {
  "0": [
    [0, 0.9],
    [1, 0],
    [2, 0.9],
    [2, 3.1],
    [1, 4],
    [0, 3.1],
    [0, 0.9],
  ],
  "1": [
    [0.4, 0.8],
    [1.3, 0],
    [1.2, 2],
    [1.3, 4],
  ],
  "2": [
    [0, 0.9],
    [1, 0],
    [2, 0.9],
    [1.4, 2.3],
    [0, 4],
    [2, 3.9],
  ],
  "3": [
    [0, 0.5],
    [1.2, 0],
    [2, 1],
    [0.9, 1.9],
    [2, 3],
    [1.2, 4],
    [0, 3.5],
  ],
  "4": [
    [1.5, 4],
    [1.4, 0],
    [0, 2.7],
    [2.1, 2.6],
  ],
  "5": [
    [1.9, 0],
    [0.3, 0.1],
    [0.1, 1.8],
    [1.4, 1.6],
    [2, 2.8],
    [1.2, 4],
    [0, 3.6],
  ],
  "6": [
    [1.6, 0],
    [0.4, 1.5],
    [0, 3],
    [1, 4],
    [2, 3.1],
    [1.2, 2.1],
    [0, 3],
  ],
  "7": [
    [0, 0.1],
    [2, 0],
    [1.2, 2],
    [0.8, 4],
  ],
  "8": [
    [1, 1.9],
    [0.1, 0.9],
    [1, 0],
    [1.9, 0.9],
    [1, 1.9],
    [0, 3.1],
    [1, 4],
    [2, 3.1],
    [1, 1.9],
  ],
  "9": [
    [2, 1],
    [1, 0],
    [0, 0.9],
    [0.8, 1.9],
    [2, 1],
    [1.7, 2.5],
    [0.5, 4],
  ],
  Q: [
    [1.3, 3.1],
    [2.2, 4.3],
    [1.3, 3.1],
    [2, 2.2],
    [2, 0.9],
    [1, 0],
    [0, 0.9],
    [0, 3.1],
    [1, 4],
    [1.3, 3.1],
  ],
};

/**
 * Draws the poster of an event without one: a night sky with the day as a constellation, the sun in the month's place
 * on the horizon, and the sea. It has no letters, so it needs no font; what it says stands as text beside it.
 * @param key the event's key, from which the stars and swells are drawn: the same key gives the same picture
 */
export function drawPoster(key: string, { sky, months }: DrawnDate): string {
  const random = randomFrom(key);
  const between = (from: number, to: number) => Math.round((from + random() * (to - from)) * 10) / 10;
  const stars = Array.from({ length: 60 }, () => {
    const y = between(0, horizon - 40);
    const opacity = Math.round((1 - y / horizon) * 8 + 1) / 10;
    return `<circle cx="${between(0, width)}" cy="${y}" r="${between(0.7, 2.3)}" opacity="${opacity}"/>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    '<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#050e13"/><stop offset=".34" stop-color="#0a2029"/>',
    '<stop offset=".52" stop-color="#0f3f4a"/><stop offset=".6" stop-color="#2c6a69"/>',
    '<stop offset=".645" stop-color="#d59a66"/></linearGradient></defs>',
    `<path fill="url(#sky)" d="M0 0h${width}v${height}H0z"/>`,
    `<g fill="#f6f1e5">${stars.join("")}</g>`,
    sky ? constellation(sky, between) : star(width / 2, 300, 90, "#f0c46c"),
    horizonOf(months),
    ...["#14525a", "#0f4049", "#0b2f38", "#071f27"].map((fill, row) =>
      swell(fill, horizon + row * 82, between(-450, 0), 9 + row * 3),
    ),
    glitterOf(months, between),
    "</svg>",
  ].join("");
}

/** The characters side by side, each star a little off its place, as stars are. */
function constellation(sky: string, between: (from: number, to: number) => number): string {
  const unit = 72;
  const advance = 3.2 * unit;
  const left = width / 2 - ((sky.length - 1) * advance) / 2 - unit;
  return [...sky]
    .map((character, index) => {
      const places = new Map<string, Point>();
      const points = (figures[character] ?? []).map(([x, y]) => {
        const place = places.get(`${x} ${y}`) ?? [
          Math.round(left + index * advance + x * unit + between(-5, 5)),
          Math.round(150 + y * unit + between(-5, 5)),
        ];
        places.set(`${x} ${y}`, place);
        return place;
      });
      const line = `<path fill="none" stroke="#f6f1e5" stroke-opacity=".55" stroke-width="2" d="M${points.join(" ")}"/>`;
      const [first, ...others] = [...places.values()].map(([x, y], at) =>
        star(x, y, at === 0 ? 19 : 13, at === 0 ? "#f0c46c" : "#f6f1e5"),
      );
      return [line, first, ...others].join("");
    })
    .join("");
}

const placeOf = (month: number) => 70 + ((month - 1) * (width - 140)) / 11;
const middleOf = (months: number[]) => Math.round(placeOf(((months.at(0) ?? 0) + (months.at(-1) ?? 0)) / 2));

/** Twelve points on the horizon, one a month; the sun is at those of the date. */
function horizonOf(months: number[]): string {
  const points = Array.from({ length: 12 }, (_, index) => index + 1)
    .filter((month) => !months.includes(month))
    .map((month) => `<circle cx="${Math.round(placeOf(month))}" cy="${horizon - 34}" r="3"/>`);
  const sun = `<circle cx="${middleOf(months)}" cy="${horizon - 12}" r="${months.length > 1 ? 84 : 58}" fill="#f0c46c"/>`;
  return `<g fill="#f6f1e5" opacity=".7">${points.join("")}</g>${months.length > 0 ? sun : ""}`;
}

/** The light of the sun on the water, in strokes that become shorter. */
function glitterOf(months: number[], between: (from: number, to: number) => number): string {
  if (months.length === 0) return "";
  const strokes = [46, 38, 30, 22, 16, 10].map((half, row) => {
    const x = middleOf(months) + between(-10, 10);
    return `M${x - half} ${horizon + 44 + row * 34}h${2 * half}`;
  });
  return `<path stroke="#f0c46c" stroke-opacity=".5" stroke-width="5" stroke-linecap="round" d="${strokes.join("")}"/>`;
}

const star = (x: number, y: number, size: number, fill: string) => {
  const waist = Math.round(size * 0.19 * 10) / 10;
  const arm = Math.round((size - waist) * 10) / 10;
  const quarters = [
    [waist, arm],
    [arm, waist],
    [-arm, waist],
    [-waist, arm],
    [-waist, -arm],
    [-arm, -waist],
    [arm, -waist],
  ];
  return `<path fill="${fill}" d="M${x} ${y - size}${quarters.map(([right, down]) => `l${right} ${down}`).join("")}z"/>`;
};

const swell = (fill: string, top: number, left: number, rise: number) =>
  `<path fill="${fill}" d="M${left} ${top}q125-${2 * rise} 250 0${"t250 0".repeat(5)}V${height}H${left}z"/>`;

/** Numbers from 0 to 1 that follow from a text (FNV-1a, then mulberry32). */
function randomFrom(text: string): () => number {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
