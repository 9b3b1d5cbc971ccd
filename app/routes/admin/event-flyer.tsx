import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { excerptOf } from "../../admin/excerpt.ts";
import { dateAndTime, dateOf, publicPathOf, timeOf, whereText } from "../../features/events/event/event.ts";
import { findEditedEvent } from "../../features/events/form/event-editing.server.ts";
import { shownPosterOf } from "../../features/events/poster/drawn-poster.ts";
import { Flyer, FlyerForm, linesIn, printNote } from "../../features/flyers/flyer.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { LinkChoice } from "../../features/named-links/named-link-page.tsx";
import { chooseLink } from "../../features/named-links/named-links.server.ts";
import { notFound } from "../../platform/request/http.ts";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event) throw notFound();
  const shortAddress = context.origin + publicPathOf(event);
  const lines = linesIn(request, {
    first: excerptOf(event.summary),
    second: `Scan the code ${{ open: "to sign up", asked: "to ask to attend", none: "for details" }[event.admission]}.`,
  });
  return { event, lines, shortAddress, ...(await chooseLink(admin, { event_id: event.id }, request, shortAddress)) };
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, `Flyer: ${args.data?.event.title ?? ""}`);

export default function EventFlyer() {
  const { event, links, from, lines, ...shown } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHeader
        title="Flyer"
        back={{ to: `/admin/events/${event.id}/links`, label: `Links: ${event.title}` }}
        note={printNote}
      />
      {event.is_published ? null : (
        <p className="notice no-print">This event is a draft: its address works once it is published.</p>
      )}
      <FlyerForm lines={lines}>
        <LinkChoice links={links} from={from} />
      </FlyerForm>
      <Flyer
        {...shown}
        title={event.title}
        facts={[dateAndTime(dateOf(event), timeOf(event)), whereText(event)]}
        picture={shownPosterOf(event)}
        lines={lines}
      />
    </>
  );
}
