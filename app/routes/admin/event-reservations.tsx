import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { Empty, NoMatch } from "../../admin/empty.tsx";
import { ListFilters } from "../../admin/list-filters.tsx";
import { listHref, readListQuery } from "../../admin/list-query.ts";
import { AddPerson } from "../../features/attendance/reservations/add-person.tsx";
import {
  type EventReservations,
  listReservations,
  reservationSorts,
  reservationStates,
} from "../../features/attendance/reservations/event-reservations.server.ts";
import { FailedOffers } from "../../features/attendance/reservations/failed-offers.tsx";
import { ReservationTable } from "../../features/attendance/reservations/reservation-table.tsx";
import { sortOptions, stateOptions } from "../../features/attendance/reservations/reservation-words.ts";
import { personSchema } from "../../features/attendance/reservations/reservations-by-hand.schema.ts";
import { addReservation, sendsMails } from "../../features/attendance/reservations/reservations-by-hand.server.ts";
import { Overfull, SpotCounts } from "../../features/attendance/reservations/spot-counts.tsx";
import { GivingByHand, UnnotifiedReservations } from "../../features/attendance/reservations/without-sender.tsx";
import { findEditedEvent } from "../../features/events/form/event-editing.server.ts";
import { pageMeta } from "../../features/metadata/metadata.ts";
import { notFound, seeOther, unprocessable } from "../../platform/request/http.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { Pages } from "../../ui/pages.tsx";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event) throw notFound();
  const query = readListQuery(request, { sorts: reservationSorts, filters: { state: reservationStates } });
  const list = await listReservations(admin, event.id, query);
  return { event, query, list, hasSender: sendsMails(context) };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event?.takes_reservations) throw notFound();
  const here = `/admin/events/${event.id}/reservations`;
  const form = await request.formData();
  if (form.get("intent") !== "add") return seeOther(here);
  const submission = parseWithZod(form, { schema: personSchema });
  if (submission.status !== "success") return unprocessable(submission.reply());
  const outcome = await addReservation(context, admin, event.id, submission.value);
  switch (outcome) {
    case "already-joined": {
      const fieldErrors = { email: ["This address is already on the list"] };
      return unprocessable(submission.reply({ fieldErrors }));
    }
    case "not-found":
      throw notFound();
    default:
      return seeDone(here, `added-${outcome}`);
  }
}

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: `Reservations: ${args.data?.event.title ?? ""}`,
    description: "Who has a reservation for an event, and who is on the waitlist.",
    path: "/admin/events",
    indexed: false,
  });

export default function EventSpots() {
  const { event, list } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHeader
        title={`Reservations: ${event.title}`}
        back={{ to: `/admin/events/${event.id}`, label: event.title }}
        note="Who has a reservation, and who is on the waitlist. Only admins, and helpers at the door, see who comes."
      >
        <a href={`/admin/waitlists/${event.key}`}>Waitlist ({event.waiting})</a>
      </AdminHeader>
      {list ? (
        <SpotsAndPeople list={list} />
      ) : (
        <Empty
          title="This event takes no reservations here"
          action={{ to: `/admin/events/${event.id}`, label: "Edit event" }}
        >
          Under “How people sign up” choose “Free reservations on this site”, and everyone on the waitlist can get a
          spot.
        </Empty>
      )}
    </>
  );
}

function SpotsAndPeople({ list }: { list: EventReservations }) {
  const { event, query, hasSender } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const { counts } = list;
  const path = `/admin/events/${event.id}/reservations`;
  const isNarrowed = query.search !== "" || query.filters.state !== "";
  return (
    <>
      {lastResult ? null : <Done />}
      <SpotCounts places={list.places} attendance={list.attendance} />
      <Overfull event={event} />
      {counts.moved_up > 0 ? (
        <p className="hint">
          Admins have moved people to the front of this waitlist {pluralize(counts.moved_up, "time")}. Everyone who
          waits sees this number.
        </p>
      ) : null}
      <UnnotifiedReservations path={path} unnotified={counts.unnotified} />
      <FailedOffers path={path} offers={list.troubles} />
      {hasSender ? null : <GivingByHand path={path} next={list.next} places={list.places} />}
      <ListFilters
        query={query}
        searches="names, email addresses and notes"
        sorts={sortOptions}
        filters={[{ name: "state", label: "Show", options: stateOptions }]}
      />
      {list.rows.length > 0 ? (
        <ReservationTable path={path} list={list} />
      ) : isNarrowed ? (
        <NoMatch action={{ to: path, label: "Show all" }}>No reservations match.</NoMatch>
      ) : (
        <Empty title="Nobody has reserved a spot yet">
          Everyone who reserves a spot or joins the waitlist appears here, with their party and their answer.
        </Empty>
      )}
      <Pages
        label="Pages of reservations"
        page={list.page}
        pages={list.pages}
        href={(page) => listHref(path, query, page)}
      />
      <AddPerson meets={event.meets} signUp={list.sign_up} hasSender={hasSender} lastResult={lastResult} />
    </>
  );
}
