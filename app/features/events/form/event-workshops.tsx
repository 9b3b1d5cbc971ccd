import { State } from "../../../admin/state.tsx";
import { pluralize } from "../../../platform/text/pluralize.ts";
import { ColumnHeads } from "../../../ui/column-heads.tsx";
import { attendsLabels, dateAndTime, dateOf, placesOf, timeOf } from "../event/event.ts";
import type { EditedEvent } from "./event-editing.server.ts";
import { statusLabel } from "./event-form.tsx";

/** The events that are only for people with a reservation at this one. */
export function EventWorkshops({ workshops }: { workshops: EditedEvent[] }) {
  if (workshops.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="workshops">
      <h2 id="workshops">Workshops</h2>
      <table className="rows">
        <ColumnHeads names={["Workshop", "When", "Free spots"]} />
        <tbody>
          {workshops.map((workshop) => (
            <tr key={workshop.id}>
              <th scope="row">
                <a href={`/admin/events/${workshop.id}`}>{workshop.title}</a>{" "}
                {workshop.is_published ? null : <State shape="dashed">Draft</State>}{" "}
                {workshop.status === "scheduled" ? null : <State shape="alert">{statusLabel(workshop.status)}</State>}
              </th>
              <td data-label="When">{dateAndTime(dateOf(workshop), timeOf(workshop))}</td>
              <td data-label="Free spots">
                <a href={`/admin/events/${workshop.id}/people`}>{spotsOf(workshop)}</a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Such as "3 of 5 spots, 2 people waiting", for each place where it meets. */
const spotsOf = (workshop: EditedEvent) =>
  placesOf(workshop)
    .map(({ attends, limit }, _index, places) => {
      const spots = limit ?? 0;
      const { taken = 0, waiting = 0 } = workshop.event_spots?.find((place) => place.attends === attends) ?? {};
      const line = waiting > 0 ? `, ${pluralize(waiting, "person", "people")} waiting` : "";
      const text = `${Math.max(0, spots - taken)} of ${pluralize(spots, "spot")}${line}`;
      return places.length > 1 ? `${attendsLabels[attends]}: ${text}` : text;
    })
    .join("; ");
