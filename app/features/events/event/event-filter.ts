import { islandNames, islandWords } from "../../../community.ts";
import { notFound } from "../../../platform/request/http.ts";
import { type Island, islands } from "../../places/places.ts";
import type { Attends } from "./event.ts";
import { attendances } from "./event-states.ts";

/** The query parameters that limit the list of events and the calendar, one at a time, with all their values. */
export const eventFilters = { meets: attendances, island: islands } as const;

export type EventFilter = { name: "meets"; value: Attends } | { name: "island"; value: Island };

export const allFilters: EventFilter[] = [
  ...eventFilters.meets.map((value) => ({ name: "meets" as const, value })),
  ...eventFilters.island.map((value) => ({ name: "island" as const, value })),
];

const queryOf = ({ name, value }: EventFilter) => `${name}=${value}`;

export const filterQueries = allFilters.map(queryOf);

export const filterLabel = ({ name, value }: EventFilter) =>
  name === "island" ? islandNames[value] : { room: "In a room", online: "Online" }[value];

export const filterWords = ({ name, value }: EventFilter) =>
  name === "island" ? `${islandWords.on} ${islandNames[value]}` : { room: "in a room", online: "online" }[value];

export const filteredPath = (path: string, filter: EventFilter | null) =>
  filter ? `${path}?${queryOf(filter)}` : path;

export const listPath = (filter: EventFilter | null) => `${filteredPath("/events", filter)}#others`;

/** Reads the filter from a query; null for all events. @throws a 404 for a value that does not exist */
export function filterIn(query: URLSearchParams): EventFilter | null {
  const name = query.get("meets") ? "meets" : "island";
  const value = query.get(name);
  if (!value) return null;
  const found = allFilters.find((filter) => filter.name === name && filter.value === value);
  if (!found) throw notFound();
  return found;
}
