import { dayInMilliseconds } from "../../../platform/text/site-time.ts";
import { isDay } from "../../../platform/text/typed-moments.ts";

/** A date of a calendar file before its zone is known. */
export interface LocalTime {
  /** as if it were UTC, in epoch milliseconds */
  at: number;
  isDay: boolean;
  isUtc: boolean;
}

const basic = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Reads 20270520, 20270520T180000 and 20270521T040000Z; null for anything else, and for days that do not exist. */
export function localOf(value: string): LocalTime | null {
  const [all, year, month, day, hour, minute, second = "00", zone] = basic.exec(value.trim()) ?? [];
  const date = `${year}-${month}-${day}`;
  if (!all || !isDay(date)) return null;
  if (!hour) return { at: Date.parse(`${date}T00:00:00Z`), isDay: true, isUtc: false };
  const local = Date.parse(`${date}T${hour}:${minute}:${second === "60" ? "59" : second}Z`);
  if (Number.isNaN(local)) return null;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? "") ?? [];
  const ahead = hours ? (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000 : 0;
  return { at: local - ahead, isDay: false, isUtc: zone !== undefined };
}

/** Reads P1DT2H30M or P2W; null for anything else, and for what is not ahead. */
export function durationOf(value: string): { days: number; rest: number } | null {
  const [all, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] =
    /^\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/i.exec(value.trim()) ?? [];
  if (!all) return null;
  const whole = Number(weeks) * 7 + Number(days);
  return { days: whole, rest: ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 };
}

export const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10);
export const dayBefore = (at: number) => isoDay(at - dayInMilliseconds);
