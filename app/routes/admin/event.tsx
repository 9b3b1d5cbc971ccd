import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useContext } from "react";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Conflict } from "../../admin/conflict.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { DoneWord } from "../../admin/done-word.tsx";
import { State } from "../../admin/state.tsx";
import { pathOf } from "../../features/events/event.ts";
import { EventDeletion, whileSomebodyWaits } from "../../features/events/event-deletion.tsx";
import { EventDetails, Poster } from "../../features/events/event-details.tsx";
import {
  changeEvent,
  type DeleteEventOutcome,
  deleteEvent,
  findEditedEvent,
  listSeries,
} from "../../features/events/event-editing.server.ts";
import { EventForm, eventDifferences, statusLabel } from "../../features/events/event-form.tsx";
import { eventSchema } from "../../features/events/events.schema.ts";
import { pageMeta } from "../../features/metadata/metadata.ts";
import { Overfull } from "../../features/reservations/place-counts.tsx";
import { fillPlaces } from "../../features/reservations/reservations-by-hand.server.ts";
import { SampleMark } from "../../features/samples/sample-mark.tsx";
import { readSamples } from "../../features/samples/samples.server.ts";
import { listUntold } from "../../features/tellings/tellings.server.ts";
import { UntoldNotice } from "../../features/tellings/untold-notice.tsx";
import { notFound, unprocessable } from "../../platform/http.ts";
import { pluralize } from "../../platform/pluralize.ts";
import { Notice } from "../../ui/form-messages.tsx";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const [event, series, samples] = await Promise.all([
    findEditedEvent(admin, params.id ?? ""),
    listSeries(admin),
    readSamples(admin),
  ]);
  if (!event) throw notFound();
  const confirming = new URL(request.url).searchParams.get("confirm") === "delete";
  const untold = event.waiting > 0 ? await listUntold(context, admin, event.id) : [];
  return { event, series, samples, untold, confirming, now: context.now.toISOString(), origin: context.origin };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const id = params.id ?? "";
  return form.get("intent") === "delete" ? remove(context, admin, id, form) : save(context, admin, id, form);
}

async function save(context: AppLoadContext, admin: Admin, id: string, form: FormData) {
  const submission = parseWithZod(form, { schema: eventSchema });
  const nothing = { conflict: null, refused: null };
  if (submission.status !== "success") return unprocessable({ result: submission.reply(), ...nothing });
  const event = await findEditedEvent(admin, id);
  if (!event) throw notFound();
  const outcome = await changeEvent(admin, id, submission.value, String(form.get("version")));
  switch (outcome) {
    case "saved":
      if (submission.value.admission === "here") await fillPlaces(context, admin, id);
      return seeDone(`/admin/events/${id}`, "saved");
    case "places-given": {
      const fieldErrors = {
        admission: ["People have reservations or offers. Cancel these first, or keep reservations on this site."],
      };
      return unprocessable({ result: submission.reply({ fieldErrors }), ...nothing });
    }
    case "position-taken": {
      const fieldErrors = { tab_order: ["Another event already has this position"] };
      return unprocessable({ result: submission.reply({ fieldErrors }), ...nothing });
    }
    case "changed": {
      const conflict = eventDifferences(event, submission.value);
      return unprocessable({ result: submission.reply(), conflict, refused: null }, 409);
    }
  }
}

const refusals: Record<Exclude<DeleteEventOutcome, "deleted" | "somebody-waits">, string> = {
  changed: "Someone else changed this event since you opened it. Check it again before you delete it.",
  "not-found": "This event has been deleted in the meantime.",
};

async function remove(context: AppLoadContext, admin: Admin, id: string, form: FormData) {
  const event = await findEditedEvent(admin, id);
  if (!event) throw notFound();
  const outcome = await deleteEvent(admin, id, String(form.get("version")));
  if (outcome !== "deleted") {
    const refused = outcome === "somebody-waits" ? whileSomebodyWaits(event, context.now) : refusals[outcome];
    return unprocessable({ result: undefined, conflict: null, refused });
  }
  return seeDone("/admin/events", "deleted");
}

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: args.data?.event.title ?? "Event",
    description: "An event, its poster and how visitors see it.",
    path: "/admin/events",
    indexed: false,
  });

export default function EventPage() {
  const { event, series, samples, untold, confirming, now } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const done = useContext(DoneWord);
  const cameAlong =
    done === "copied"
      ? `${pluralize(event.waiting, "person who joined after the last one has", "people who joined after the last one have")} come along.`
      : null;
  return (
    <>
      <AdminHeader
        title={event.title}
        back={{ to: "/admin/events", label: "All events" }}
        note={
          <>
            Key: <code>{event.key}</code>
          </>
        }
      >
        {event.is_published ? (
          <State shape="full">Published</State>
        ) : (
          <State shape="dashed">Draft, visible only to admins</State>
        )}
        <SampleMark samples={samples} id={event.id} />
        {event.status === "scheduled" ? null : <State shape="alert">{statusLabel(event.status)}</State>}
        {event.is_published ? <a href={pathOf(event)}>View page</a> : null}
        {event.takes_reservations ? <a href={`/admin/events/${event.id}/places`}>Reservations</a> : null}
        <a href={`/admin/waitlists/${event.key}`}>Waitlist ({event.waiting})</a>
        <a href={`/admin/events/${event.id}/poster`}>{event.poster_path ? "Poster" : "Add a poster"}</a>
        {event.takes_reservations ? <a href={`/admin/events/${event.id}/door`}>Check-in</a> : null}
        <a href={`/admin/events/${event.id}/copy`}>Copy into the next edition</a>
      </AdminHeader>
      {answer ? null : <Done>{cameAlong}</Done>}
      <Overfull places={event.attendee_limit ?? 0} taken={event.event_places?.taken ?? 0} />
      <UntoldNotice path={`/admin/waitlists/${event.key}/emails`} untold={untold} />
      {answer?.conflict ? <Conflict differences={answer.conflict} /> : null}
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      <div className="with-side">
        <section className="panel" aria-label="The event">
          <EventForm submit="Save" series={series} event={event} lastResult={answer?.result} />
        </section>
        <Preview />
      </div>
      <EventDeletion event={event} confirming={confirming} now={now} />
    </>
  );
}

function Preview() {
  const { event, now, origin } = useLoaderData<typeof loader>();
  return (
    <section className="panel side" aria-label="As visitors see it">
      <p className="hint">
        {event.is_published ? "As visitors see it:" : "As visitors will see it once it is published:"}
      </p>
      <Poster event={event} />
      <EventDetails event={event} now={new Date(now)} origin={origin} heading="h2" draft={!event.is_published} />
    </section>
  );
}
