// What a helper's phone keeps, and what follows of it without a network. Nothing here touches the browser.
import { ageInWords, dayInMilliseconds, honoluluTime } from "../../../../platform/text/honolulu.ts";
import { pluralize } from "../../../../platform/text/pluralize.ts";
import { doorDone } from "../door-done.ts";

export interface KeptGuest {
  /** a digest */
  code: string;
  name: string;
  /** people; 0 for a code that is not in the list */
  party: number;
  arrived: number | null;
  /** when they were checked in, by whom */
  at: string | null;
  by: string | null;
}

/** As `/door/phone` answers. */
export interface SentList {
  /** with which codes become digests */
  key: string;
  title: string;
  /** ISO; of the site, because a phone's clock may be wrong */
  now: string;
  /** milliseconds */
  closes_in: number;
  /** by what presses may be sent until a day after the door has closed */
  credential: string;
  guests: KeptGuest[];
}

export interface KeptList extends SentList {
  /** by the phone's clock, milliseconds */
  keptAt: number;
}

export type PressKind = "check-in" | "undo" | "walk-in" | "undo-walk-in";

export interface PressAnswer {
  id: string;
  outcome: string;
  /** who is in by now */
  at: string | null;
  by: string | null;
  arrived: number | null;
}

export interface Press {
  /** made with the press, so that one that is sent twice counts once */
  id: string;
  kind: PressKind;
  /** a digest */
  code?: string;
  people?: number;
  /** the press that is undone */
  of?: string;
  /** the check-in of somebody else that is undone: when it was */
  seen?: string;
  /** by the phone's clock, milliseconds */
  at: number;
  credential: string;
  /** whether it may have arrived */
  tried: boolean;
  answer?: PressAnswer;
}

const isOver = (list: KeptList, now: number) => now >= list.keptAt + list.closes_in;

/** The list as long as the door is open. */
export const openList = (list: KeptList | undefined, now: number) => (list && !isOver(list, now) ? list : undefined);

/** As `fold` in SQL: lower case, without kahakō and without any of the characters that are typed for an ʻokina. */
export const fold = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\u0304\u02bb\u02bc\u2018\u2019'`]/g, "")
    .toLowerCase();

/** Whom the helper looks for. @param code the digest of what was typed, in case that is a code */
export function findGuests(guests: KeptGuest[], typed: string, code: string): KeptGuest[] {
  const wanted = fold(typed.trim());
  return guests.filter((guest) => fold(guest.name).includes(wanted) || guest.code === code);
}

export const waiting = (presses: Press[]) => presses.filter(({ answer }) => !answer);

/** Walk-ins that are kept, but for those that are undone. */
export const keptWalkIns = (presses: Press[]) =>
  waiting(presses).filter(({ id, kind }) => kind === "walk-in" && !presses.some(({ of }) => of === id));

export interface Standing {
  /** `kept`: pressed here, and the site has not said anything yet */
  state: "out" | "in" | "kept" | "kept-undo";
  text: string;
}

const kept = "Kept on this phone, not yet sent";

/** Where a guest stands by the list and by what was pressed on this phone since. */
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
  return { state: "in", text: `In since ${honoluluTime(new Date(at))} HST by ${by}${fewer}` };
}

/** What an undo takes back: the check-in that was pressed here, else the one of somebody else that the helper sees. */
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

/** What is shown of an answer. @param guest who it is about; a code may be newer than the list */
export function answerText({ outcome, at, by, arrived }: PressAnswer, guest?: KeptGuest): string {
  const who = guest ? `${guest.name}: ` : "";
  if (outcome === "already-in" && at) {
    const party = guest && arrived !== null && arrived < guest.party ? guest.party : 0;
    const half = party
      ? `, ${arrived} of ${party}. If others of them came now, undo it and check in all who are here`
      : "";
    return `${who}Already checked in, by ${by} at ${honoluluTime(new Date(at))}${half}.`;
  }
  const done = Object.hasOwn(doorDone, outcome) ? doorDone[outcome as keyof typeof doorDone].title : "";
  return who + (done || told[outcome] || outcome);
}

const asWished = ["in", "undone", "walked-in", "walk-in-undone"];

/** Whether nobody need read what came of a press. */
export const isAsWished = ({ answer }: Press) => answer !== undefined && asWished.includes(answer.outcome);

/** "The list on this phone is from 7:02 PM HST, 3 minutes ago." */
export function listText(list: KeptList, now: number): string {
  return `The list on this phone is from ${honoluluTime(new Date(list.now))} HST, ${ageInWords(new Date(list.keptAt), new Date(now))}.`;
}

/** How many presses wait. */
export function waitingText(count: number): string {
  if (count === 0) return "Everything is sent.";
  return `${pluralize(count, "press is", "presses are")} kept on this phone, not yet sent.`;
}

/** Milliseconds that are said of what is older; nothing is taken that is. */
const oldest = 2 * dayInMilliseconds;

/** Presses as they are sent: by how long ago they were made, whatever clock the phone has. */
export const sentPresses = (presses: Press[], now: number) =>
  JSON.stringify(
    presses.map(({ id, kind, code, people, of, seen, at }) => {
      const age = Math.min(Math.max(now - at, 1), oldest);
      return { id, kind, code, people, of, seen, age };
    }),
  );
