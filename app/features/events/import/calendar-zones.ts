import { dayInMilliseconds } from "../../../platform/text/site-time.ts";
import { ianaNameOf } from "../../../platform/text/windows-zones.ts";
import { fixedOffset, ianaOffset, type OffsetAt } from "../../../platform/text/zoned-time.ts";
import type { Component, Property } from "./ics-properties.ts";
import { localOf } from "./ics-values.ts";
import { datesOfRule, dayOf, type Rule, readRule } from "./recurrence-rule.ts";

export interface Zone {
  offset: OffsetAt;
  /** its name in the IANA database; null where the file describes it */
  name: string | null;
}

interface Observance {
  /** local, as if UTC */
  starts: number;
  from: number;
  to: number;
  rule: Rule | null;
  more: number[];
}

const minutesOf = (property: Property | undefined) => {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})/.exec(property?.value.trim() ?? "") ?? [];
  return hours ? (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : null;
};

function observanceOf({ properties }: Component): Observance | null {
  const [start, rule] = [properties.get("DTSTART")?.[0], properties.get("RRULE")?.[0]];
  const [from, to] = [minutesOf(properties.get("TZOFFSETFROM")?.[0]), minutesOf(properties.get("TZOFFSETTO")?.[0])];
  const starts = localOf(start?.value ?? "");
  const read = rule ? readRule(rule.value) : null;
  if (!starts || from === null || to === null || (read && "fault" in read)) return null;
  const more = (properties.get("RDATE") ?? []).flatMap(({ value }) => localOf(value)?.at ?? []);
  return { starts: starts.at, from: from * 60_000, to: to * 60_000, rule: read, more };
}

/** The last change of an observance before an instant; null if it has not begun. */
function onsetBefore({ starts, from, rule, more }: Observance, instant: number): number | null {
  const local = instant + from;
  if (local < starts) return null;
  const once = [starts, ...more].filter((each) => each <= local);
  if (!rule) return Math.max(...once);
  const year = new Date(Math.min(local, rule.until?.at ?? local)).getUTCFullYear();
  const [first, last] = [Math.max(year - 1, new Date(starts).getUTCFullYear()), year];
  const time = ((starts % dayInMilliseconds) + dayInMilliseconds) % dayInMilliseconds;
  const begins = dayOf(Date.UTC(first, 0, 1));
  const found = [
    ...datesOfRule(
      { ...rule, count: undefined, months: rule.months ?? [new Date(starts).getUTCMonth() + 1] },
      Math.max(begins, dayOf(starts)),
      dayOf(Date.UTC(last + 1, 0, 1)),
      { steps: 2000 },
      dayOf(starts),
    ),
  ].map((day) => day * dayInMilliseconds + time);
  return Math.max(...once, ...found.filter((each) => each <= local));
}

/** The offsets of a VTIMEZONE; null if it cannot be read. */
function describedOffset({ parts }: Component): OffsetAt | null {
  const read = parts.filter(({ name }) => name === "STANDARD" || name === "DAYLIGHT").map(observanceOf);
  const observances = read.filter((each) => each !== null);
  const [first] = observances.toSorted((a, b) => a.starts - b.starts);
  if (!first || observances.length < read.length || read.length > 200) return null;
  const kept = new Map<number, number>();
  return (instant) => {
    const hour = Math.floor(instant / 3_600_000);
    let offset = kept.get(hour);
    if (offset === undefined) {
      const begun = observances.flatMap((each) => {
        const onset = onsetBefore(each, instant);
        return onset === null ? [] : [{ at: onset - each.from, to: each.to }];
      });
      const latest = begun.toSorted((a, b) => b.at - a.at)[0];
      offset = latest?.to ?? first.from;
      if (kept.size < 10_000) kept.set(hour, offset);
    }
    return offset;
  };
}

const isGiven = (zone: Zone | null): zone is Zone => zone !== null;

function namedZone(name: string): Zone | null {
  const offset = ianaOffset(name);
  return offset && { offset, name };
}

/** A zone by the end of its name, as Evolution and others write it: /example.org/2026_1/Pacific/Honolulu */
function zoneAtEnd(id: string): Zone | null {
  const parts = id.split("/").filter(Boolean);
  return (
    [3, 2, 1].map((count) => (parts.length > count ? namedZone(parts.slice(-count).join("/")) : null)).find(isGiven) ??
    null
  );
}

function zoneByOffset(id: string): Zone | null {
  const [, sign, hours, minutes = "0"] = /^(?:UTC|GMT)([+-])(\d{1,2}):?(\d{2})?$/i.exec(id) ?? [];
  return hours && Number(hours) <= 14
    ? { offset: fixedOffset((sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes))), name: null }
    : null;
}

export function zonesOf(calendars: readonly Component[]): (id: string) => Zone | null {
  const described = new Map<string, Component>();
  for (const component of calendars.flatMap(({ parts }) => parts).filter(({ name }) => name === "VTIMEZONE")) {
    const id = component.properties.get("TZID")?.[0]?.value.trim().replaceAll('"', "");
    if (id && !described.has(id)) described.set(id, component);
  }
  const found = new Map<string, Zone | null>();
  const find = (id: string): Zone | null => {
    const own = described.get(id);
    const offset = namedZone(id) ? null : own && describedOffset(own);
    return (
      namedZone(id) ??
      (offset ? { offset, name: null } : null) ??
      namedZone(ianaNameOf(id) ?? "") ??
      zoneAtEnd(id) ??
      zoneByOffset(id)
    );
  };
  return (id) => {
    const key = id.replaceAll('"', "").trim();
    let zone = found.get(key);
    if (zone === undefined) {
      zone = find(key);
      if (found.size < 1000) found.set(key, zone);
    }
    return zone;
  };
}
