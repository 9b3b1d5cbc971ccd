import type { z } from "zod";
import { longWeekday, siteIsoDay, siteIsoInstant, siteTime } from "../../platform/text/site-time.ts";
import { suggestedKey } from "../../platform/text/suggested-key.ts";
import type { programmeRow } from "./programme.server.ts";
import type { Kind, Level } from "./programme-states.ts";

export const kindNames: Record<Kind, string> = {
  keynote: "Keynote",
  talk: "Talk",
  workshop: "Workshop",
  panel: "Panel",
  break: "Break",
  social: "Social",
};

export const levelNames: Record<Level, string> = {
  beginner: "Beginner",
  intermediate: "Intermediate",
  advanced: "Advanced",
};

/** The languages that a talk may be in, by their ISO 639 code. */
export const languageNames = {
  en: "English",
  haw: "Hawaiian",
  ja: "Japanese",
  ko: "Korean",
  zh: "Chinese",
  fil: "Filipino",
  ilo: "Ilocano",
  es: "Spanish",
  fr: "French",
  de: "German",
  pt: "Portuguese",
  sm: "Samoan",
  to: "Tongan",
  vi: "Vietnamese",
} as const;

export type Language = keyof typeof languageNames;

export type Room = Programme["rooms"][number];

/** A talk as visitors see it; without a title until it is announced. */
export type Talk = Programme["talks"][number];

export type Slot = Pick<
  Talk,
  "number" | "kind" | "starts_at" | "ends_at" | "room" | "status" | "sequence" | "updated_at"
>;
export type TalkChange = Programme["changes"][number];
export type Speaker = Programme["speakers"][number];
export type EventOfProgramme = Programme["event"];

/** A program as visitors see it; talks are sorted by time, then by room, with those without a time last. */
export type Programme = z.output<typeof programmeRow>;

/** The path of an announced talk's page: its number followed by a slug of its title. */
export function talkPath({ key }: { key: string }, { number, title = "" }: Pick<Talk, "number" | "title">): string {
  const words = suggestedKey(title);
  return `/events/${key}/talks/${words ? `${number}-${words}` : number}`;
}

export const speakersPath = ({ key }: { key: string }) => `/events/${key}/speakers`;

/** The path of a speaker's page: the number followed by a slug of the name. */
export function speakerPath(event: { key: string }, { number, name }: Pick<Speaker, "number" | "name">): string {
  const words = suggestedKey(name);
  return `${speakersPath(event)}/${words ? `${number}-${words}` : number}`;
}

/** The number at the start of the URL segment of a talk or speaker; undefined if there is none. */
export function numberIn(part: string): number | undefined {
  const [, number] = /^([1-9]\d{0,8})(?:-|$)/.exec(part) ?? [];
  return number === undefined ? undefined : Number(number);
}

export type TimedTalk<Each extends Pick<Slot, "starts_at" | "ends_at"> = Talk> = Each & {
  starts_at: string;
  ends_at: string;
};

export const isTimed = <Each extends Pick<Slot, "starts_at" | "ends_at">>(talk: Each): talk is TimedTalk<Each> =>
  talk.starts_at !== null && talk.ends_at !== null;

export interface Day<Each extends Pick<Slot, "starts_at" | "ends_at"> = Talk> {
  /** YYYY-MM-DD in Honolulu */
  day: string;
  talks: TimedTalk<Each>[];
}

/** Groups talks by the day on which they begin; a talk that begins after midnight belongs to the new day. */
export function daysOf<Each extends Pick<Slot, "starts_at" | "ends_at">>(talks: Each[]): Day<Each>[] {
  const days = new Map<string, TimedTalk<Each>[]>();
  for (const talk of talks.filter(isTimed)) {
    const day = siteIsoDay(new Date(talk.starts_at));
    days.set(day, [...(days.get(day) ?? []), talk as TimedTalk<Each>]);
  }
  return [...days].sort(([one], [other]) => (one < other ? -1 : 1)).map(([day, found]) => ({ day, talks: found }));
}

export const dayOf = ({ starts_at }: Pick<TimedTalk, "starts_at">) => longWeekday(siteIsoDay(new Date(starts_at)));

/** Formats times: "9:00 to 9:45 AM", "11:30 AM to 12:15 PM", or "11:30 PM to 12:30 AM" if it ends on the next day. */
export function timesOf({ starts_at, ends_at }: TimedTalk<Pick<Slot, "starts_at" | "ends_at">>): string {
  const [start, end] = [siteTime(new Date(starts_at)), siteTime(new Date(ends_at))];
  const isSameHalf =
    start.slice(-2) === end.slice(-2) && siteIsoDay(new Date(starts_at)) === siteIsoDay(new Date(ends_at));
  return `${isSameHalf ? start.slice(0, -3) : start} to ${end}`;
}

export const machineTime = (at: string) => siteIsoInstant(new Date(at));

export const overlap = (
  one: Pick<Slot, "starts_at" | "ends_at" | "status">,
  other: Pick<Slot, "starts_at" | "ends_at" | "status">,
): boolean =>
  isTimed(one) &&
  isTimed(other) &&
  one.status !== "cancelled" &&
  other.status !== "cancelled" &&
  Date.parse(one.starts_at) < Date.parse(other.ends_at) &&
  Date.parse(other.starts_at) < Date.parse(one.ends_at);

export const speakersOf = ({ speakers = [] }: Talk, all: Speaker[]): Speaker[] =>
  speakers.flatMap((number) => all.find((speaker) => speaker.number === number) ?? []);

/** Shown instead of the title of a talk that is not announced. */
export const toBeAnnounced = "To be announced";
