import type { Outcome } from "../../platform/database/supabase.server.ts";
import { overlap } from "./programme.ts";
import type { EditedProgramme } from "./programme-editing.server.ts";
import type { TalkFields, TalkInput } from "./talk.schema.ts";
import { talkTimesOf } from "./talk-times.ts";

export function refusalOf(
  outcome: Exclude<Outcome<"save_talk">, "saved" | "changed">,
  id: string,
  talk: TalkInput,
  { talks }: EditedProgramme,
): { [Field in keyof TalkFields]?: string[] } {
  if (outcome === "not-found")
    return { room: ["A room, a speaker or an event to sign up at was deleted in the meantime. Choose again"] };
  const times = talkTimesOf(talk);
  const typed = { starts_at: null, ends_at: null, ...times, status: "scheduled" as const };
  const other = talks.find((each) => each.id !== id && String(each.room_id) === talk.room && overlap(each, typed));
  return {
    room: [other ? `“${other.title}” is in this room at that time` : "Another talk is in this room at that time"],
  };
}
