import { programmePath } from "../events/event/event.ts";
import { overlap, type Programme, type Talk } from "./programme.ts";

/** How many talks one agenda holds. */
export const mostChosen = 60;

/** More than that many values are not looked at, whatever an address holds. */
const mostRead = 300;

/** The numbers that an address names, `?t=12.15` or `?t=12&t=15`, each once, in order. */
export function chosenIn(query: URLSearchParams): number[] {
  const values = query.getAll("t").slice(0, mostRead).join(".").split(".", mostRead);
  const numbers = values.filter((value) => /^[1-9]\d{0,8}$/.test(value)).map(Number);
  return [...new Set(numbers)].sort((one, other) => one - other);
}

/** Those of a choice that are, or were, talks of the program; at most as many as an agenda holds. */
export function knownOf(chosen: number[], { talks, gone }: Programme): number[] {
  const known = new Set([...talks, ...gone].map(({ number }) => number));
  return chosen.filter((number) => known.has(number)).slice(0, mostChosen);
}

/** `?t=12.15`; empty for no choice. */
export const queryOf = (chosen: number[]) => (chosen.length > 0 ? `?t=${chosen.join(".")}` : "");

export const agendaPath = ({ key }: { key: string }, chosen: number[] = []) =>
  `/events/${key}/agenda${queryOf(chosen)}`;
export const agendaFeedPath = ({ key }: { key: string }, chosen: number[]) =>
  `/events/${key}/agenda.ics${queryOf(chosen)}`;

/** The page on which a choice is changed: all days, with its boxes checked. */
export const changePath = (event: { key: string }, chosen: number[]) =>
  `${programmePath(event)}?day=all${queryOf(chosen).replace("?", "&")}`;

/** The chosen talks, in the order of the program. */
export const talksOf = ({ talks }: Programme, chosen: number[]): Talk[] =>
  talks.filter(({ number }) => chosen.includes(number));

/** Talks that are at once, two by two. */
export const clashesIn = (talks: Talk[]): [Talk, Talk][] =>
  talks.flatMap((one, at) =>
    talks.slice(at + 1).flatMap((other): [Talk, Talk][] => (overlap(one, other) ? [[one, other]] : [])),
  );
