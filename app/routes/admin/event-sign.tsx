import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { whereText } from "../../features/events/event/event.ts";
import { findEditedEvent } from "../../features/events/form/event-editing.server.ts";
import { Choice, DoorSign, directionIn, directionOptions, printNote } from "../../features/flyers/flyer.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { notFound } from "../../platform/request/http.ts";
import { Button } from "../../ui/button.tsx";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const event = await findEditedEvent(await requireAdmin(context), params.id ?? "");
  if (!event) throw notFound();
  return { event, direction: directionIn(request) };
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, `Sign: ${args.data?.event.title ?? ""}`);

export default function EventSign() {
  const { event, direction } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHeader
        title="Sign for the door"
        back={{ to: `/admin/events/${event.id}/links`, label: `Links: ${event.title}` }}
        note={printNote}
      />
      <form className="form panel form-panel" aria-label="What is on the sign">
        <Choice name="arrow" label="Arrow" chosen={direction} options={directionOptions} />
        <Button looks={["ghost"]}>Show</Button>
      </form>
      <DoorSign title={event.title} place={whereText(event, "room")} direction={direction} />
    </>
  );
}
