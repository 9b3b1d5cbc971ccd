import type { Island } from "../../places/places.ts";
import type { Event } from "../event/event.ts";
import { allFilters, type EventFilter, filterLabel, listPath } from "../event/event-filter.ts";

interface EventFilterLinksProps {
  current: EventFilter | null;
  meets: Event["meets"][];
  islands: Island[];
}

/**
 * Links to the events in a room, online and on each island; events that meet in a room and online are in either list.
 * Renders nothing if that would not tell events apart.
 */
export function EventFilterLinks({ current, meets, islands: present }: EventFilterLinksProps) {
  const shown = allFilters.filter((filter) =>
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
                {each ? filterLabel(each) : "All events"}
              </strong>
            ) : (
              <a href={listPath(each)} className="inline-block py-1">
                {each ? filterLabel(each) : "All events"}
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
