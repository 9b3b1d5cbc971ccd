import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { isFound, isId, isNoTime } from "../../admin/list-page.server.ts";
import { isMade } from "../../admin/new-row.server.ts";
import { deleted, referred, saved, taken } from "../../admin/saving.server.ts";
import { isTaken, type Outcome, rowsOf } from "../../platform/database/supabase.server.ts";
import { notFound } from "../../platform/request/http.ts";
import { meetings, statuses } from "../events/event/event-states.ts";
import { shownFromLibrary } from "../pictures/pictures.server.ts";
import { kinds, levels, talkStatuses } from "./programme-states.ts";
import { type RoomInput, storedRoom } from "./room.schema.ts";
import type { SpeakerInput } from "./speaker.schema.ts";
import type { TalkInput } from "./talk.schema.ts";
import { talkTimesOf } from "./talk-times.ts";

const text = z.string().nullable();
const number = z.number().nullable();

const edited = z.object({
  event: z.object({
    id: z.string(),
    key: z.string(),
    title: z.string(),
    is_published: z.boolean(),
    status: z.enum(statuses),
    over_at: z.string().nullable(),
    takes_reservations: z.boolean(),
    meets: z.enum(meetings),
  }),
  /** null for a draft */
  published_at: text,
  rooms: z.array(storedRoom.extend({ updated_at: z.string() })),
  /** by name */
  speakers: z.array(
    z.object({
      id: z.string(),
      number: z.number(),
      name: z.string(),
      organization: text,
      biography: z.string(),
      link_url: text,
      picture_path: text,
      picture_alt: text,
      updated_at: z.string(),
    }),
  ),
  /** events that are only for people with a reservation at this one */
  workshops: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      status: z.enum(statuses),
      /** null if it has no exact time */
      starts_at: text,
      ends_at: text,
    }),
  ),
  /** by time, then by room; those without a time last */
  talks: z.array(
    z.object({
      id: z.string(),
      number: z.number(),
      title: z.string(),
      kind: z.enum(kinds),
      abstract: z.string(),
      language: z.string(),
      level: z.enum(levels).nullable(),
      starts_at: text,
      ends_at: text,
      room_id: number,
      slides_url: text,
      recording_url: text,
      status: z.enum(talkStatuses),
      is_announced: z.boolean(),
      workshop_id: text,
      updated_at: z.string(),
      speakers: z.array(z.string()),
    }),
  ),
});

export type EditedProgramme = z.output<typeof edited>;
export type EditedTalk = EditedProgramme["talks"][number];
export type EditedSpeaker = EditedProgramme["speakers"][number];
export type EditedRoom = EditedProgramme["rooms"][number];

/** Loads an event's program for admins, even if still empty; null for an unknown event. */
async function findEditedProgramme({ database }: Admin, event: string): Promise<EditedProgramme | null> {
  if (!isId(event)) return null;
  const answer = await database.rpc("edited_programme", { p_event: event });
  return answer.error ? rowsOf(answer) : edited.nullable().parse(answer.data);
}

/** Like `findEditedProgramme`, for a page. @throws DatabaseUnavailable, or a 404 for an unknown event */
export async function requireProgramme(admin: Admin, event: string | undefined): Promise<EditedProgramme> {
  const programme = await findEditedProgramme(admin, event ?? "");
  if (!programme) throw notFound();
  return programme;
}

export async function publishProgramme({ database }: Admin, event: string, at: Date | null): Promise<void> {
  const row = { id: event, published_at: at?.toISOString() ?? null };
  rowsOf(await database.from("programmes").upsert(row).select("id"));
}

export interface ArrangedTalk {
  id: string;
  version: string;
  starts_at: string | null;
  ends_at: string | null;
  room_id: number | null;
}

