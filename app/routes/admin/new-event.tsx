import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { seeDone } from "../../admin/done.tsx";
import { newIdIn } from "../../admin/new-row.server.ts";
import { faultOf } from "../../features/events/form/edition-changes.server.ts";
import { createEvent, listMainEvents } from "../../features/events/form/event-editing.server.ts";
import { EventForm } from "../../features/events/form/event-form.tsx";
import { eventSchema } from "../../features/events/form/events.schema.ts";
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
  if (typeof outcome === "string") return unprocessable(submission.reply({ fieldErrors: { ...faultOf(outcome) } }));
  return seeDone(`/admin/events/${outcome.id}`, "created");
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
