import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { answerOrCopy } from "../../platform/database/read-or-copy.ts";
import { eventDatesRow } from "../events/event/event-rows.ts";
import { workshopRow } from "../events/event/workshop.ts";
import { kinds, levels, talkChanges, talkStatuses } from "./programme-states.ts";
import { storedRoom } from "./room.schema.ts";

const text = z.string().nullable();
const number = z.number().nullable();

const talk = z.object({
  /** identifies it in URLs */
  number: z.number(),
  kind: z.enum(kinds),
  /** UTC; null while the time is unknown */
  starts_at: text,
  ends_at: text,
  room: number,
  status: z.enum(talkStatuses),
  /** the revision number that calendars compare */
  sequence: z.number(),
  updated_at: z.string(),
  title: z.string().optional(),
  language: z.string().optional(),
  level: z.enum(levels).nullish(),
  slides_url: text.optional(),
  recording_url: text.optional(),
  speakers: z.array(z.number()).optional(),
  /** the event at which people reserve a spot for it; null if no sign-up is needed */
  workshop: workshopRow.nullish(),
  /** Markdown; only loaded, with the id, for the page of one talk and for schedule files */
  abstract: z.string().optional(),
  id: z.string().optional(),
});

const speaker = z.object({
  number: z.number(),
  name: z.string(),
  organization: text,
  /** only loaded for schedule files */
  id: z.string().optional(),
  /** Markdown; loaded with the link for the page of one talk or speaker, the picture also for the list of speakers */
  biography: z.string().optional(),
  link_url: text.optional(),
  picture_path: text.optional(),
  picture_alt: text.optional(),
  picture_width: number.optional(),
  picture_height: number.optional(),
});

export const programmeRow = z.object({
  event: eventDatesRow.extend({ key: z.string(), title: z.string(), place: z.string() }),
  /** null for a draft, whose talks and speakers have no pages */
  published_at: text,
  rooms: z.array(storedRoom),
  talks: z.array(talk),
  gone: z.array(
    z.object({
      number: z.number(),
      title: z.string(),
      starts_at: z.string(),
      ends_at: z.string(),
      sequence: z.number(),
      gone_at: z.string(),
    }),
  ),
  /** the latest ten, newest first; empty for the page of one talk or speaker */
  changes: z.array(
    z.object({
      number: z.number(),
      what: z.enum(talkChanges),
      /** title, times and room before the change */
      title: z.string(),
      starts_at: text,
      ends_at: text,
      /** the room's name; null if there was none or it was deleted */
      room: text,
      changed_at: z.string(),
    }),
  ),
  speakers: z.array(speaker),
});

type Programme = z.output<typeof programmeRow>;

const answered = z.object({ programme: programmeRow.nullable() });

const listed = z.object({
  found: z.object({ event: z.object({ key: z.string(), title: z.string() }), speakers: z.array(speaker) }).nullable(),
});

export function readProgramme(context: AppLoadContext, key: string): Promise<Programme | null> {
  const answer = context.database
    .read("rpc/read_programme", { p_key: key })
    .then((found) => answered.parse(found).programme);
  return answerOrCopy(context, `programme/2/${encodeURIComponent(key)}`, answer, (found) => found !== null);
}

export function readSchedule(context: AppLoadContext, key: string): Promise<Programme | null> {
  const answer = context.database
    .read("rpc/read_programme", { p_key: key, p_texts: true })
    .then((found) => answered.parse(found).programme);
  return answerOrCopy(context, `schedule/1/${encodeURIComponent(key)}`, answer, (found) => found !== null);
}

/** Loads one announced talk by its number, with its texts; null if there is none. */
export async function readTalk(context: AppLoadContext, key: string, talk: number) {
  const programme = await readPart(context, key, { p_talk: talk }, `talk/2/${encodeURIComponent(key)}/${talk}`);
  const [found] = programme?.talks ?? [];
  return programme && found?.title !== undefined ? { ...programme, talk: { ...found, title: found.title } } : null;
}

/** Loads one speaker by number, with their announced talks; null if there is none. */
export async function readSpeaker(context: AppLoadContext, key: string, number: number) {
  const name = `speaker/1/${encodeURIComponent(key)}/${number}`;
  const programme = await readPart(context, key, { p_speaker: number }, name);
  const found = programme?.speakers.find((each) => each.number === number);
  return programme && found ? { ...programme, speaker: found } : null;
}

function readPart(context: AppLoadContext, key: string, part: { p_talk?: number; p_speaker?: number }, name: string) {
  const answer = context.database
    .read("rpc/read_programme", { p_key: key, ...part })
    .then((found) => answered.parse(found).programme);
  return answerOrCopy(context, name, answer, (found) => found?.talks[0] !== undefined);
}

/** Loads the speakers of an event's published program by name; null if there is none. */
export function readSpeakers(context: AppLoadContext, key: string) {
  const answer = context.database.read("rpc/read_speakers", { p_key: key }).then((row) => listed.parse(row).found);
  return answerOrCopy(context, `speakers/1/${encodeURIComponent(key)}`, answer, (found) => found !== null);
}
