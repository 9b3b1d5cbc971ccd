import type { CsvValue } from "../../admin/csv.ts";
import { zoneNames } from "../../platform/text/site-time.ts";
import { kindNames, type Language, languageNames, levelNames, talkPath } from "./programme.ts";
import type { EditedProgramme } from "./programme-editing.server.ts";
import { timeFieldsOf } from "./talk-times.ts";

export const programmeColumns = [
  "Day",
  `Start (${zoneNames})`,
  `End (${zoneNames})`,
  "Room",
  "Kind",
  "Title",
  "Speakers",
  "Level",
  "Language",
  "State",
  "Abstract",
  "Slides",
  "Recording",
  "Page",
] as const;

/** Yields a record for each talk in program order, with its page only if visitors can open it. */
export async function* programmeRecords(
  { event, published_at, rooms, speakers, talks }: EditedProgramme,
  origin: string,
) {
  const isPublished = event.is_published && published_at !== null;
  yield talks.map((talk): CsvValue[] => {
    const { day = "", start = "", end = "" } = timeFieldsOf(talk);
    const names = talk.speakers.flatMap((id) => speakers.find((each) => each.id === id)?.name ?? []);
    const states = [talk.status === "cancelled" ? "Canceled" : "", talk.is_announced ? "" : "To be announced"];
    return [
      day,
      start,
      end,
      rooms.find(({ id }) => id === talk.room_id)?.name ?? "",
      kindNames[talk.kind],
      talk.title,
      names.join("; "),
      talk.level ? levelNames[talk.level] : "",
      languageNames[talk.language as Language] ?? talk.language,
      states.filter(Boolean).join(", "),
      talk.abstract,
      talk.slides_url,
      talk.recording_url,
      isPublished && talk.is_announced ? origin + talkPath(event, talk) : "",
    ];
  });
}