export async function arrangeTalks(
  { database }: Admin,
  event: string,
  talks: ArrangedTalk[],
): Promise<Outcome<"arrange_talks">> {
  if (talks.length === 0) return "saved";
  const answer = await database.rpc("arrange_talks", { p_event: event, p_talks: talks.map((talk) => ({ ...talk })) });
  return isNoTime(answer) ? "changed" : rowsOf(answer);
}

export async function shiftTalks(
  { database }: Admin,
  event: string,
  { day, minutes }: { day: string; minutes: number },
  version: string,
): Promise<Outcome<"shift_talks">> {
  const answer = await database.rpc("shift_talks", {
    p_event: event,
    p_day: day,
    p_minutes: minutes,
    p_version: version,
  });
  return isNoTime(answer) ? "changed" : rowsOf(answer);
}

/** Adds a talk, or changes one. @param version the `updated_at` that the admin saw; null for a new talk */
export async function saveTalk(
  { database }: Admin,
  event: string,
  id: string,
  talk: TalkInput,
  version: string | null,
): Promise<Outcome<"save_talk">> {
  const { day, start, end, room, speakers, workshop, canceled, to_be_announced: isHidden, ...plain } = talk;
  const times = talkTimesOf({ day, start, end });
  if ("field" in times) throw new Error(`A talk was not checked: ${times.message}`);
  const row = {
    ...plain,
    ...times,
    room_id: room ? Number(room) : null,
    status: canceled ? "cancelled" : "scheduled",
    is_announced: !isHidden,
    workshop_id: workshop ?? null,
  };
  const answer = await database.rpc("save_talk", {
    p_event: event,
    p_id: id,
    p_talk: row,
    p_speakers: speakers,
    p_version: version,
  });
  return isNoTime(answer) ? "changed" : rowsOf(answer);
}

export const deleteTalk = ({ database }: Admin, id: string, version: string) =>
  deleted(database.from("talks").delete(), id, version);

export async function addRoom({ database }: Admin, event: string, room: RoomInput): Promise<"added" | "name-taken"> {
  const answer = await database
    .from("rooms")
    .insert({ ...room, event_id: event })
    .select("id");
  if (isTaken(answer)) return "name-taken";
  rowsOf(answer);
  return "added";
}

export const changeRoom = ({ database }: Admin, { id }: Pick<EditedRoom, "id">, room: RoomInput, version: string) =>
  saved(database.from("rooms").update(room), id, version, { [taken]: "name-taken" });

export async function deleteRoom(
  { database }: Admin,
  { id }: Pick<EditedRoom, "id">,
): Promise<"deleted" | "in-use" | "changed"> {
  const answer = await database.from("rooms").delete().eq("id", id).select("id");
  if (answer.error?.code === referred) return "in-use";
  return isFound(answer) ? "deleted" : "changed";
}

/** A speaker's row with the library's data of the picture; undefined if it is not in the library. */
async function rowOf(admin: Admin, { picture, ...row }: SpeakerInput) {
  const shown = await shownFromLibrary(admin, picture);
  return shown && { ...row, ...shown };
}

export async function addSpeaker(
  admin: Admin,
  event: string,
  speaker: SpeakerInput,
  id?: string,
): Promise<"added" | "no-picture"> {
  const row = await rowOf(admin, speaker);
  if (!row) return "no-picture";
  const answer = await admin.database
    .from("speakers")
    .insert({ ...row, event_id: event, id })
    .select("id");
  if (isTaken(answer) && (await isMade(admin, "speakers", id))) return "added";
  rowsOf(answer);
  return "added";
}

export async function changeSpeaker(
  admin: Admin,
  id: string,
  speaker: SpeakerInput,
  version: string,
): Promise<"saved" | "changed" | "no-picture"> {
  const row = await rowOf(admin, speaker);
  if (!row) return "no-picture";
  return saved(admin.database.from("speakers").update(row), id, version);
}

/** Deletes a speaker; their talks stay, without them. */
export const deleteSpeaker = ({ database }: Admin, id: string, version: string) =>
  deleted(database.from("speakers").delete(), id, version);
