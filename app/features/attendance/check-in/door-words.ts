import { momentText, siteDayOfYear, siteIsoDay, zonedTime } from "../../../platform/text/site-time.ts";
import type { Event } from "../../events/event/event.ts";
import type { Door, DoorTicket, Elsewhere, Guest } from "./door.server.ts";

const hour = 60 * 60 * 1000;

/** When a pass works, in words; empty for a sample event and for an event without a date. */
export const openHours = ({ opens_at, closes_at }: Pick<Door, "opens_at" | "closes_at">) =>
  opens_at && closes_at
    ? `It works from ${momentText(opens_at)}, two hours before the start, to ${momentText(closes_at)}, four after the end.`
    : "";

/** Whether a pass is accepted: from its creation until the door closes for good. */
export const canEnter = (door: Door | null): door is Door & { closes_at: string } =>
  (door?.state === "open" || door?.state === "early") && door.closes_at !== null;

export function closedText({ state, opens_at }: Pick<Door, "state" | "opens_at">): string {
  if (state === "early" && opens_at) return `Check-in opens on ${momentText(opens_at)}, two hours before the start.`;
  return state === "over"
    ? "Check-in has closed, four hours after the end of the event."
    : "Check-in is closed, because this event is canceled, postponed or has no date.";
}

/** How long passes keep working after the end of an event, as in `door_pass()`. */
const millisecondsAfterEnd = 4 * hour;

/** Explains why no pass of an event can work anymore, or null while one still can. */
export function whyClosed({ status, over_at: overAt }: Pick<Event, "status" | "over_at">, now: Date): string | null {
  if (status !== "scheduled") return closedText({ state: "closed", opens_at: null });
  const closesAt = overAt && Date.parse(overAt) + millisecondsAfterEnd;
  return closesAt && closesAt <= now.getTime() ? closedText({ state: "over", opens_at: null }) : null;
}

/** The earliest time before check-in opens, in milliseconds, at which admins can open it on their own device. */
export const mostAhead = 24 * hour;

/** Until when an admin has to wait to open check-in themselves; null if they can, or if the event has no date. */
export function ownCheckInFrom({ starts_at: startsAt }: Pick<Event, "starts_at">, now: Date): string | null {
  const from = startsAt ? Date.parse(startsAt) - 2 * hour - mostAhead : 0;
  return from > now.getTime() ? momentText(new Date(from).toISOString()) : null;
}

type Arrival = Pick<Guest, "party" | "arrived" | "checked_in_at" | "checked_in_by">;

/** "In since 6:02 PM HST by Leilani", with how many of a party came if not all did; null before check-in. */
export function sinceText({ party, arrived, checked_in_at, checked_in_by }: Arrival, now: Date): string | null {
  if (!checked_in_at) return null;
  const at = new Date(checked_in_at);
  const day = siteIsoDay(at) === siteIsoDay(now) ? "" : ` on ${siteDayOfYear(at)}`;
  const fewer = arrived !== null && arrived < party ? `, ${arrived} of ${party}` : "";
  return `In since ${zonedTime(at)}${day} by ${checked_in_by}${fewer}`;
}

/** Why a ticket has no spot; for a spot held for an unconfirmed address, that the reservation counts anyway. */
export const ticketTexts: Record<Exclude<DoorTicket["state"], "placed">, string> = {
  held: "The email address of this reservation is not confirmed yet. The reservation counts all the same.",
  waiting: "On the waitlist, without a spot.",
  offered: "A spot was offered and has not been accepted.",
  declined: "The offer of a spot was declined.",
  lapsed: "The offer of a spot was not accepted in time.",
  canceled: "This reservation was canceled.",
  past: "This reservation was for an earlier edition of the event.",
};

/** What a helper reads of a code that is not for the room of this event. */
export function elsewhereText(elsewhere: Elsewhere | null): string {
  switch (elsewhere?.why) {
    case "given-up":
      return `This reservation was given up on ${momentText(elsewhere.at)}.`;
    case "online":
      return "This reservation is for people online.";
    case "other-event":
      return elsewhere.title ? `It is for another event: “${elsewhere.title}”.` : "It is for another event.";
    default:
      return "It may be mistyped. Search for the name instead.";
  }
}

/** The maximum number of phone presses listed for admins; nobody reads more than that one by one. */
export const mostListed = 200;
