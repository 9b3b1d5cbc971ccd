import { numberText } from "../../../platform/text/number-text.ts";
import type { EventReservations } from "./event-reservations.server.ts";

/** How many people have the spots of an event and wait for them, and once people have come, who did. */
export function SpotCounts({ counts, attendance }: Pick<EventReservations, "counts" | "attendance">) {
  const figures: [label: string, people: number][] = [
    ["Spots", counts.spots],
    ["Free", counts.free],
    ["People with a spot", counts.confirmed],
    ["Held until confirmed", counts.held],
    ["Offered", counts.offered],
    ["People waiting", counts.waiting],
  ];
  const { expected, came, walked_in } = attendance;
  if (came + walked_in > 0) figures.push(["Came", came], ["Not checked in", expected - came], ["Walked in", walked_in]);
  return (
    <dl className="figures">
      {figures.map(([label, people]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{numberText(people)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Says that there are fewer spots than people with one, where it is so. */
export function Overfull({ spots, taken }: { spots: number; taken: number }) {
  if (spots === 0 || taken <= spots) return null;
  const [all, given] = [spots, taken].map(numberText);
  return (
    <p className="lead">
      {given} people have a spot or an offer of one, and there {spots === 1 ? "is 1 spot" : `are ${all} spots`}. Nobody
      loses theirs; a spot is free again once fewer than {all} people have one.
    </p>
  );
}
