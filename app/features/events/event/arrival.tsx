import { Fragment } from "react";
import { LinkedText } from "../../markdown/markdown-text.tsx";
import { accessKeys, accessLabels, type PlaceDetails } from "../../places/places.ts";

export interface Arrival {
  /** as the place was when the event was held, or as it is; null if the place was typed for this event */
  place_details: PlaceDetails | null;
  to_bring: string | null;
}

export const toBringLabel = "What to bring";

const arrivalOf = ({ place_details: place, to_bring }: Arrival) =>
  [...accessKeys.map((key) => [accessLabels[key], place?.[key]] as const), [toBringLabel, to_bring] as const].flatMap(
    ([label, text]) => (text ? [{ label, text }] : []),
  );

export function ArrivalDetails({
  event,
  heading: Heading,
}: {
  event: Arrival & { key: string };
  heading: "h2" | "h3";
}) {
  const said = arrivalOf(event);
  if (said.length === 0) return null;
  return (
    <section className="grid gap-3" aria-labelledby={`arrival-${event.key}`}>
      <Heading id={`arrival-${event.key}`} className={Heading === "h2" ? "text-h3" : undefined}>
        Getting there and getting in
      </Heading>
      <dl className="facts long">
        {said.map(({ label, text }) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>
              <LinkedText text={text} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}
