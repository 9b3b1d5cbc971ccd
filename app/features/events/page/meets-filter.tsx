import { Nothing } from "../../../ui/nothing.tsx";
import type { Attends, Event } from "../event/event.ts";

export type Meets = Attends;

const names = { all: "All events", room: "In a room", online: "Online" };

/** The lists of the events page for events that meet in a room, or online, or for all. */
const eventsPath = (meets: Meets | null) => `/events${meets ? `?meets=${meets}` : ""}#others`;

/** Reads the requested value from a query; null for all events. */
export function filterIn(query: URLSearchParams): Meets | null {
  const meets = query.get("meets");
  return meets === "room" || meets === "online" ? meets : null;
}

interface MeetsFilterProps {
  current: Meets | null;
  /** all values of `meets` among the events */
  meets: Event["meets"][];
}

/**
 * Links to the events that meet in a room or online; events that meet in both are in either list. Renders nothing if
 * all events meet in the same one.
 */
export function MeetsFilter({ current, meets }: MeetsFilterProps) {
  if (meets.length < 2 && !meets.includes("both") && !current) return null;
  return (
    <nav aria-label="Where people meet" className="mb-6">
      <ul className="flex flex-wrap gap-x-5 gap-y-2">
        {([null, "room", "online"] as const).map((each) => (
          <li key={each}>
            {each === current ? (
              <strong aria-current="true" className="inline-block py-1">
                {names[each ?? "all"]}
              </strong>
            ) : (
              <a href={eventsPath(each)} className="inline-block py-1">
                {names[each ?? "all"]}
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Shown instead of the lists if no event meets there. */
export const NoneThatMeet = ({ filter }: { filter: Meets }) => (
  <Nothing>
    <p>
      No other event meets {filter === "online" ? "online" : "in a room"} at the moment.{" "}
      <a href={eventsPath(null)}>See all events</a>.
    </p>
  </Nothing>
);
