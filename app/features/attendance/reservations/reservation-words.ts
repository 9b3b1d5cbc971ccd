import type { Shape } from "../../../admin/state.tsx";
import { whenText } from "../../../admin/when.tsx";
import { attendsLabels } from "../../events/event/event.ts";
import type { ListedReservation, TroubledOffer } from "./event-reservations.server.ts";

/** The filters for admins in an event's list of reservations. */
export const stateOptions = [
  { value: "", label: "All" },
  { value: "placed", label: "With a spot" },
  { value: "held", label: "Held until confirmed" },
  { value: "offered", label: "Offered" },
  { value: "waiting", label: "Waiting" },
  { value: "out", label: "No longer waiting" },
  { value: "unnotified", label: "Not notified yet" },
  { value: "came", label: "Came" },
  { value: "absent", label: "Has a spot, not checked in" },
  { value: "online", label: "With a spot online" },
  { value: "switching", label: "Wants to switch" },
  { value: "past", label: "Earlier edition" },
] as const;

export const sortOptions = [
  { value: "line", label: "Waitlist order" },
  { value: "name", label: "By name" },
];

/** Where a person takes part, for admins, and where they want to switch to. */
export const attendsText = ({
  attends,
  switches_to: wanted,
  position,
}: Pick<ListedReservation, "attends" | "switches_to" | "position">) =>
  wanted
    ? `${attendsLabels[attends]}; number ${position ?? "–"} to switch ${wanted === "room" ? "to the room" : "to online"}`
    : attendsLabels[attends];

type Told = Pick<
  ListedReservation,
  "state" | "party" | "position" | "hold_until" | "offer_ends_at" | "checked_in_at" | "arrived" | "coming_at"
>;

/** The state of a reservation in a few words, for admins. */
export function stateOf(reservation: Told): { shape: Shape; text: string } {
  const { state, party, position, hold_until, offer_ends_at, checked_in_at, arrived, coming_at } = reservation;
  switch (state) {
    case "placed":
      if (checked_in_at) {
        const some = arrived !== null && arrived < party ? ` (${arrived} of ${party})` : "";
        return { shape: "full", text: `Came${some}, ${whenText(checked_in_at)}` };
      }
      return hold_until
        ? { shape: "dashed", text: `Held until ${whenText(hold_until)}, address not confirmed` }
        : { shape: "full", text: coming_at ? `Is coming, said ${whenText(coming_at)}` : "Has a spot" };
    case "offered":
      return offer_ends_at
        ? { shape: "ring", text: `Offered until ${whenText(offer_ends_at)}` }
        : { shape: "ring", text: "Offered, time to answer not started" };
    case "waiting":
      return { shape: "ring", text: `Number ${position ?? "–"} on the waitlist` };
    case "declined":
      return { shape: "dashed", text: "Declined an offer" };
    case "lapsed":
      return { shape: "dashed", text: "Offer ended without an answer" };
    case "canceled":
      return { shape: "alert", text: "Canceled by an admin" };
    case "past":
      return { shape: "dashed", text: checked_in_at ? "Came to an earlier edition" : "Of an earlier edition" };
  }
}

const troubles: Record<string, string> = {
  refused: "The email was refused",
  bounced: "The email came back",
  complained: "The email was reported as spam",
  unknown: "The email may not have arrived",
};

/** Why it is unknown whether a person was notified of an offer. */
export const troubleOf = ({ mail_state }: Pick<TroubledOffer, "mail_state">) =>
  troubles[mail_state ?? ""] ?? "The email was not sent";
