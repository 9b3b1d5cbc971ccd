import { Danger } from "../../admin/danger.tsx";
import { pluralize } from "../../platform/text/pluralize.ts";
import { Button } from "../../ui/button.tsx";
import { adminProgrammePath } from "../programme/admin-paths.ts";
import type { Samples } from "./samples.server.ts";
import { peopleOf } from "./samples.ts";

export function RemoveSamples({ samples }: { samples: Samples }) {
  const people = peopleOf(samples);
  return (
    <Danger
      id="remove"
      title="Remove the samples"
      text="For good, with their pages. Whatever you have rewritten is yours and stays, as do the past events, the library and the articles."
    >
      <ul className="bullets">
        {samples.events.map((event) => (
          <li key={event.id}>
            Event: <a href={`/admin/events/${event.id}`}>{event.title}</a>
            {event.people > 0 ? (
              <>
                {", "}
                <a href={`/admin/events/${event.id}/people`}>
                  {pluralize(event.people, "person has", "people have")} signed up
                  <span className="visually-hidden"> for {event.title}</span>
                </a>
              </>
            ) : null}
          </li>
        ))}
        {samples.recaps.map((event) => (
          <li key={event.id}>
            Recap of <a href={`/admin/events/${event.id}`}>{event.title}</a>; the event stays
          </li>
        ))}
        {samples.issues.map((issue) => (
          <li key={issue.id}>
            Newsletter issue: <a href={`/admin/issues/${issue.id}`}>{issue.subject}</a>, which was sent to nobody
          </li>
        ))}
        {samples.series.map((series) => (
          <li key={series.id}>
            Series: <a href={`/admin/series/${series.id}`}>{series.name}</a>, which makes no more editions
          </li>
        ))}
        {samples.places.map((place) => (
          <li key={place.id}>
            Place: <a href={`/admin/places/${place.id}`}>{place.name}</a>; it stays if an event that stays is there
          </li>
        ))}
        {samples.programmes.map((event) => (
          <li key={event.id}>
            Program of <a href={adminProgrammePath(event)}>{event.title}</a>, with its talks, speakers and rooms; the
            event stays
          </li>
        ))}
        {samples.people > 0 ? (
          <li>{pluralize(samples.people, "made-up person", "made-up people")} on the lists of events</li>
        ) : null}
        {samples.likes > 0 ? <li>{pluralize(samples.likes, "like")} of resources in the library</li> : null}
      </ul>
      <form method="post" action="/admin/samples" className="form">
        {people > 0 ? (
          <div className="field">
            <label className="choice">
              <input type="checkbox" name="people" value={people} />
              {people === 1
                ? "Remove the person who has signed up, too. They get no email, and their links stop working. Unless you check this, their event stays."
                : `Remove the ${people} people who have signed up, too. They get no email, and their links stop working. Unless you check this, their events stay.`}
            </label>
          </div>
        ) : null}
        <Button className="danger">Remove the samples</Button>
      </form>
    </Danger>
  );
}
