import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { seeDone } from "../../admin/done.tsx";
import { newIdIn } from "../../admin/new-row.server.ts";
import { noMainEvent } from "../../features/events/form/edition-changes.server.ts";
import { createEvent, listMainEvents } from "../../features/events/form/event-editing.server.ts";
import { EventForm } from "../../features/events/form/event-form.tsx";
import { badPlace, eventSchema } from "../../features/events/form/events.schema.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { listPlaceNames } from "../../features/places/place-editing.server.ts";
import { listSeriesNames } from "../../features/series/series-editing.server.ts";
import { unprocessable } from "../../platform/request/http.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const [series, places, mainEvents] = await Promise.all([
    listSeriesNames(admin),
    listPlaceNames(admin),
    listMainEvents(admin, context.now),
  ]);
  return { newId: crypto.randomUUID(), series, places, mainEvents };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const submission = parseWithZod(form, { schema: eventSchema });
  if (submission.status !== "success") return unprocessable(submission.reply());
  const outcome = await createEvent(admin, submission.value, await newIdIn(form));
  switch (outcome) {
    case "key-taken":
      return unprocessable(submission.reply({ fieldErrors: { key: ["Another event has this key"] } }));
    case "position-taken":
      return unprocessable(
        submission.reply({ fieldErrors: { tab_order: ["Another event already has this position"] } }),
      );
    case "no-series":
      return unprocessable(submission.reply({ fieldErrors: { series_id: ["Choose a series that exists"] } }));
    case "no-place":
      return unprocessable(submission.reply({ fieldErrors: { place_id: [badPlace] } }));
    case "no-main-event":
      return unprocessable(submission.reply({ fieldErrors: { for_people_of: [noMainEvent] } }));
    default:
      return seeDone(`/admin/events/${outcome.id}`, "created");
  }
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "New event");

export default function NewEvent() {
  const { newId, series, places, mainEvents } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHeader
        title="New event"
        back={{ to: "/admin/events", label: "All events" }}
        note="Only what everyone knows at first: the rest is in its details, where you can also add a poster. Visitors see nothing until you publish it."
      />
      <section className="panel form-panel" aria-label="The event">
        <EventForm
          submit="Create event"
          newId={newId}
          series={series}
          mainEvents={mainEvents}
          places={places}
          lastResult={useActionData<typeof action>()}
        />
      </section>
    </>
  );
}
