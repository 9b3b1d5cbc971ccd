export interface Heartbeat {
  ran_at: string;
  /** null before the first success */
  succeeded_at: string | null;
  milliseconds: number;
}

export type Job = "minute" | "nightly";

const minute = 60; // seconds
const hour = 60 * minute;

/** Seconds within which a job must succeed again. */
export const patience: Record<Job, number> = { minute: 3 * minute, nightly: 26 * hour };

/** @param now ISO text or epoch milliseconds */
export const secondsSince = (at: string, now: string | number) => (new Date(now).getTime() - Date.parse(at)) / 1000;

/** 40 s, 5 min, 3 h, 2 d: the largest whole unit, rounded down. */
export function ageText(seconds: number): string {
  const units: [number, string][] = [
    [24 * hour, "d"],
    [hour, "h"],
    [minute, "min"],
  ];
  const [size, unit] = units.find(([each]) => seconds >= each) ?? [1, "s"];
  return `${Math.max(0, Math.floor(seconds / size))} ${unit}`;
}
