import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { Danger } from "../../admin/danger.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { Undo } from "../../admin/undo.tsx";
import { fillSpots, sendsMails } from "../../features/attendance/people/by-hand.server.ts";
import { closeSignUp, readFigures } from "../../features/attendance/people/people.server.ts";
import { EventCounts, Overfull } from "../../features/attendance/people/spot-counts.tsx";
import { findJoinLink } from "../../features/attendance/reservations/join-link.server.ts";
import { readUnsent } from "../../features/campaigns/campaigns.server.ts";
import { UnnotifiedNotice } from "../../features/campaigns/unnotified-notice.tsx";
import { findEditedEvent, listWorkshops, renewLink } from "../../features/events/form/event-editing.server.ts";
import { NewLink } from "../../features/events/form/event-link.tsx";
import { EventSummary, NextStep } from "../../features/events/form/event-overview.tsx";
import { EventPlace } from "../../features/events/form/event-place.tsx";
import { EventWorkshops } from "../../features/events/form/event-workshops.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { SampleMark } from "../../features/samples/sample-mark.tsx";
import { readSamples } from "../../features/samples/samples.server.ts";
import { notFound, seeOther, sendOn, unprocessable } from "../../platform/request/http.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/form-messages.tsx";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const [event, samples] = await Promise.all([findEditedEvent(admin, params.id ?? ""), readSamples(admin)]);
  if (!event) throw notFound();
  const [figures, link, unsent, workshops] = await Promise.all([
    readFigures(admin, event.id),
    event.meets !== "room" && event.takes_reservations ? findJoinLink(admin, event.id) : null,
    readUnsent(context, admin, event),
    event.takes_reservations && !event.for_people_of ? listWorkshops(admin, event.id) : [],
  ]);
  const asked = new URL(request.url).searchParams.get("confirm");
  return {
    event,
    origin: context.origin,
    samples,
    figures,
    unsent,
    workshops,
    lacksLink: link?.url === null,
    confirming: figures.counts.offered > 0 && asked === "close",
    renewing: event.visibility === "link" && asked === "link",
    // Undo is offered as long as sign-up is as the change left it.
    isAsDone: context.done?.word === (event.waitlist_closed ? "waitlist-closed" : "waitlist-opened"),
    hasSender: sendsMails(context),
    now: context.now.toISOString(),
  };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event) throw notFound();
  const here = `/admin/events/${event.id}`;
  const form = await request.formData();
  const intent = form.get("intent");
  // The form that was here before it had a page of its own.
  if (intent === "delete" || form.has("title")) return sendOn(`${here}/details`);
  if (intent === "new-link") {
    const outcome = await renewLink(admin, event.id, String(form.get("version")));
    return outcome === "renewed" ? seeDone(here, "link-renewed") : unprocessable({ refused: notRenewed }, 409);
  }
  if (intent !== "close" && intent !== "open") return seeOther(here);
  if (intent === "close" && event.takes_reservations) {
    const { counts } = await readFigures(admin, event.id);
    if (counts.offered > 0 && form.get("offers") !== String(counts.offered))
      return seeOther(`${here}?confirm=close#close`);
  }
  await closeSignUp(admin, event.id, intent === "close");
  if (event.takes_reservations) await fillSpots(context, admin, event.id);
  return seeDone(here, intent === "close" ? "waitlist-closed" : "waitlist-opened");
}

const notRenewed = "This event was changed since you opened this page, so its link stays. Look at it, and try again.";

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, args.data?.event.title ?? "Event");

export default function EventOverview() {
  const { event, samples, figures, unsent, isAsDone, hasSender, now, ...loaded } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const otherIntent = event.waitlist_closed ? "open" : "close";
  const path = `/admin/events/${event.id}`;
  return (
    <>
      <EventPlace event={event} part="overview" now={now}>
        <SampleMark samples={samples} id={event.id} />
      </EventPlace>
      <Done>{isAsDone ? <Undo fields={{ intent: otherIntent }} /> : null}</Done>
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      {loaded.renewing ? <NewLink event={event} /> : null}
      {loaded.confirming ? <Closing path={path} offers={figures.counts.offered} /> : null}
      <UnnotifiedNotice path={`${path}/emails`} unsent={unsent} />
      <NextStep {...{ event, figures, hasSender, now: new Date(now) }} lacksLink={loaded.lacksLink} />
      <EventSummary event={event} now={new Date(now)} origin={loaded.origin}>
        {event.status === "cancelled" || event.admission === "none" ? null : (
          <form method="post">
            <input type="hidden" name="intent" value={otherIntent} />
            <Button looks={["ghost", "small"]}>
              {event.waitlist_closed ? "Open" : "Close"} {event.takes_reservations ? "sign-up" : "the waitlist"}
            </Button>
          </form>
        )}
      </EventSummary>
      <Overfull event={event} />
      <EventCounts path={`${path}/people`} figures={figures} confirms={hasSender} />
      <EventWorkshops workshops={loaded.workshops} />
    </>
  );
}

/** Asks first, because people with an open offer lose their spot through no fault of theirs. */
function Closing({ path, offers }: { path: string; offers: number }) {
  return (
    <Danger
      id="close"
      isQuestion
      title="Close sign-up?"
      text={`${pluralize(offers, "person has not answered an offer yet", "people have not answered their offers yet")}. Closing sign-up ends unanswered offers without an email, and opening it again does not bring them back.`}
    >
      <form method="post" className="form">
        <input type="hidden" name="intent" value="close" />
        <input type="hidden" name="offers" value={offers} />
        <div className="actions">
          <Button className="danger">Close sign-up</Button>
          <a href={path}>Keep it open</a>
        </div>
      </form>
    </Danger>
  );
}
