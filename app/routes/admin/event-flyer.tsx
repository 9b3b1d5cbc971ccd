import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { excerptOf } from "../../admin/excerpt.ts";
import { linkIn, queryOf } from "../../features/attendance/named-links/named-link.schema.ts";
import { listNamedLinks } from "../../features/attendance/named-links/named-links.server.ts";
import { dateAndTime, dateOf, publicPathOf, timeOf, whereText } from "../../features/events/event/event.ts";
import { findEditedEvent } from "../../features/events/form/event-editing.server.ts";
import { shownPosterOf } from "../../features/events/poster/drawn-poster.ts";
import { Choice, Flyer, FlyerForm, linesIn, printNote } from "../../features/flyers/flyer.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { notFound } from "../../platform/request/http.ts";
import { drawQrCode } from "../../ui/qr-code.tsx";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event) throw notFound();
  const links = await listNamedLinks(admin, event.id);
  const from = links.find(({ slug }) => slug === linkIn(request))?.slug ?? "";
  const shortAddress = context.origin + publicPathOf(event);
  const address = shortAddress + (from ? queryOf(from) : "");
  const lines = linesIn(request, {
    first: excerptOf(event.summary),
    second: event.admission === "none" ? "Scan the code for details." : "Scan the code to sign up.",
  });
  return { event, links, from, lines, shortAddress, address, drawing: drawQrCode(address) };
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
        {links.length > 0 ? (
          <Choice
            name="from"
            label="Link of the QR code"
            chosen={from}
            options={[
              { value: "", label: "Without a name" },
              ...links.map(({ slug, name }) => ({ value: slug, label: name })),
            ]}
          />
        ) : null}
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
