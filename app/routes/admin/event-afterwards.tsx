import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { readFigures } from "../../features/attendance/people/people.server.ts";
import { SpotCounts } from "../../features/attendance/people/spot-counts.tsx";
import { isOver } from "../../features/events/event/event.ts";
import { findEditedEvent } from "../../features/events/form/event-editing.server.ts";
import { EventPlace } from "../../features/events/form/event-place.tsx";
import { senderOf } from "../../features/mail/mail-sender.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { notFound } from "../../platform/request/http.ts";
import { pluralize } from "../../platform/text/pluralize.ts";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event || !isOver(event, context.now)) throw notFound();
  const figures = await readFigures(admin, event.id);
  return { event, figures, hasSender: senderOf(context.env) !== null, now: context.now.toISOString() };
}

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, `Afterwards: ${args.data?.event.title ?? ""}`);

export default function EventAfterwards() {
  const { event, figures, hasSender, now } = useLoaderData<typeof loader>();
  const path = `/admin/events/${event.id}`;
  const { people, came } = figures.counts;
  const isTold = event.recap !== null || event.recap_url !== null;
  return (
    <>
      <EventPlace event={event} part="afterwards" now={now} />
      <section className="panel" aria-labelledby="came">
        <h2 id="came">Who came</h2>
        {event.takes_reservations ? (
          <>
            <SpotCounts places={figures.places} attendance={figures.attendance} />
            <p className="actions">
              <a href={`${path}/people?state=came`}>{pluralize(came, "sign-up")} checked in</a>
              <a href={`${path}/people?state=absent`}>Who had a spot and was not checked in</a>
              {hasSender && came > 0 ? (
                <>
                  <a href={`${path}/emails/new?to=came`}>Email those who came</a>
                  <a href={`${path}/emails/new?to=did-not-come`}>Email those who did not</a>
                </>
              ) : null}
            </p>
          </>
        ) : (
          <p>
            {pluralize(people, "person is", "people are")} on its waitlist. Who came is counted only for events with
            reservations on this site.
          </p>
        )}
      </section>
      <section className="panel" aria-labelledby="happened">
        <h2 id="happened">What happened</h2>
        <p>
          {isTold
            ? "The event’s page says what happened."
            : "The event’s page does not say yet what happened. A few sentences and a link to photos are enough."}
        </p>
        <p className="hint">
          Slides and recordings are entered at each talk of the <a href={`${path}/programme`}>program</a>.
        </p>
        <p className="actions">
          <a href={`${path}/details#event-recap`}>{isTold ? "Edit it" : "Write what happened"}</a>
          {isTold && hasSender ? <a href={`${path}/emails?kind=recap#letter`}>Email it</a> : null}
          <a href={`${path}/copy`}>Copy into the next edition</a>
        </p>
      </section>
    </>
  );
}
