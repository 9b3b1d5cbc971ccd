import { isOver, programmePath } from "../events/event/event.ts";
import { overlap, type Programme, type Talk } from "./programme.ts";

export const mostChosen = 60;

/** The maximum number of values that are read from a URL. */
const mostRead = 300;

/** Parses the talk numbers in a URL, `?t=12.15` or `?t=12&t=15`, without duplicates, in order. */
export function chosenIn(query: URLSearchParams): number[] {
  const values = query.getAll("t").slice(0, mostRead).join(".").split(".", mostRead);
  const numbers = values.filter((value) => /^[1-9]\d{0,8}$/.test(value)).map(Number);
  return [...new Set(numbers)].sort((one, other) => one - other);
}

/** The chosen numbers of talks that are or were in the program, at most `mostChosen`. */
export function knownOf(chosen: number[], { talks, gone }: Programme): number[] {
  const known = new Set([...talks, ...gone].map(({ number }) => number));
  return chosen.filter((number) => known.has(number)).slice(0, mostChosen);
}

/** The query for a choice, `?t=12.15`; empty without one. */
export const queryOf = (chosen: number[]) => (chosen.length > 0 ? `?t=${chosen.join(".")}` : "");

export const agendaPath = ({ key }: { key: string }, chosen: number[] = []) =>
  `/events/${key}/agenda${queryOf(chosen)}`;
export const agendaFeedPath = ({ key }: { key: string }, chosen: number[]) =>
  `/events/${key}/agenda.ics${queryOf(chosen)}`;

/** The path of the page to change a choice: all days, with the chosen talks checked. */
export const changePath = (event: { key: string }, chosen: number[]) =>
  `${programmePath(event)}?day=all${queryOf(chosen).replace("?", "&")}`;

/** Whether there is anything left of the event for which talks could be chosen. */
export const canChoose = ({ event }: Pick<Programme, "event">, now: Date): boolean =>
  event.status !== "cancelled" && !isOver(event, now);

export const talksOf = ({ talks }: Programme, chosen: number[]): Talk[] =>
  talks.filter(({ number }) => chosen.includes(number));

export const clashesIn = (talks: Talk[]): [Talk, Talk][] =>
  talks.flatMap((one, at) =>
    talks.slice(at + 1).flatMap((other): [Talk, Talk][] => (overlap(one, other) ? [[one, other]] : [])),
  );
