import { When } from "../../../admin/when.tsx";
import { pluralize } from "../../../platform/text/pluralize.ts";
import type { Event } from "../../events/event/event.ts";
import { durationText, retention } from "../../retention/retention.ts";
import type { ListedReservation } from "./event-reservations.server.ts";
import { ReservationState } from "./reservation-table.tsx";
import { attendsText } from "./reservation-words.ts";

interface ReservationFactsProps {
  /** where the event meets */
  meets: Event["meets"];
  reservation: ListedReservation;
  /** the event's question; null if it asks none */
  question: string | null;
}

/** The details of a reservation. */
export function ReservationFacts({ meets, reservation, question }: ReservationFactsProps) {
  const { email, party, answer, moves } = reservation;
  return (
    <dl className="facts">
      <dt>State</dt>
      <dd>
        <ReservationState reservation={reservation} />
      </dd>
      {meets === "both" ? (
        <>
          <dt>Takes part</dt>
          <dd>{attendsText(reservation)}</dd>
        </>
      ) : null}
      <dt>People</dt>
      <dd>{pluralize(party, "person", "people")}</dd>
      <dt>Email</dt>
      <dd className="wrap-anywhere">
        <a href={`mailto:${encodeURIComponent(email).replace("%40", "@")}`}>{email}</a>
        {reservation.is_confirmed ? ", confirmed" : ", not confirmed"}
      </dd>
      {question || answer ? (
        <>
          <dt>{question ?? "Answer"}</dt>
          <dd className="wrap-anywhere">
            {answer ?? "No answer"}
            {answer ? (
              <p className="hint">
                It may be about health: only admins see it. It is erased {durationText(retention.answer)} after the
                event.
              </p>
            ) : null}
          </dd>
        </>
      ) : null}
      {moves.length > 0 ? (
        <>
          <dt>Moved up</dt>
          <dd className="wrap-anywhere">
            {moves.map(({ reason, moved_at }) => (
              <p key={moved_at}>
                <When at={moved_at} />: {reason}
              </p>
            ))}
          </dd>
        </>
      ) : null}
    </dl>
  );
}
