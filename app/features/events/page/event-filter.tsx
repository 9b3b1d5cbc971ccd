import { notFound } from "../../../platform/request/http.ts";
import { type Island, islandNames, islands } from "../../places/places.ts";
import type { Attends, Event } from "../event/event.ts";

/** The query parameters that limit the list of events and the calendar, one at a time, with all their values. */
export const eventFilters = { meets: ["room", "online"], island: islands } as const;

/** Which events are listed: those that meet in a room or online, or those on an island. */
export type EventFilter = { name: "meets"; value: Attends } | { name: "island"; value: Island };

const all: EventFilter[] = [
  ...eventFilters.meets.map((value) => ({ name: "meets" as const, value })),
  ...eventFilters.island.map((value) => ({ name: "island" as const, value })),
];

const queryOf = ({ name, value }: EventFilter) => `${name}=${value}`;

/** All filters as a query: "meets=online". */
export const filterQueries = all.map(queryOf);

const labelOf = ({ name, value }: EventFilter) =>
  name === "island" ? islandNames[value] : { room: "In a room", online: "Online" }[value];

/** Which events these are, after "events": "in a room", "online", "on Maui". */
export const filterWords = ({ name, value }: EventFilter) =>
  name === "island" ? `on ${islandNames[value]}` : { room: "in a room", online: "online" }[value];

/** A path with the query of a filter, if there is one. */
export const filteredPath = (path: string, filter: EventFilter | null) =>
  filter ? `${path}?${queryOf(filter)}` : path;

/** Reads the filter from a query; null for all events. @throws a 404 for a value that does not exist */
export function filterIn(query: URLSearchParams): EventFilter | null {
  const name = query.get("meets") ? "meets" : "island";
  const value = query.get(name);
  if (!value) return null;
  const found = all.find((filter) => filter.name === name && filter.value === value);
  if (!found) throw notFound();
  return found;
}

interface EventFilterLinksProps {
  current: EventFilter | null;
  /** all values of `meets` among the events */
  meets: Event["meets"][];
  /** the islands where there are events */
  islands: Island[];
}

/**
 * Links to the events in a room, online and on each island; events that meet in a room and online are in either list.
 * Renders nothing if that would not tell events apart.
 */
export function EventFilterLinks({ current, meets, islands: present }: EventFilterLinksProps) {
  const shown = all.filter((filter) =>
    filter.name === "meets"
      ? meets.length > 1 || meets.includes("both") || current?.name === "meets"
      : (present.length > 1 && present.includes(filter.value)) || current?.value === filter.value,
  );
  if (shown.length === 0) return null;
  return (
    <nav aria-label="Where people meet" className="mb-6">
      <ul className="flex flex-wrap gap-x-5 gap-y-2">
        {[null, ...shown].map((each) => (
          <li key={each?.value ?? "all"}>
            {each?.value === current?.value ? (
              <strong aria-current="true" className="inline-block py-1">
                {each ? labelOf(each) : "All events"}
              </strong>
            ) : (
              <a href={filteredPath("/events", each)} className="inline-block py-1">
                {each ? labelOf(each) : "All events"}
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
