import { momentText } from "../../platform/text/site-time.ts";
import { clashesOf, strayTalksOf } from "./clashes.ts";
import { dayOf, isTimed, timesOf } from "./programme.ts";
import type { EditedProgramme } from "./programme-editing.server.ts";

/** Speakers with overlapping talks are only a warning: the program can still be saved and published. */
export function Clashes({ programme }: { programme: EditedProgramme }) {
  const clashes = clashesOf(programme);
  if (clashes.length === 0) return null;
  return (
    <div className="notice past">
      <strong>Speakers in two talks at once</strong>
      <ul className="bullets">
        {clashes.map(({ name, talks: [one, other] }) => (
          <li key={`${name}${one.id}${other.id}`}>
            {name}: “{one.title}” and “{other.title}”
          </li>
        ))}
      </ul>
    </div>
  );
}

/** People hold tickets with the workshop's time, and have the talk's in their agendas. */
export function StrayTalks({ programme }: { programme: EditedProgramme }) {
  const stray = strayTalksOf(programme);
  if (stray.length === 0) return null;
  return (
    <div className="notice past">
      <strong>Talks that differ from the workshop where people sign up</strong>
      <ul className="bullets">
        {stray.map(({ talk, workshop }) => (
          <li key={talk.id}>
            {talk.title}: <a href={`/admin/events/${workshop.id}/details`}>{workshop.title}</a>{" "}
            {workshop.status === "cancelled"
              ? "is canceled"
              : talk.status === "cancelled"
                ? "is not canceled"
                : `is on ${isTimed(workshop) ? `${dayOf(workshop)}, ${timesOf(workshop)}` : momentText(workshop.starts_at ?? "")}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
