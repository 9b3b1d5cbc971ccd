import { pluralize } from "../../../platform/text/pluralize.ts";
import { momentText } from "../../../platform/text/site-time.ts";
import { Notice } from "../../../ui/form-messages.tsx";
import { QrCode, type QrDrawing } from "../../../ui/qr-code.tsx";
import { CalendarLinks } from "../../events/calendar/calendar-links.tsx";
import { isDayKnown, whereText } from "../../events/event/event.ts";
import { offerOf, whenText } from "../../events/event/event-offer.ts";
import { spacedCode } from "../letters/reservation-letters.ts";
import type { Reservation } from "../reservations/reservation.ts";
import type { TicketEntry } from "./status-page.server.ts";

export type Placed = Reservation & { code: string };

/** Whether there is a ticket: a confirmed spot in the room, not just a held one. */
export const isPlaced = (reservation: Reservation | null): reservation is Placed =>
  reservation?.state === "placed" && reservation.code !== null;

interface TicketProps {
  entry: TicketEntry;
  reservation: Placed;
  /** null if the ticket can no longer be used */
  drawing: QrDrawing | null;
  origin: string;
  now: Date;
}

export function Ticket({ entry, reservation, drawing, origin, now }: TicketProps) {
  const { event } = entry;
  const offer = offerOf(event, now);
  const { badge, isAhead } = offer;
  const { checked_in_at: checkedIn } = reservation;
  return (
    <>
      {isAhead ? null : <Notice past title={`${badge}.`} />}
      {checkedIn ? <Notice title={`Checked in on ${momentText(checkedIn)}.`} /> : null}
      <section className="sheet paper" aria-labelledby="ticket">
        <h2 id="ticket" className="text-h3">
          {event.title}
        </h2>
        <dl className="facts mt-3">
          <dt>When</dt>
          <dd>{whenText(event, offer)}</dd>
          <dt>Where</dt>
          <dd>{whereText(event, reservation.attends)}</dd>
          <dt>Name</dt>
          <dd className="wrap-anywhere">
            <bdi>{entry.name}</bdi>
          </dd>
          <dt>Spots</dt>
          <dd>For {pluralize(reservation.party, "person", "people")}</dd>
        </dl>
        {drawing ? (
          <>
            <QrCode drawing={drawing} label="QR code of your ticket, for the door" />
            <p>Show this at the door, or say the code:</p>
            <p className="ticket-code">{spacedCode(reservation.code)}</p>
          </>
        ) : null}
      </section>
      <div className="no-print grid gap-4">
        {isDayKnown(event) && isAhead ? <CalendarLinks event={event} origin={origin} /> : null}
        {isAhead && !checkedIn ? (
          <p>
            Can’t make it? Please give up your reservation
            {reservation.sign_up === "open" ? ", so that someone else can have it" : null}: our emails have the link to
            your page, where you can.
          </p>
        ) : null}
        <p className="hint">
          Anyone who has the link to this page sees the same, and can change nothing; the first to show it at the door
          is let in.
          {drawing && !checkedIn
            ? " The code alone only works at check-in. In case there is no network at the event, print this page or take a screenshot."
            : null}
        </p>
      </div>
    </>
  );
}

export function NoTicket() {
  return (
    <p>
      There is no ticket for you here. Your page shows where your sign-up stands: the link to it is in the emails that
      you got from us.
    </p>
  );
}
