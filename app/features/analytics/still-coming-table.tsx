import { When } from "../../admin/when.tsx";
import type { Totals } from "./analytics.server.ts";

export function StillComingTable({ events }: { events: Totals["still_coming"] }) {
  if (events.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="still-coming">
      <h2 id="still-coming">“Still coming?”</h2>
      <table className="rows counts">
        <caption className="hint">
          People whose spots an email asked about. Those to whom it was not delivered count as silent. Nobody is checked
          in online, so only people in the room can count as having come.
        </caption>
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">Start</th>
            {numbers.map(({ label }) => (
              <th key={label} scope="col" className="number">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event.id}>
              <th scope="row">
                <a href={`/admin/events/${event.id}/people`}>{event.title}</a>
              </th>
              <td data-label="Start">
                <When at={event.starts_at} isShort />
              </td>
              {numbers.map(({ label, of, isOfPast }) => (
                <td key={label} data-label={label} className="number">
                  {isOfPast && !event.is_over ? "–" : of(event)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type Asked = Totals["still_coming"][number];

const numbers: { label: string; of: (event: Asked) => number; isOfPast?: boolean }[] = [
  { label: "Asked", of: ({ coming, given_up, silent }) => coming + given_up + silent },
  { label: "Said yes", of: ({ coming }) => coming },
  { label: "Yes and came", of: (event) => event.coming_came, isOfPast: true },
  { label: "Gave up", of: ({ given_up }) => given_up },
  { label: "Silent", of: ({ silent }) => silent },
  { label: "Silent but came", of: (event) => event.silent_came, isOfPast: true },
];
