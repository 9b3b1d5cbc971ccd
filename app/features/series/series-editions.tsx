import { ColumnHeads } from "../../ui/column-heads.tsx";
import { dateOf } from "../events/event/event.ts";
import type { EditedEvent } from "../events/form/event-editing.server.ts";
import type { EditedSeries } from "./series.ts";
import { EditionState } from "./series-plan.tsx";

interface SeriesEditionsProps {
  series: Pick<EditedSeries, "plan" | "frequency">;
  /** latest first */
  editions: EditedEvent[];
}

/** The editions that are not among the next dates of the rule, with the way to the next one where no rule makes it. */
export function SeriesEditions({ series: { plan, frequency }, editions }: SeriesEditionsProps) {
  const planned = plan.map(({ event_id }) => event_id);
  const others = editions.filter(({ id }) => !planned.includes(id));
  const [latest] = editions;
  if (others.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="editions">
      <h2 id="editions">{plan.length > 0 ? "Other editions" : "Editions"}</h2>
      <table className="rows">
        <ColumnHeads names={["Edition", "Date", "State"]} />
        <tbody>
          {others.map((edition) => (
            <tr key={edition.id}>
              <th scope="row">
                <a href={`/admin/events/${edition.id}`}>{edition.title}</a>
              </th>
              <td data-label="Date">{dateOf(edition)}</td>
              <td data-label="State">
                <EditionState {...edition} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {frequency || !latest ? null : (
        <p className="actions">
          <a href={`/admin/events/${latest.id}/copy`}>Copy the latest into the next edition</a>
        </p>
      )}
    </section>
  );
}
