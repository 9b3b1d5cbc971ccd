import { askedOf, type Question } from "../../questions/questions.ts";
import { type Attends, type Event, isOver } from "./event.ts";

/**
 * What an event asks people who sign up now; the database's `questions_for` says the same.
 * @param attends the place of one person; null for what a form shows, which is everything that some of them are asked
 */
export function questionsFor(event: Event, attends: Attends | null, now: Date): Question[] {
  // People who sign up after the event wait for the next edition, which has questions of its own.
  if (!event.questions || isOver(event, now)) return [];
  if (event.meets !== "both") return askedOf(event.questions, event.meets);
  if (!event.takes_reservations) return askedOf(event.questions, null);
  return attends ? askedOf(event.questions, attends) : event.questions;
}
