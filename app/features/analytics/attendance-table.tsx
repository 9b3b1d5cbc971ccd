import { When } from "../../admin/when.tsx";
import { ColumnHeads } from "../../ui/column-heads.tsx";
import type { Totals } from "./analytics.server.ts";

export function AttendanceTable({ events }: { events: Totals["attendance"] }) {
  if (events.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="attendance">
      <h2 id="attendance">Who came</h2>
      <table className="rows counts">
        <caption className="hint">People in the room, counted from reservations for as long as these are kept</caption>
        <ColumnHeads
          names={["Event", "Start", "Spots", "Came", "Not checked in", "Walked in"]}
          numbers={["Spots", "Came", "Not checked in", "Walked in"]}
        />
        <tbody>
          {events.map(({ id, title, starts_at, spots, expected, came, walked_in }) => (
            <tr key={id}>
              <th scope="row">
                <a href={`/admin/events/${id}/people`}>{title}</a>
              </th>
              <td data-label="Start">
                <When at={starts_at} isShort />
              </td>
              <td data-label="Spots" className="number">
                {spots}
              </td>
              <td data-label="Came" className="number">
                {came}
              </td>
              <td data-label="Not checked in" className="number">
                {expected - came}
              </td>
              <td data-label="Walked in" className="number">
                {walked_in}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
