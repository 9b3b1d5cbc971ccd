import { Fragment } from "react";

/** Labels of the arrival and accessibility details of an event, in display order. */
export const arrivalLabels = {
  bus: "Bus",
  parking: "Parking",
  steps: "Steps and doors",
  seating: "Seating",
  quiet_space: "Quiet space",
  to_bring: "What to bring",
} as const;

export type ArrivalKey = keyof typeof arrivalLabels;
/** One line each; null if not filled in. */
export type Arrival = Record<ArrivalKey, string | null>;

export const arrivalKeys = Object.keys(arrivalLabels) as ArrivalKey[];

/** Renders the fields that are filled in under one heading, or nothing if all are empty. */
export function ArrivalDetails({
  event,
  heading: Heading,
}: {
  event: Arrival & { key: string };
  heading: "h2" | "h3";
}) {
  const said = arrivalKeys.filter((key) => event[key]);
  if (said.length === 0) return null;
  return (
    <section className="grid gap-3" aria-labelledby={`arrival-${event.key}`}>
      <Heading id={`arrival-${event.key}`} className={Heading === "h2" ? "text-h3" : undefined}>
        Getting there and getting in
      </Heading>
      <dl className="facts long">
        {said.map((key) => (
          <Fragment key={key}>
            <dt>{arrivalLabels[key]}</dt>
            <dd>{event[key]}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}
