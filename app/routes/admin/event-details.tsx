import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { Conflict } from "../../admin/conflict.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { fillSpots } from "../../features/attendance/people/by-hand.server.ts";
import { readUnsent } from "../../features/campaigns/campaigns.server.ts";
import { UnnotifiedNotice } from "../../features/campaigns/unnotified-notice.tsx";
import { givesSpotsHere } from "../../features/events/form/admission.tsx";
import { changeEditions, choiceIn, faultOf } from "../../features/events/form/edition-changes.server.ts";
import { EventDeletion, whileSomebodyWaits } from "../../features/events/form/event-deletion.tsx";
import {
  changeEvent,
  type DeleteEventOutcome,
  deleteEvent,
  findEditedEvent,
  listMainEvents,
} from "../../features/events/form/event-editing.server.ts";
import { EventForm, eventDifferences } from "../../features/events/form/event-form.tsx";
import { EventPlace } from "../../features/events/form/event-place.tsx";
import { eventSchema } from "../../features/events/form/events.schema.ts";
import { EventDetails, Poster } from "../../features/events/page/event-details.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { listPlaceNames } from "../../features/places/place-editing.server.ts";
import { listSeriesNames } from "../../features/series/series-editing.server.ts";
import { notFound, unprocessable } from "../../platform/request/http.ts";
import { Notice } from "../../ui/form-messages.tsx";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const [event, series, places] = await Promise.all([
    findEditedEvent(admin, params.id ?? ""),
    listSeriesNames(admin),
    listPlaceNames(admin),
  ]);
  if (!event) throw notFound();
  const confirming = new URL(request.url).searchParams.get("confirm") === "delete";
  const [mainEvents, unsent] = await Promise.all([
    listMainEvents(admin, context.now, event),
    readUnsent(context, admin, event),
  ]);
  return {
    event,
    unsent,
    series,
    places,
    mainEvents,
    confirming,
    now: context.now.toISOString(),
    origin: context.origin,
  };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const id = params.id ?? "";
  return form.get("intent") === "delete" ? remove(context, admin, id, form) : save(context, admin, id, form);
}

const nothing = { result: undefined, conflict: null, refused: null, asks: undefined };

async function save(context: AppLoadContext, admin: Admin, id: string, form: FormData) {
  const submission = parseWithZod(form, { schema: eventSchema });
  if (submission.status !== "success") return unprocessable({ ...nothing, result: submission.reply() });
  const event = await findEditedEvent(admin, id);
  if (!event) throw notFound();
  const version = String(form.get("version"));
  const saved =
    submission.value.scope === "later"
      ? await changeEditions(admin, id, submission.value, version, choiceIn(form))
      : { outcome: await changeEvent(admin, id, submission.value, version) };
  switch (saved.outcome) {
    case "saved": {
      // A page that was public must not come back when the database is down.
      if (submission.value.visibility === "link" && event.visibility === "public") {
        await context.lastGood.forgetAll();
        context.clearSite();
      }
      if (givesSpotsHere(submission.value.admission)) await fillSpots(context, admin, id);
      const isForLater = "changed" in saved && saved.changed > 0;
      return seeDone(`/admin/events/${id}/details`, isForLater ? "saved-later" : "saved");
    }
    case "asks":
      return { ...nothing, result: submission.reply(), asks: saved.editions };
    case "changed": {
      const conflict = eventDifferences(event, submission.value, {
        series: await listSeriesNames(admin),
        places: await listPlaceNames(admin),
        mainEvents: await listMainEvents(admin, context.now, event),
      });
      return unprocessable({ ...nothing, result: submission.reply(), conflict }, 409);
    }
    case "not-found":
      throw notFound();
    default:
      return unprocessable({
        ...nothing,
        result: submission.reply({
          fieldErrors: { ...faultOf(saved.outcome, "title" in saved ? saved : null, event.waiting) },
        }),
      });
  }
}

const refusals: Record<Exclude<DeleteEventOutcome, "deleted" | "somebody-waits">, string> = {
  "has-workshops":
    "Other events are only for people with a reservation at this one. Change that in their forms, or delete them first.",
  changed: "This event was changed since you opened it. Check it again before you delete it.",
  "not-found": "This event has been deleted in the meantime.",
};

async function remove(context: AppLoadContext, admin: Admin, id: string, form: FormData) {
  const event = await findEditedEvent(admin, id);
  if (!event) throw notFound();
  const outcome = await deleteEvent(admin, id, String(form.get("version")));
  if (outcome !== "deleted") {
    const refused = outcome === "somebody-waits" ? whileSomebodyWaits(event, context.now) : refusals[outcome];
    return unprocessable({ ...nothing, refused });
  }
  return seeDone("/admin/events", "deleted");
}

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, `Details: ${args.data?.event.title ?? ""}`);

export default function EventDetailsPage() {
  const { event, unsent, series, places, mainEvents, confirming, now } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <EventPlace
        event={event}
        part="details"
        now={now}
        note={
          <>
            Key: <code>{event.key}</code>
          </>
        }
      />
      {answer ? null : <Done />}
      {answer ? null : <UnnotifiedNotice path={`/admin/events/${event.id}/emails`} unsent={unsent} />}
      {answer?.conflict ? <Conflict differences={answer.conflict} /> : null}
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      <div className="with-side">
        <section className="panel" aria-label="The event">
          <EventForm
            submit="Save"
            series={series}
            mainEvents={mainEvents}
            places={places}
            event={event}
            asks={answer?.asks}
            lastResult={answer?.result}
          />
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
      <EventDetails
        event={{ ...event, key: event.address }}
        now={new Date(now)}
        origin={origin}
        heading="h2"
        draft={!event.is_published}
      />
    </section>
  );
}
