import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { type AdminDone, Done, seeDone } from "../../admin/done.tsx";
import { CancelReservation } from "../../features/attendance/reservations/cancel-reservation.tsx";
import { findReservation } from "../../features/attendance/reservations/event-reservations.server.ts";
import { SettleOffer } from "../../features/attendance/reservations/failed-offers.tsx";
import { MoveUp } from "../../features/attendance/reservations/move-up.tsx";
import { spotsOf } from "../../features/attendance/reservations/reservation.ts";
import { ReservationFacts } from "../../features/attendance/reservations/reservation-facts.tsx";
import { reasonSchema } from "../../features/attendance/reservations/reservations-by-hand.schema.ts";
import {
  cancelReservation,
  giveSpot,
  moveUp,
  noteReservationNotified,
  sendsMails,
  settleOffer,
} from "../../features/attendance/reservations/reservations-by-hand.server.ts";
import { findCredentialOf, takeBackCredential } from "../../features/credentials/credentials.server.ts";
import { TakeBack } from "../../features/credentials/take-back.tsx";
import { findEditedEvent } from "../../features/events/form/event-editing.server.ts";
import { pageMeta } from "../../features/metadata/metadata.ts";
import { notFound, unprocessable } from "../../platform/request/http.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/form-messages.tsx";

async function find(admin: Admin, params: { id?: string; person?: string }) {
  const [event, found] = await Promise.all([
    findEditedEvent(admin, params.id ?? ""),
    findReservation(admin, params.id ?? "", params.person),
  ]);
  if (!event || !found) throw notFound();
  return { event, ...found };
}

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const { event, reservation, next, troubles } = await find(admin, params);
  const issued = reservation.checked_in_at ? await findCredentialOf(admin, reservation.id) : null;
  const hasSender = sendsMails(context);
  return {
    event,
    reservation,
    issued,
    hasSender,
    isNext: !hasSender && next?.id === reservation.id,
    // Without a sender, the email of an earlier offer will never be sent.
    isUnsettled:
      reservation.state === "offered" &&
      reservation.offer_ends_at === null &&
      (!hasSender || troubles.some(({ id }) => id === reservation.id)),
    confirming: new URL(request.url).searchParams.get("confirm"),
  };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const { event, reservation } = await find(admin, params);
  const form = await request.formData();
  const list = `/admin/events/${event.id}/reservations`;
  const isFromList = form.get("from") === "list";
  const shown = (done: AdminDone) => seeDone(isFromList ? list : `${list}/${reservation.id}`, done);
  switch (form.get("intent")) {
    case "told":
      await noteReservationNotified(admin, reservation.id);
      return isFromList ? seeDone(`${list}?state=unnotified`, "told") : shown("told");
    case "give": {
      const outcome = await giveSpot(context, admin, reservation.id);
      return outcome === "placed" ? shown("spot-given") : refuse(givingRefused[outcome]);
    }
    case "heard":
      return (await settleOffer(context, admin, reservation.id, true)) === "offered" ? shown("offer-heard") : refuse();
    case "pass-on":
      return (await settleOffer(context, admin, reservation.id, false)) === "lapsed"
        ? shown("offer-passed-on")
        : refuse();
    case "cancel":
      return (await cancelReservation(context, admin, reservation.id)) === "canceled"
        ? shown("reservation-canceled")
        : refuse();
    case "take-back":
      return (await takeBackCredential(admin, reservation.id)) ? shown("credential-taken-back") : refuse();
    case "move-up":
      return move(context, admin, reservation.id, form, shown);
    default:
      return refuse("Nothing was changed: this page has no such button.");
  }
}

async function move(
  context: AppLoadContext,
  admin: Admin,
  id: string,
  form: FormData,
  shown: (done: AdminDone) => ReturnType<typeof seeDone>,
) {
  const submission = parseWithZod(form, { schema: reasonSchema });
  if (submission.status !== "success") return unprocessable({ result: submission.reply(), refused: null });
  const outcome = await moveUp(context, admin, id, submission.value.reason);
  return outcome === "moved" ? shown("moved-up") : refuse();
}

const changed = "Nothing was changed: this reservation has changed in the meantime. Check it again.";
const givingRefused: Record<string, string> = {
  full: "Nothing was changed: not enough spots are free for this party.",
  "not-next": "Nothing was changed: others are before them on the waitlist.",
  closed: "Nothing was changed: spots can be given only while sign-up is open.",
};

const refuse = (refused = changed) => unprocessable({ result: undefined, refused });

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: args.data?.reservation.name ?? "Reservation",
    description: "A reservation for an event.",
    path: "/admin/events",
    indexed: false,
  });

export default function ReservationPage() {
  const { event, reservation, issued, hasSender, isNext, isUnsettled, confirming } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const list = `/admin/events/${event.id}/reservations`;
  const here = `${list}/${reservation.id}`;
  return (
    <>
      <AdminHeader title={<bdi>{reservation.name}</bdi>} back={{ to: list, label: `Reservations: ${event.title}` }}>
        <a href={`/admin/waitlists/${event.key}/${reservation.id}`}>Their entry: name, email address and note</a>
      </AdminHeader>
      {answer ? null : <Done />}
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      <div className="with-side even">
        <section className="panel" aria-label="The reservation">
          <ReservationFacts meets={event.meets} reservation={reservation} question={event.question} />
          {isNext ? (
            <form method="post">
              <input type="hidden" name="intent" value="give" />
              <Button>Give them {spotsOf(reservation.party, "the")}</Button>
            </form>
          ) : null}
          {isUnsettled ? <SettleOffer path={list} person={reservation} /> : null}
          {reservation.to_be_notified ? (
            <form method="post">
              <p>They have not been notified by email of what you have done.</p>
              <input type="hidden" name="intent" value="told" />
              <Button looks={["ghost", "small"]}>I have notified them</Button>
            </form>
          ) : null}
        </section>
        {reservation.position !== null && reservation.position !== 1 ? (
          <MoveUp lastResult={answer?.result as SubmissionResult<string[]> | undefined} />
        ) : null}
      </div>
      <CancelReservation
        reservation={reservation}
        here={here}
        hasSender={hasSender}
        confirming={confirming === "cancel"}
      />
      <TakeBack issued={issued} here={here} confirming={confirming === "take-back"} />
    </>
  );
}
