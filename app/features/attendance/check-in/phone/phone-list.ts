// The data that a helper's phone keeps, and the offline logic on it. Nothing here touches browser APIs.

import { ageInWords } from "../../../../platform/text/age-in-words.ts";
import { fold } from "../../../../platform/text/fold.ts";
import { pluralize } from "../../../../platform/text/pluralize.ts";
import type { pressKinds } from "../door.schema.ts";
import { doorDone } from "../door-done.ts";
import { clockTime, zonedClockTime } from "./phone-time.ts";

export interface KeptGuest {
  /** a digest */
  code: string;
  name: string;
  /** people; 0 for a code that is not in the list */
  party: number;
  arrived: number | null;
  /** when they were checked in (ISO) */
  at: string | null;
  by: string | null;
}

export interface SentList {
  /** the key for digests of codes */
  key: string;
  title: string;
  /** ISO; the site's time, because a phone's clock may be wrong */
  now: string;
  /** milliseconds */
  closes_in: number;
  /** lets the phone send presses until a day after the door has closed */
  credential: string;
  guests: KeptGuest[];
}

export interface KeptList extends SentList {
  /** when it was stored, by the phone's clock, milliseconds */
  keptAt: number;
}

export type PressKind = (typeof pressKinds)[number];

export interface PressAnswer {
  id: string;
  outcome: string;
  /** when the party was checked in, by whom, and how many came: the current state */
  at: string | null;
  by: string | null;
  arrived: number | null;
}

export interface Press {
  /** generated with the press, so that a press sent twice counts once */
  id: string;
  kind: PressKind;
  /** a digest */
  code?: string;
  people?: number;
  /** the id of the press that this one undoes */
  of?: string;
  /** the time of another helper's check-in that this press undoes */
  seen?: string;
  /** when it was pressed, by the phone's clock, milliseconds */
  at: number;
  credential: string;
  /** whether it may have reached the site */
  tried: boolean;
  answer?: PressAnswer;
}

const isOver = (list: KeptList, now: number) => now >= list.keptAt + list.closes_in;

/** The list, or undefined once the door has closed. */
export const openList = (list: KeptList | undefined, now: number) => (list && !isOver(list, now) ? list : undefined);

/** The guests that match a search. @param code the digest of the typed text, in case it is a code */
export function findGuests(guests: KeptGuest[], typed: string, code: string): KeptGuest[] {
  const wanted = fold(typed.trim());
  return guests.filter((guest) => fold(guest.name).includes(wanted) || guest.code === code);
}

export const waiting = (presses: Press[]) => presses.filter(({ answer }) => !answer);

export const keptWalkIns = (presses: Press[]) =>
  waiting(presses).filter(({ id, kind }) => kind === "walk-in" && !presses.some(({ of }) => of === id));

export interface Standing {
  /** `kept`: pressed here, with no outcome from the site yet */
  state: "out" | "in" | "kept" | "kept-undo";
  text: string;
}

const kept = "Kept on this phone, not yet sent";

export function standingOf(guest: KeptGuest, presses: Press[]): Standing {
  const last = presses
    .filter(({ code, kind }) => code === guest.code && (kind === "check-in" || kind === "undo"))
    .at(-1);
  if (last && !last.answer) {
    const came = last.people && last.people < guest.party ? `, ${last.people} of ${guest.party}` : "";
    return last.kind === "undo"
      ? { state: "kept-undo", text: `Undo: ${kept.toLowerCase()}` }
      : { state: "kept", text: kept + came };
  }
  const { at, by, arrived } = last?.answer ?? guest;
  if (!at) return { state: "out", text: guest.party ? pluralize(guest.party, "person", "people") : "" };
  const fewer = arrived !== null && arrived < guest.party ? `, ${arrived} of ${guest.party}` : "";
  return { state: "in", text: `In since ${zonedClockTime(new Date(at))} by ${by}${fewer}` };
}

/** What an undo refers to: the check-in pressed on this phone, or else another helper's check-in shown here. */
export function undoneBy(presses: Press[], code: string, seen: string | null): Pick<Press, "of" | "seen"> {
  const last = presses.filter((press) => press.code === code && press.kind === "check-in").at(-1);
  if (last && last.answer?.outcome !== "already-in") return { of: last.id };
  return { seen: last?.answer?.at ?? seen ?? undefined };
}

const told: Record<string, string> = {
  "pass-ended": "Not counted: this pass was taken back. The organizers see it.",
  "too-late": "Not counted: it came more than a day after check-in had closed. Tell the organizers.",
  closed: "Not counted: check-in is not open. The organizers see it.",
  "too-many": "Not counted: too much was sent with this pass. Tell the organizers.",
};

/** The outcome of a press in words. @param guest the guest it is about; missing if the code is newer than the list */
export function answerText({ outcome, at, by, arrived }: PressAnswer, guest?: KeptGuest): string {
  const who = guest ? `${guest.name}: ` : "";
  if (outcome === "already-in" && at) {
    const party = guest && arrived !== null && arrived < guest.party ? guest.party : 0;
    const half = party
      ? `, ${arrived} of ${party}. If others of them came now, undo it and check in all who are here`
      : "";
    return `${who}Already checked in, by ${by} at ${clockTime(new Date(at))}${half}.`;
  }
  const done = Object.hasOwn(doorDone, outcome) ? doorDone[outcome as keyof typeof doorDone].title : "";
  return who + (done || told[outcome] || outcome);
}

const asWished = ["in", "undone", "walked-in", "walk-in-undone"];

/** Whether a press succeeded, so that its outcome need not be shown. */
export const isAsWished = ({ answer }: Press) => answer !== undefined && asWished.includes(answer.outcome);

/** "The list on this phone is from 7:02 PM HST, 3 minutes ago." */
export function listText(list: KeptList, now: number): string {
  return `The list on this phone is from ${zonedClockTime(new Date(list.now))}, ${ageInWords(new Date(list.keptAt), new Date(now))}.`;
}

export function waitingText(count: number): string {
  if (count === 0) return "Everything is sent.";
  return `${pluralize(count, "press is", "presses are")} kept on this phone, not yet sent.`;
}

/** The greatest age (milliseconds) that is sent; the site rejects greater ones. */
const oldest = 2 * 24 * 60 * 60 * 1000;

/** Serializes presses for the site with their age instead of a time, because the phone's clock may be wrong. */
export const sentPresses = (presses: Press[], now: number) =>
  JSON.stringify(
    presses.map(({ id, kind, code, people, of, seen, at }) => {
      const age = Math.min(Math.max(now - at, 1), oldest);
      return { id, kind, code, people, of, seen, age };
    }),
  );
