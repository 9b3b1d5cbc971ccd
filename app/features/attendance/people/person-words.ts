import type { Shape } from "../../../admin/state.tsx";
import { momentText } from "../../../platform/text/site-time.ts";
import { attendsLabels, type Event } from "../../events/event/event.ts";
import { nobodyWaits } from "../../events/form/waitlist-words.ts";
import type { EditedQuestion } from "../../questions/question-editing.server.ts";
import type { Person, TroubledOffer, WorkshopOfPerson } from "./person.ts";

type For = "reservations" | "requests" | "both places" | "required questions";

const states = [
  { value: "", label: "Everyone" },
  { value: "asked", label: "Asks to attend, address confirmed", of: "requests" },
  { value: "asked-unconfirmed", label: "Asks to attend, not confirmed", of: "requests" },
  { value: "turned-down", label: "Turned down", of: "requests" },
  { value: "placed", label: "With a spot", of: "reservations" },
  { value: "held", label: "Held until confirmed", of: "reservations" },
  { value: "offered", label: "Offered a spot", of: "reservations" },
  { value: "waiting", label: "On the waitlist", of: "reservations" },
  { value: "out", label: "No longer waiting", of: "reservations" },
  { value: "unconfirmed", label: "Address not confirmed" },
  { value: "unnotified", label: "Not yet notified" },
  { value: "told", label: "Notified" },
  { value: "came", label: "Came", of: "reservations" },
  { value: "absent", label: "Has a spot, not checked in", of: "reservations" },
  { value: "online", label: "With a spot online", of: "both places" },
  { value: "switching", label: "Wants to switch", of: "both places" },
  { value: "past", label: "Earlier edition", of: "reservations" },
  { value: "unanswered", label: "A required answer is missing", of: "required questions" },
  { value: "failing", label: "Failing deliveries" },
  { value: "spam", label: "Suspected spam" },
] as const satisfies { value: string; label: string; of?: For }[];

export type PersonState = (typeof states)[number]["value"];

export const personStates = states.map(({ value }) => value);

export function stateOptions(
  { takes_reservations: reserves, admission, meets }: Pick<Event, "takes_reservations" | "admission" | "meets">,
  questions: readonly Pick<EditedQuestion, "is_required" | "closed_at">[],
  /** how many ask to attend, also once people can sign up without asking */
  asking: number,
) {
  const requires = questions.some(({ is_required: isRequired, closed_at: closed }) => isRequired && !closed);
  const applies = {
    reservations: reserves,
    requests: reserves && (admission === "asked" || asking > 0),
    "both places": reserves && meets === "both",
    "required questions": requires,
  };
  return states.filter((state) => !("of" in state) || applies[state.of]);
}

export const sortOptions = ({ takes_reservations }: Pick<Event, "takes_reservations">) => [
  { value: "line", label: takes_reservations ? "Waitlist order" : "Earliest first" },
  { value: "name", label: "By name" },
  ...(takes_reservations ? [{ value: "joined", label: "Earliest first" }] : []),
  { value: "latest", label: "Latest first" },
];

export const attendsText = ({ attends, switches_to: wanted, position }: Person) => {
  if (!attends) return "–";
  return wanted
    ? `${attendsLabels[attends]}; number ${position ?? "–"} to switch ${wanted === "room" ? "to the room" : "to online"}`
    : attendsLabels[attends];
};

export function stateOf(person: Person): { shape: Shape; text: string } {
  const { state, party, position, hold_until, offer_ends_at, checked_in_at, arrived, coming_at } = person;
  if (person.suspected_spam) return { shape: "alert", text: "Suspected spam" };
  switch (state) {
    case "placed":
      if (checked_in_at) {
        const some = arrived !== null && arrived < (party ?? 1) ? ` (${arrived} of ${party})` : "";
        return { shape: "full", text: `Came${some}, ${momentText(checked_in_at)}` };
      }
      return hold_until
        ? { shape: "dashed", text: `Held until ${momentText(hold_until)}` }
        : { shape: "full", text: coming_at ? `Is coming, said ${momentText(coming_at)}` : "Has a spot" };
    case "offered":
      return offer_ends_at
        ? { shape: "ring", text: `Offered until ${momentText(offer_ends_at)}` }
        : { shape: "ring", text: "Offered, time to answer not started" };
    case "waiting":
      return { shape: "ring", text: `Number ${position ?? "–"} on the waitlist` };
    case "declined":
      return { shape: "dashed", text: "Declined an offer" };
    case "lapsed":
      return { shape: "dashed", text: "Offer ended without an answer" };
    case "canceled":
      return { shape: "alert", text: "Canceled by an admin" };
    case "asked":
      return { shape: "ring", text: "Asks to attend" };
    case "turned-down":
      return { shape: "dashed", text: "Turned down" };
    case "past":
      return { shape: "dashed", text: checked_in_at ? "Came to an earlier edition" : "Of an earlier edition" };
    default:
      return { shape: "ring", text: "On the waitlist" };
  }
}

export function marksOf(person: Person, confirms: boolean): string[] {
  const { suspected_spam, confirmed_at, is_unnotified, notified_at, is_failing, answers_changed_at } = person;
  if (suspected_spam) return [];
  return [
    ...(confirms && !confirmed_at ? ["Address not confirmed"] : []),
    ...(is_unnotified ? ["Not yet notified"] : notified_at ? [`Notified ${momentText(notified_at)}`] : []),
    ...(is_failing ? ["Delivery failing"] : []),
    ...(answers_changed_at ? [`Answers changed ${momentText(answers_changed_at)}`] : []),
  ];
}

const troubles: Record<string, string> = {
  refused: "The email was refused",
  bounced: "The email came back",
  complained: "The email was reported as spam",
  unknown: "The email may not have arrived",
};

export const troubleOf = ({ mail_state }: Pick<TroubledOffer, "mail_state">) =>
  troubles[mail_state ?? ""] ?? "The email was not sent";

export const nobody: Record<string, string> = {
  told: "Nobody has been notified yet.",
  unnotified: nobodyWaits,
  spam: "There is no suspected spam.",
  asked: "Nobody with a confirmed address asks to attend.",
  failing: "No deliveries are failing.",
  unanswered: "Everyone has answered what is required.",
};

/** What a person loses at workshops with their reservation, as the rest of a sentence; empty if nothing. */
export const withWorkshops = (workshops: WorkshopOfPerson[]): string =>
  workshops.length === 0
    ? ""
    : `, and with it their spot or waitlist position at ${new Intl.ListFormat("en-US").format(workshops.map(({ event }) => event.title))}`;
