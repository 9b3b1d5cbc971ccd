import type { Event } from "../event/event.ts";
import { nextTitle, type Offer, offerOf } from "../event/event-offer.ts";
import { spotsText } from "../event/workshop.ts";
import { EventLink, EventWhere } from "./event-parts.tsx";

/** What comes next, above the tabs of /events: title, date, place, free spots or state, and the way to sign up. */
export function NextEvent({ event, now }: { event: Event; now: Date }) {
  const offer = offerOf(event, now);
  return (
    <section className="card mb-8" aria-labelledby="next-event">
      <div className="body">
        <h2 id="next-event" className="text-h3">
          {nextTitle(offer)}: {event.title}
        </h2>
        <EventWhere event={event} offer={offer} />
        {offer.state === "on-now" ? null : <p>{freeSpots(offer) ?? offer.badge}</p>}
        <p>
          <EventLink event={event} offer={offer} />
        </p>
      </div>
    </section>
  );
}

/** The free spots in words, while people can sign up and the counts were loaded. */
function freeSpots({ spots }: Offer): string | null {
  if (!spots || spots.areAskedFor || (spots.signUp !== "open" && spots.signUp !== "full")) return null;
  const places = spots.places.flatMap(({ counts, ...place }) => (counts ? [{ ...place, ...counts }] : []));
  return places.length === spots.places.length ? spotsText({ status: "scheduled", sign_up: "open", places }) : null;
}
