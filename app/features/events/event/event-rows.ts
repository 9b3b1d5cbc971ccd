import { z } from "zod";
import { placeDetails } from "../../places/places.ts";
import { questionRow } from "../../questions/question-rows.ts";
import { admissions, attendances, meetings, precisions, statuses } from "./event-states.ts";

const text = z.string().nullable();
const number = z.number().nullable();

export const eventDatesRow = z.object({
  /** UTC; the first instant of the day, month or quarter where the precision is coarser than `exact` */
  starts_at: text,
  /** UTC; the end of an exact time, or the first instant after the last of several days */
  ends_at: text,
  date_precision: z.enum(precisions),
  /** the instant from which the event is past, computed by the database; null while no date is announced */
  over_at: text,
  time_note: text,
  status: z.enum(statuses),
});

export const listedEventRow = eventDatesRow.extend({
  id: z.string(),
  /** in what visitors get the address, which has a secret part for an event by link */
  key: z.string(),
  title: z.string(),
  /** the announced start before the date was moved, maintained by the database; null if it was never moved */
  previous_starts_at: text,
  place: z.string(),
  /** in a room (at `place`), online (by a link that only people with a spot see), or both */
  meets: z.enum(meetings),
  attendee_limit: number,
  online_limit: number,
  summary: z.string(),
  /** what happened, and a link to photos or slides; shown once the event is past */
  recap: text,
  recap_url: text,
  ticket_url: text,
  /** as the place was when the event was held, or as it is; null if the place was typed for this event */
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
  /** an admin has closed the waitlist; a canceled event's waitlist is closed regardless */
  waitlist_closed: z.boolean(),
  /** who may sign up: everyone, whom an admin accepts, or nobody, since the event is only announced */
  admission: z.enum(admissions),
  takes_reservations: z.boolean(),
  /** null for immediately, and for the start of the event */
  sign_up_opens_at: text,
  sign_up_closes_at: text,
  party_limit: z.number(),
  /** how many hours an offered spot is kept, unless the event is near */
  offer_hours: z.number(),
  /**
   * per place where it meets: spots and offers, people on the waitlist, and how often an admin moved someone to the
   * front of it; null if no reservations are taken, absent if not loaded
   */
  event_spots: z
    .array(z.object({ attends: z.enum(attendances), taken: z.number(), waiting: z.number(), moved_up: z.number() }))
    .nullish(),
  /**
   * the main event: only people with a reservation at it can sign up; its fields are null if visitors cannot see it.
   * Null if everyone can sign up, absent if not loaded
   */
  people_of: z.object({ key: text, title: text, status: z.enum(statuses).nullable() }).nullish(),
  sequence: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
});

export const mailedEventRow = listedEventRow.extend({ about: z.string() });

export const ownEventRow = listedEventRow
  .omit({
    ...{ id: true, recap: true, recap_url: true, poster_path: true, poster_alt: true, event_spots: true },
    ...{ created_at: true, updated_at: true, people_of: true },
  })
  /** false for the draft of the next edition, to which the waitlist was carried over */
  .extend({ is_published: z.boolean() });

export const eventRow = mailedEventRow.extend({
  /** the series it is an edition of; `about` is only loaded with the editions of one series */
  series: z.object({ key: z.string(), name: z.string(), about: text }).nullable(),
  /** what the organizers ask people who sign up; absent if not loaded */
  questions: z.array(questionRow).nullish(),
});

export const shownEventRow = eventRow.extend({
  has_programme: z.boolean(),
  /** the deadline for talk proposals (ISO time); null if it takes none */
  call_deadline: text,
  /** the published ones of its series, with itself; none if it has no series */
  editions: z.array(eventDatesRow.extend({ key: z.string(), title: z.string(), created_at: z.string() })),
});
