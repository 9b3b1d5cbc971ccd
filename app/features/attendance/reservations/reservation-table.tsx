import { State } from "../../../admin/state.tsx";
import { pluralize } from "../../../platform/text/pluralize.ts";
import { Button } from "../../../ui/button.tsx";
import { durationText, retention } from "../../retention/retention.ts";
import type { EventReservations, ListedReservation } from "./event-reservations.server.ts";
import { attendsText, stateOf } from "./reservation-words.ts";

interface ReservationTableProps {
  /** path of the page of the event's spots */
  path: string;
  list: Pick<EventReservations, "rows" | "total" | "counts" | "places">;
}

/** The people who have a spot at an event or wait for one. */
export function ReservationTable({ path, list }: ReservationTableProps) {
  const hasAnswers = list.counts.answers > 0;
  const hasPlaces = list.places.length > 1;
  return (
    <table className="rows">
      <caption className="hint">
        {pluralize(list.total, "sign-up")}
        {hasAnswers
          ? `. Answers may be about health: only admins see them, and they are erased ${durationText(retention.answer)} after the event.`
          : null}
      </caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Email</th>
          <th scope="col" className="number">
            People
          </th>
          {hasPlaces ? <th scope="col">Takes part</th> : null}
          <th scope="col">State</th>
          {hasAnswers ? <th scope="col">Answer</th> : null}
        </tr>
      </thead>
      <tbody>
        {list.rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              <a href={`${path}/${row.id}`}>
                <bdi>{row.name}</bdi>
              </a>
            </th>
            <td data-label="Email" className="wrap-anywhere">
              {row.email}
            </td>
            <td data-label="People" className="number">
              {row.party}
            </td>
            {hasPlaces ? <td data-label="Takes part">{attendsText(row)}</td> : null}
            <td data-label="State">
              <ReservationState reservation={row} /> {row.to_be_notified ? <Told path={path} person={row} /> : null}
            </td>
            {hasAnswers ? (
              <td data-label="Answer" className="wrap-anywhere">
                {row.answer ?? "–"}
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ReservationState({ reservation }: { reservation: ListedReservation }) {
  const { shape, text } = stateOf(reservation);
  return <State shape={shape}>{text}</State>;
}

/** The button by which an admin records having notified a person. */
function Told({ path, person }: { path: string; person: Pick<ListedReservation, "id" | "name"> }) {
  return (
    <form method="post" action={`${path}/${person.id}`}>
      <input type="hidden" name="intent" value="told" />
      <input type="hidden" name="from" value="list" />
      <Button looks={["ghost", "small"]}>
        I have notified them
        <span className="visually-hidden">
          : <bdi>{person.name}</bdi>
        </span>
      </Button>
    </form>
  );
}
