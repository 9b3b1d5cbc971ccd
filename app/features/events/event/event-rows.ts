import { z } from "zod";
import { placeDetails } from "../../places/places.ts";
import { questionRow } from "../../questions/question-rows.ts";
import type { ListedEvent, MailedEvent, OwnEvent } from "./event.ts";
import { admissions, attendances, meetings, precisions, statuses } from "./event-states.ts";
import type { EventWithEditions } from "./events.server.ts";

const text = z.string().nullable();
const number = z.number().nullable();

export const eventDatesRow = z.object({
  starts_at: text,
  ends_at: text,
  date_precision: z.enum(precisions),
  over_at: text,
  time_note: text,
  status: z.enum(statuses),
});

export const listed = eventDatesRow.extend({
  id: z.string(),
  key: z.string(),
  title: z.string(),
  previous_starts_at: text,
  place: z.string(),
  meets: z.enum(meetings),
  attendee_limit: number,
  online_limit: number,
  summary: z.string(),
  recap: text,
  recap_url: text,
  ticket_url: text,
  place_details: placeDetails.nullable(),
  place_note: text,
  to_bring: text,
  co_hosts: z.array(z.object({ name: z.string(), url: z.string().optional() })),
  poster_path: text,
  poster_alt: text,
  poster_width: number,
  poster_height: number,
  tab_order: number,
  tab_label: text,
  waitlist_closed: z.boolean(),
  admission: z.enum(admissions),
  takes_reservations: z.boolean(),
  sign_up_opens_at: text,
  sign_up_closes_at: text,
  party_limit: z.number(),
  offer_hours: z.number(),
  event_spots: z
    .array(z.object({ attends: z.enum(attendances), taken: z.number(), waiting: z.number(), moved_up: z.number() }))
    .nullish(),
  people_of: z.object({ key: text, title: text, status: z.enum(statuses).nullable() }).nullish(),
  sequence: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
});

export const listedEventRow: z.ZodType<ListedEvent> = listed;

export const mailedEventRow: z.ZodType<MailedEvent> = listed.extend({ about: z.string() });

export const ownEventRow: z.ZodType<OwnEvent> = listed
  .omit({
    ...{ id: true, recap: true, recap_url: true, poster_path: true, poster_alt: true, event_spots: true },
    ...{ created_at: true, updated_at: true, people_of: true },
  })
  .extend({ is_published: z.boolean() });

export const shownEventRow: z.ZodType<EventWithEditions> = listed.extend({
  about: z.string(),
  series: z.object({ key: z.string(), name: z.string(), about: text }).nullable(),
  questions: z.array(questionRow).nullish(),
  has_programme: z.boolean(),
  call_deadline: text,
  editions: z.array(eventDatesRow.extend({ key: z.string(), title: z.string(), created_at: z.string() })),
});
