import { numberText } from "../../../platform/text/number-text.ts";
import { pluralize } from "../../../platform/text/pluralize.ts";
import { attendsLabels, type Event, placesOf } from "../../events/event/event.ts";
import type { EventFigures } from "./people.server.ts";

type Figure = { label: string; people: number; to?: string };

/** The spots of each place, the people with a spot or waiting there, and once people have come, how many did. */
export function SpotCounts({ places, attendance }: Pick<EventFigures, "places" | "attendance">) {
  const { expected, came, walked_in } = attendance;
  return places.map((place) => (
    <section key={place.attends} aria-label={attendsLabels[place.attends]} className="stacked">
      {places.length > 1 ? <h2 className="text-h3 mb-2">{attendsLabels[place.attends]}</h2> : null}
      <SpotBar place={place} />
      <Figures
        figures={[
          { label: "Spots", people: place.spots },
          { label: "Free", people: place.free },
          { label: "People with a spot", people: place.confirmed },
          { label: "Held until confirmed", people: place.held },
          { label: "Offered", people: place.offered },
          { label: "People waiting", people: place.waiting },
          ...(place.attends === "room" && came + walked_in > 0
            ? [
                { label: "Came", people: came },
                { label: "Not checked in", people: expected - came },
                { label: "Walked in", people: walked_in },
              ]
            : []),
        ]}
      />
    </section>
  ));
}

/** How much of a place is taken, drawn; the figures beside it say the same. */
function SpotBar({ place }: { place: EventFigures["places"][number] }) {
  if (place.spots === 0) return null;
  const share = Math.min(100, (place.taken / place.spots) * 100).toFixed(1);
  return (
    <svg className="rank" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <path className="rest" d="M0 0h100v4H0z" />
      <path className="bars" d={`M0 0h${share}v4H0z`} />
    </svg>
  );
}

function Figures({ figures }: { figures: Figure[] }) {
  return (
    <dl className="figures">
      {figures.map(({ label, people, to }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{to && people > 0 ? <a href={to}>{numberText(people)}</a> : numberText(people)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface EventCountsProps {
  path: string;
  figures: EventFigures;
  confirms: boolean;
}

export function EventCounts({ path, figures: { places, counts, attendance }, confirms }: EventCountsProps) {
  const at = (state: string) => `${path}?state=${state}`;
  return (
    <>
      <SpotCounts places={places} attendance={attendance} />
      <section aria-label="People">
        <Figures
          figures={[
            { label: "Signed up", people: counts.people, to: path },
            ...(confirms ? [{ label: "Not confirmed", people: counts.unconfirmed, to: at("unconfirmed") }] : []),
            { label: "Not yet notified", people: counts.unnotified, to: at("unnotified") },
            ...(counts.failing > 0 ? [{ label: "Failing deliveries", people: counts.failing, to: at("failing") }] : []),
            ...(counts.spam > 0 ? [{ label: "Suspected spam", people: counts.spam, to: at("spam") }] : []),
          ]}
        />
      </section>
    </>
  );
}

interface RequestsProps {
  path: string;
  asked: number;
  unconfirmed: number;
}

export function Requests({ path, asked, unconfirmed }: RequestsProps) {
  if (asked + unconfirmed === 0) return null;
  const [ready, open] = [asked, unconfirmed].map((count) => pluralize(count, "person", "people"));
  return (
    <p className="lead">
      {asked > 0 ? (
        <>
          <a href={`${path}?state=asked`}>{ready}</a> {asked === 1 ? "asks" : "ask"} to attend: accept them or turn them
          down.{" "}
        </>
      ) : null}
      {unconfirmed > 0 ? (
        <>
          <a href={`${path}?state=asked-unconfirmed`}>{open}</a> {asked > 0 ? "more " : "asked to attend and "}
          {unconfirmed === 1 ? "has" : "have"} not confirmed the address, so nobody can accept them yet.
        </>
      ) : null}
    </p>
  );
}

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
