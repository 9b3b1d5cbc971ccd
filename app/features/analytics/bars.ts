export type Kind = "likes" | "waitlist" | "subscriptions" | "messages";

/** The counts for a day, or for the week that starts on that day; the day is YYYY-MM-DD. */
export type Period = Record<Kind, number> & { day: string };

const kinds: Kind[] = ["likes", "waitlist", "subscriptions", "messages"];

export const totalsOf = (periods: readonly Period[]): Record<Kind, number> =>
  Object.fromEntries(kinds.map((kind) => [kind, periods.reduce((sum, period) => sum + period[kind], 0)])) as Record<
    Kind,
    number
  >;

export function weekOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - date.getUTCDay());
  return date.toISOString().slice(0, 10);
}

/** Sums days into weeks from Sunday to Saturday; the first and last week include only the days given. */
export function perWeek(days: readonly Period[]): Period[] {
  const weeks = new Map<string, Period[]>();
  for (const each of days) {
    const week = weekOf(each.day);
    weeks.set(week, [...(weeks.get(week) ?? []), each]);
  }
  return [...weeks].map(([day, parts]) => ({ day, ...totalsOf(parts) }));
}

/** Round numbers for an axis from 0 to the largest value or slightly above it: at most four steps of whole numbers. */
export function scaleFor(largest: number): { top: number; ticks: number[] } {
  const rough = Math.max(1, largest) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power);
  const count = Math.max(1, Math.ceil(largest / step));
  return { top: step * count, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) };
}

export interface Bar {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One bar for each value, from left to right over the whole width, standing on the lower edge of the box. */
export function barsOf(values: readonly number[], top: number, box: Bar): Bar[] {
  const slot = box.width / Math.max(1, values.length);
  const gap = Math.min(2, slot * 0.2);
  return values.map((value, index) => {
    const height = (value / top) * box.height;
    return {
      x: rounded(box.x + index * slot + gap / 2),
      y: rounded(box.y + box.height - height),
      width: rounded(slot - gap),
      height: rounded(height),
    };
  });
}

const rounded = (length: number) => Math.round(length * 100) / 100;

/** Draws all bars as one path, because a year of days would otherwise need one element per day. */
export const pathOf = (bars: readonly Bar[]) =>
  bars
    .filter(({ height }) => height > 0)
    .map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`)
    .join("");
