import { numberText } from "../../../platform/text/number-text.ts";
import { momentText } from "../../../platform/text/site-time.ts";
import { type EventDates, hasTakenPlace, type OwnEvent } from "../../events/event/event.ts";
import { inPlace, itOrThem, largestPartyOf, type Reservation, spotsAreAvailable, spotsOf } from "./reservation.ts";

export type Step = "answer" | "take" | "join" | "change-party" | "ticket" | "switch" | "stay";

export interface Standing {
  title: string;
  text: string;
  steps: Step[];
}

/** The final period of sign-up (ms), in which no spots are offered; same as in `promote_line`. */
const lastHour = 3_600_000;

interface Surroundings {
  event: EventDates & Pick<OwnEvent, "meets" | "party_limit" | "attendee_limit" | "online_limit" | "sign_up_closes_at">;
  isConfirmed: boolean;
  sendsMail: boolean;
  now: Date;
  confirmed?: "below" | "on your page";
}

/** The standing of a reservation; treats an expired offer as ended even before the database has ended it. */
export function standingOf(reservation: Reservation, surroundings: Surroundings): Standing {
  const { event, now, confirmed = "below" } = surroundings;
  const { state, sign_up: signUp, party, offer_ends_at: offerEnds, hold_until: held } = reservation;
  const at = inPlace(event, reservation.attends);
  const spots = `${spotsOf(party, "a")}${at}`;
  const canSwitch: Step[] = reservation.switches_to ? ["stay"] : reservation.may_switch ? ["switch"] : [];
  const canJoin: Step[] = signUp === "open" || signUp === "line" ? ["join"] : [];
  const canChange: Step[] =
    (largestPartyOf(event, reservation.attends) > 1 && canJoin.length > 0) ||
    (party > 1 && (canJoin.length > 0 || signUp === "late"))
      ? ["change-party"]
      : [];
  if (event.status === "cancelled")
    return { title: "The event is canceled.", text: "You do not need to do anything.", steps: [] };
  if (reservation.checked_in_at && state === "placed")
    return {
      title: hasTakenPlace(event, now) ? "You came to this event." : "You are checked in.",
      text: `You were let in on ${momentText(reservation.checked_in_at)}.`,
      steps: ["ticket"],
    };
  if (hasTakenPlace(event, now)) {
    return { title: "This event is over.", text: hadOf(state, spots), steps: [] };
  }
  switch (state) {
    case "placed":
      return held
        ? { ...holding(reservation, held, spots, now, confirmed), steps: canChange }
        : {
            title: `You have ${spots}.`,
            text: [
              reservation.attends === "room" ? "Show your ticket at the door." : "",
              switching(reservation, surroundings),
            ]
              .filter(Boolean)
              .join(" "),
            steps: [
              ...(reservation.attends === "room" ? (["ticket"] as const) : []),
              ...(reservation.can_take ? (["take"] as const) : []),
              ...canSwitch,
              ...canChange,
            ],
          };
    case "offered":
      if (signUp === "line") return { title: "You are on the waitlist.", text: pauses.line, steps: [] };
      if (signUp !== "open" || (offerEnds && new Date(offerEnds) <= now)) break;
      return {
        title: `We offer you ${spots}.`,
        text: offerEnds
          ? `Accept or decline by ${momentText(offerEnds)}. After that, others can have ${itOrThem(party)}.`
          : "Please accept or decline. The time to answer starts when our email about it has been sent.",
        steps: ["answer", ...canChange],
      };
    case "waiting":
      return waiting(reservation, surroundings, at, [...canSwitch, ...canChange]);
    case "asked":
      return asking(reservation, surroundings, at, [...canSwitch, ...canChange]);
    case "turned-down":
      return { title: "The organizers have turned down your request to attend.", text: "", steps: [] };
    case "declined":
      return { title: `You declined ${spotsOf(party, "the")} that we offered you.`, text: "", steps: canJoin };
    case "canceled":
      return { title: "The organizers canceled your sign-up.", text: "", steps: canJoin };
    case "past":
      return {
        title: reservation.checked_in_at
          ? "You came to an earlier date of this event."
          : "Your sign-up was for an earlier date of this event.",
        text: "",
        steps: canJoin,
      };
    case "lapsed":
      break;
  }
  return {
    title: `Our offer of ${spotsOf(party, "a")} has ended.`,
    text: "",
    steps: canJoin,
  };
}

