import type { Attends } from "../../events/event/event.ts";
import type { Delivery } from "../../outbox/delivery.ts";
import type { Answers } from "../../questions/questions.ts";
import type { Reservation } from "../reservations/reservation.ts";

/** Someone who signed up for an event, as admins see them: a row of the database's `event_people`. */
export interface Person {
  id: string;
  name: string;
  email: string;
  note: string | null;
  consent_version: string;
  /** the path of the page with the form; null for who was added by hand */
  consent_page: string | null;
  suspected_spam: boolean;
  confirmed_at: string | null;
  notified_at: string | null;
  /** whether they have not been notified of something that has changed */
  is_unnotified: boolean;
  created_at: string;
  updated_at: string;
  /** null if nothing is to be forwarded */
  delivery: Delivery | null;
  is_failing: boolean;
  /** null, like all below, if the event takes no reservations */
  state: Reservation["state"] | "set-aside" | null;
  party: number | null;
  attends: Attends | null;
  switches_to: Attends | null;
  /** position on the waitlist for the same place (room or online), from 1 */
  position: number | null;
  hold_until: string | null;
  offer_ends_at: string | null;
  /** whether an admin gave, changed or canceled their spot and no email notified them */
  to_be_notified: boolean;
  /** people of the party who came */
  arrived: number | null;
  checked_in_at: string | null;
  coming_at: string | null;
  /** moves to the front of the waitlist by admins */
  moves: { reason: string; moved_at: string }[] | null;
  /** by the ids of questions; null if they gave none */
  answers: Answers | null;
  /** when they last changed their answers after signing up */
  answers_changed_at: string | null;
  /** when an admin decided about their request, and what they read with it */
  decided_at: string | null;
  words: string | null;
  /** the name of the link that led them to the form */
  came_by: string | null;
}

/** Someone with a reservation or a position on the waitlist of an event that takes reservations. */
export type Reserved = Person & { party: number; attends: Attends };

export const hasReservation = (person: Person): person is Reserved =>
  person.state !== null && person.state !== "set-aside";

/** An offer without a deadline whose email is not on its way. */
export interface TroubledOffer {
  id: string;
  name: string;
  party: number;
  /** null if the mail was deleted or never enqueued */
  mail_state: string | null;
  last_error: string | null;
}
