import { z } from "zod";
import { overlap } from "./programme.ts";
import type { ArrangedTalk, EditedTalk } from "./programme-editing.server.ts";
import { dayText, roomField, timeText } from "./talk.schema.ts";
import { talkTimesOf, timeFieldsOf } from "./talk-times.ts";

const fields = {
  day: dayText,
  start: timeText,
  end: timeText,
  room: roomField,
  version: z.string().max(40).optional(),
};
const parts = Object.keys(fields) as (keyof typeof fields)[];

/** The name of a talk's field in the table: `day-12` for the talk with number 12. */
export const fieldOf = (part: (typeof parts)[number], { number }: Pick<EditedTalk, "number">) => `${part}-${number}`;

const same = (one: string | null, other: string | null) =>
  one === other || (one !== null && other !== null && Date.parse(one) === Date.parse(other));

/**
 * Returns the schema of the form with days, times and rooms of all talks of a program. Its output is the talks that
 * change. Two talks in one room at the same time are reported at both.
 * @param talks the current talks; a talk that is not in the form stays as it is
 */
export function arrangementSchema(talks: EditedTalk[]) {
  const shape = Object.fromEntries(talks.flatMap((talk) => parts.map((part) => [fieldOf(part, talk), fields[part]])));
  return z.object(shape).transform((typed, issues) => {
    const arranged = talks.map((talk) => {
      const version = typed[fieldOf("version", talk)];
      if (!version)
        return {
          talk,
          wanted: { starts_at: talk.starts_at, ends_at: talk.ends_at, room_id: talk.room_id, version: "" },
        };
      const times = talkTimesOf({
        day: typed[fieldOf("day", talk)],
        start: typed[fieldOf("start", talk)],
        end: typed[fieldOf("end", talk)],
      });
      if ("field" in times) {
        issues.addIssue({
          code: "custom",
          path: [fieldOf(times.field, talk)],
          message: `${talk.title}: ${times.message}`,
        });
      }
      const room = typed[fieldOf("room", talk)];
      const { starts_at, ends_at } = "field" in times ? { starts_at: null, ends_at: null } : times;
      return { talk, wanted: { starts_at, ends_at, room_id: room ? Number(room) : null, version } };
    });
    for (const [at, { talk, wanted }] of arranged.entries()) {
      const met = arranged.find(
        (other, index) =>
          index !== at &&
          wanted.room_id !== null &&
          other.wanted.room_id === wanted.room_id &&
          overlap({ ...wanted, status: talk.status }, { ...other.wanted, status: other.talk.status }),
      );
      if (met && wanted.version) {
        issues.addIssue({
          code: "custom",
          path: [fieldOf("room", talk)],
          message: `${talk.title}: “${met.talk.title}” is in this room at that time`,
        });
      }
    }
    return arranged.flatMap(({ talk, wanted }): ArrangedTalk[] =>
      wanted.version &&
      !(same(wanted.starts_at, talk.starts_at) && same(wanted.ends_at, talk.ends_at) && wanted.room_id === talk.room_id)
        ? [{ id: talk.id, ...wanted }]
        : [],
    );
  });
}

export const arrangementOf = (talks: EditedTalk[]): Record<string, string | undefined> =>
  Object.fromEntries(
    talks.flatMap((talk) => {
      const { day, start, end } = timeFieldsOf(talk);
      const values = {
        day,
        start,
        end,
        room: talk.room_id === null ? undefined : String(talk.room_id),
        version: talk.updated_at,
      };
      return parts.map((part) => [fieldOf(part, talk), values[part]]);
    }),
  );
