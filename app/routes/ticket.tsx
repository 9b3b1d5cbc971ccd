import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { checkInPath } from "../features/attendance/check-in/door-code.ts";
import { EventTitle } from "../features/attendance/status-page/status-details.tsx";
import { findTicket } from "../features/attendance/status-page/status-page.server.ts";
import { isPlaced, NoTicket, Ticket } from "../features/attendance/status-page/ticket.tsx";
import { offerOf } from "../features/events/event/event-offer.ts";
import { personalMeta } from "../features/metadata/metadata.ts";
import { answerHeaders, personalHeaders } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { PersonalPage } from "../ui/personal-page.tsx";
import { drawQrCode } from "../ui/qr-code.tsx";

export const handle: RouteHandle = { section: "/events" };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { origin, now } = context;
  const entry = await findTicket(context, params.token);
  const reservation = entry && isPlaced(entry.reservation) ? entry.reservation : null;
  const isOfUse = entry !== null && reservation !== null && offerOf(entry.event, now).isAhead;
  const loaded = {
    entry,
    reservation,
    drawing: isOfUse ? drawQrCode(origin + checkInPath(reservation.code)) : null,
    origin,
    now: now.toISOString(),
  };
  return data(loaded, { status: entry ? 200 : 404, headers: personalHeaders });
}

export const headers = answerHeaders;

export const meta: MetaFunction = (args) => personalMeta(args, "Your ticket");

export default function TicketRoute() {
  const { entry, reservation, drawing, origin, now } = useLoaderData<typeof loader>();
  if (!entry)
    return (
      <PersonalPage title="This link no longer works" stars="cluster">
        <p>
          No ticket belongs to this link: the reservation was given up or removed, a newer link has replaced this one,
          or it is not complete. You can sign up again on the page of the <a href="/events">event</a>.
        </p>
      </PersonalPage>
    );
  const lead = (
    <>
      {reservation ? "Your reservation for" : "Your sign-up for"} <EventTitle event={entry.event} />
    </>
  );
  return (
    <PersonalPage title={reservation ? "Your ticket" : "No ticket"} lead={lead} stars="cluster">
      {reservation ? (
        <Ticket entry={entry} reservation={reservation} drawing={drawing} origin={origin} now={new Date(now)} />
      ) : (
        <NoTicket />
      )}
    </PersonalPage>
  );
}
