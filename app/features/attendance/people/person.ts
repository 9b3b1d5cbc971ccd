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
  arrived: number | null;
  checked_in_at: string | null;
  coming_at: string | null;
  moves: { reason: string; moved_at: string }[] | null;
  /** by the ids of questions; null if they gave none */
  answers: Answers | null;
  /** when they last changed their answers after signing up */
  answers_changed_at: string | null;
  decided_at: string | null;
  words: string | null;
  came_by: string | null;
}

export type Reserved = Person & { party: number; attends: Attends };

export const hasReservation = (person: Person): person is Reserved =>
  person.state !== null && person.state !== "set-aside";

/** A workshop at which a person has a spot, an offer or a waitlist position by their reservation. */
export interface WorkshopOfPerson {
  /** of their entry there */
  id: string;
  event: { id: string; title: string };
}

/** An offer without a deadline whose email is not on its way. */
export interface TroubledOffer {
  id: string;
  name: string;
  party: number;
  /** null if the mail was deleted or never enqueued */
  mail_state: string | null;
  last_error: string | null;
}
