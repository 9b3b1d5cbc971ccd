import { numberText } from "../../../platform/text/number-text.ts";
import { attendsLabels, type Event, placesOf } from "../../events/event/event.ts";
import type { EventReservations } from "./event-reservations.server.ts";

/** The spots of each place, the people with a spot or waiting there, and once people have come, how many did. */
export function SpotCounts({ places, attendance }: Pick<EventReservations, "places" | "attendance">) {
  const { expected, came, walked_in } = attendance;
  return places.map((place) => {
    const figures: [label: string, people: number][] = [
      ["Spots", place.spots],
      ["Free", place.free],
      ["People with a spot", place.confirmed],
      ["Held until confirmed", place.held],
      ["Offered", place.offered],
      ["People waiting", place.waiting],
    ];
    if (place.attends === "room" && came + walked_in > 0)
      figures.push(["Came", came], ["Not checked in", expected - came], ["Walked in", walked_in]);
    return (
      <section key={place.attends} aria-label={attendsLabels[place.attends]}>
        {places.length > 1 ? <h2 className="text-h3 mb-2">{attendsLabels[place.attends]}</h2> : null}
        <dl className="figures">
          {figures.map(([label, people]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{numberText(people)}</dd>
            </div>
          ))}
        </dl>
      </section>
    );
  });
}

/** Says for each place that has more people with a spot than spots that it is overfull. */
export function Overfull({ event }: { event: Event }) {
  return placesOf(event).map(({ attends, limit }) => {
    const taken = event.event_spots?.find((place) => place.attends === attends)?.taken ?? 0;
    const spots = limit ?? 0;
    if (spots === 0 || taken <= spots) return null;
    const [all, given] = [spots, taken].map(numberText);
    return (
      <p key={attends} className="lead">
        {event.meets === "both" ? `${attendsLabels[attends]}: ` : null}
        {given} people have a spot or an offer of one, and there {spots === 1 ? "is 1 spot" : `are ${all} spots`}.
        Nobody loses theirs; no spot is free until enough people have given theirs up.
      </p>
    );
  });
}