function hadOf(state: Reservation["state"], spots: string): string {
  if (state === "placed") return `You had ${spots}.`;
  return state === "asked" ? "You had asked to attend, and the organizers did not decide." : "You had no spot.";
}

function asking({ party }: Reservation, surroundings: Surroundings, at: string, steps: Step[]): Standing {
  const { isConfirmed, sendsMail, confirmed = "below" } = surroundings;
  const title = `You have asked to attend${at}${party > 1 ? `, for ${party} people` : ""}.`;
  const none = "Until then you have no spot.";
  if (!sendsMail) return { title, text: `The organizers decide, and contact you. ${none}`, steps };
  const text = isConfirmed
    ? `The organizers decide, and email you once they have. ${none}`
    : `Confirm your address ${confirmed}: only confirmed requests can be accepted. You have no spot yet.`;
  return { title, text, steps };
}

/** The words for a spot held for an unconfirmed address; once sign-up is over, it stays theirs. */
function holding(
  { party, sign_up: signUp }: Reservation,
  held: string,
  spots: string,
  now: Date,
  confirmed: string,
): Omit<Standing, "steps"> {
  if (signUp !== "open")
    return {
      title: `We keep ${spots} for you.`,
      text: `Confirm your address ${confirmed} to complete your reservation.`,
    };
  if (new Date(held) <= now)
    return {
      title: `We held ${spots} for you until ${momentText(held)}.`,
      text: `Confirm your address ${confirmed}: if no one else has ${itOrThem(party)} yet, ${party > 1 ? "they stay" : "it stays"} yours.`,
    };
  return {
    title: `We hold ${spots} for you until ${momentText(held)}.`,
    text: `Confirm your address ${confirmed} to keep ${itOrThem(party)}. After that time, while sign-up is open, someone else can get ${itOrThem(party)}, and you move to the end of the waitlist then.`,
  };
}

const pauses: Partial<Record<Reservation["sign_up"], string>> & { line: string } = {
  line: "Spots are offered once the date is announced.",
  early: "Spots are offered once sign-up is open.",
  late: "Sign-up is over, so no more spots are offered.",
  closed: "Sign-up is closed at the moment, so no spots are offered.",
};

function outlookOf(
  { sign_up: signUp, party, switches_to: wanted }: Reservation,
  { event, sendsMail, now }: Surroundings,
): string {
  const pause = pauses[signUp];
  if (pause) return pause;
  if (!sendsMail) return "The organizers give free spots in the order of the waitlist, and contact you.";
  const ends = [event.starts_at, event.sign_up_closes_at].map((at) => (at ? Date.parse(at) : Number.POSITIVE_INFINITY));
  if (Math.min(...ends) <= Number(now) + lastHour)
    return "Sign-up ends soon, so a free spot goes to the first person who takes it.";
  return wanted
    ? "As soon as it is your turn, we switch you and email you."
    : `We contact you when we can offer you ${spotsOf(party, "a")}.`;
}

/** What a person who has a spot and wants to switch can expect next; empty for everyone else. */
function switching(reservation: Reservation, surroundings: Surroundings): string {
  const { switches_to: wanted, in_line: number, can_take: canTake, party } = reservation;
  if (!wanted) return "";
  const other = `${spotsOf(party, "a")}${inPlace({ meets: "both" }, wanted)}`;
  if (canTake) return `You can have ${other} now.`;
  return `You are number ${numberText(number ?? 1)} on the waitlist for ${other}. ${outlookOf(reservation, surroundings)} You keep the spot that you have until you switch.`;
}

function waiting(reservation: Reservation, surroundings: Surroundings, at: string, canChange: Step[]): Standing {
  const { in_line: number, sign_up: signUp, party, can_take: canTake } = reservation;
  const { isConfirmed, sendsMail, confirmed = "below" } = surroundings;
  const size = party > 1 ? `, for ${party} people` : "";
  const line = at ? `the waitlist for spots${at}` : "the waitlist";
  const title = `You are number ${numberText(number ?? 1)} on ${line}${size}.`;
  if (!isConfirmed && sendsMail && (signUp === "open" || signUp === "line")) {
    const text = `Confirm your address ${confirmed}: only confirmed addresses get a free spot.`;
    return { title, text, steps: canChange };
  }
  if (canTake) return { title, text: `${spotsAreAvailable(party)} for you now.`, steps: ["take", ...canChange] };
  return { title, text: outlookOf(reservation, surroundings), steps: canChange };
}
