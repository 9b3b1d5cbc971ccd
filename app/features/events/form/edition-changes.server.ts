import { z } from "zod";
import type { Admin } from "../../../admin/admin.server.ts";
import { isId, isNoTime } from "../../../admin/list-page.server.ts";
import { rowsOf } from "../../../platform/database/supabase.server.ts";
import { pluralize } from "../../../platform/text/pluralize.ts";
import { siteDay } from "../../../platform/text/site-time.ts";
import { precisions, statuses } from "../event/event-states.ts";
import { type Refused, rowOf } from "./event-editing.server.ts";
import { badPlace, type EventFields, type EventInput } from "./events.schema.ts";

const laterEdition = z.object({
  id: z.string(),
  key: z.string(),
  title: z.string(),
  starts_at: z.string(),
  date_precision: z.enum(precisions),
  status: z.enum(statuses),
  is_published: z.boolean(),
  is_edited: z.boolean(),
  people: z.number(),
});

export type LaterEdition = z.infer<typeof laterEdition>;

const changedEditions = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("saved"), changed: z.number() }),
  z.object({ outcome: z.literal("asks"), editions: z.array(laterEdition) }),
  z.object({
    outcome: z.enum([
      "spots-given",
      "people-ask",
      "place-taken",
      "people-signed-up",
      "has-workshops",
      "no-main-event",
      "no-place",
      "does-not-fit",
    ]),
    title: z.string().nullable(),
    starts_at: z.string().nullable(),
  }),
  z.object({ outcome: z.enum(["changed", "not-found", "position-taken", "other-series"]) }),
]);

/**
 * Saves an event, and applies the changes to the later editions of its series and to the template for future ones.
 * @param asked the later editions that the admin was shown
 * @param chosen those of them to change
 * @returns `asks` with editions that must be shown first, in which case nothing is saved; `does-not-fit` with the
 * edition whose times contradict the change
 */
export async function changeEditions(
  { database }: Admin,
  id: string,
  event: EventInput,
  version: string,
  { asked, chosen }: { asked: string[]; chosen: string[] },
): Promise<z.infer<typeof changedEditions>> {
  const given = { p_event: id, p_version: version, p_fields: rowOf(event) };
  const choice = { p_asked: asked.filter(isId), p_chosen: chosen.filter(isId) };
  const answer = await database.rpc("change_editions", { ...given, ...choice });
  return isNoTime(answer) ? { outcome: "changed" } : changedEditions.parse(rowsOf(answer));
}

/** Reads from a submitted form which later editions it showed, and which of them the admin chose. */
export const choiceIn = (form: FormData) => ({
  asked: form.getAll("asked").map(String),
  chosen: form.getAll("chosen").map(String),
});

const noMainEvent =
  "Choose an event that is for everybody, and is not this one. An event that has workshops cannot be a workshop itself";

export function faultOf(
  outcome: Refused | "does-not-fit" | "other-series",
  edition: { title: string | null; starts_at: string | null } | null = null,
  people = 0,
): { [Field in keyof EventFields]?: string[] } {
  const later = edition?.starts_at && `${edition.title}, ${siteDay(new Date(edition.starts_at))}`;
  switch (outcome) {
    case "spots-given": {
      const whose = later ? ` at a later edition (${later})` : "";
      return {
        admission: [
          `People have reservations or offers${whose}. Cancel these first, or keep reservations on this site.`,
        ],
      };
    }
    case "people-ask": {
      const where = later ? `a later edition (${later})` : "this event";
      return {
        admission: [
          `People have asked to attend ${where}. Accept them or turn them down first, or keep spots on this site.`,
        ],
      };
    }
    case "place-taken": {
      const whose = later ? ` at a later edition (${later})` : "";
      return {
        meets: [
          `People have reservations or offers where the event would no longer meet${whose}. Ask them to switch on their pages, or cancel these first.`,
        ],
      };
    }
    case "people-signed-up": {
      const whose = later
        ? `People are signed up for a later edition (${later})`
        : `${pluralize(people, "person is", "people are")} signed up`;
      return { admission: [`${whose}. Keep a way to sign up, or close sign-up and take them off the list first.`] };
    }
    case "has-workshops":
      return {
        admission: [
          `Other events are only for people with a reservation at ${later ? `a later edition (${later})` : "this one"}. Change that in their forms first, or keep reservations on this site.`,
        ],
      };
    case "does-not-fit":
      return {
        scope: [`The sign-up times of a later edition (${later}) contradict this change. Change that one first`],
      };
    case "no-main-event":
      return { for_people_of: [noMainEvent] };
    case "key-taken":
      return { key: ["Another event has this key"] };
    case "position-taken":
      return { tab_order: ["Another event already has this position"] };
    case "no-series":
      return { series_id: ["Choose a series that exists"] };
    case "no-place":
      return { place_id: [badPlace] };
    case "other-series":
      return { scope: ["This event is to be in another series now. Save that first, for this edition alone"] };
  }
}
