import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { checkInPath } from "../features/door/door-words.ts";
import { offerOf } from "../features/events/event-offer.ts";
import { personalMeta } from "../features/metadata/metadata.ts";
import { findPlace } from "../features/places/place.server.ts";
import { EventTitle } from "../features/places/place-details.tsx";
import { isPlaced, NoTicket, Ticket } from "../features/places/ticket.tsx";
import { answerHeaders, personalHeaders } from "../platform/http.ts";
import type { RouteHandle } from "../platform/route-handle.ts";
import { PersonalPage } from "../ui/personal-page.tsx";
import { drawQrCode } from "../ui/qr-code.tsx";

export const handle: RouteHandle = { section: "/events" };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { origin, now } = context;
  const place = await findPlace(context, params.token);
  const reservation = place?.state === "waiting" && isPlaced(place.reservation) ? place.reservation : null;
  const isOfUse = reservation !== null && place !== null && offerOf(place.event, now).isAhead;
  const loaded = {
    place,
    reservation,
    drawing: isOfUse ? drawQrCode(origin + checkInPath(reservation.code)) : null,
    page: `/w/${params.token}`,
    origin,
    now: now.toISOString(),
  };
  return data(loaded, { status: place ? 200 : 404, headers: personalHeaders });
}

export const headers = answerHeaders;

export const meta: MetaFunction = () => personalMeta("Your ticket");

export default function TicketRoute() {
  const { place, reservation, drawing, page, origin, now } = useLoaderData<typeof loader>();
  if (!place)
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
      Your reservation for <EventTitle event={place.event} />
    </>
  );
  return (
    <PersonalPage title={reservation ? "Your ticket" : "No ticket"} lead={lead} stars="cluster">
      {place.state === "waiting" && reservation ? (
        <Ticket
          place={place}
          reservation={reservation}
          drawing={drawing}
          page={page}
          origin={origin}
          now={new Date(now)}
        />
      ) : (
        <NoTicket page={page} />
      )}
    </PersonalPage>
  );
}
