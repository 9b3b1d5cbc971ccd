import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done } from "../../admin/done.tsx";
import { sendsMails } from "../../features/attendance/people/by-hand.server.ts";
import { publicPathOf } from "../../features/events/event/event.ts";
import { findEditedEvent } from "../../features/events/form/event-editing.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { NamedLinks } from "../../features/named-links/named-link-page.tsx";
import { answerNamedLinks, drawNamedLinks } from "../../features/named-links/named-links.server.ts";
import { notFound } from "../../platform/request/http.ts";
import { numberText } from "../../platform/text/number-text.ts";
import { pluralize } from "../../platform/text/pluralize.ts";

async function requireEvent(admin: Admin, id: string | undefined) {
  const event = await findEditedEvent(admin, id ?? "");
  if (!event) throw notFound();
  return event;
}

export async function loader({ params, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await requireEvent(admin, params.id);
  const links = await drawNamedLinks(admin, { event_id: event.id }, context.origin + publicPathOf(event));
  return { event, links, confirms: sendsMails(context) };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const { id } = await requireEvent(admin, params.id);
  return answerNamedLinks(admin, { event_id: id }, await request.formData(), `/admin/events/${id}/links`);
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, `Links: ${args.data?.event.title ?? ""}`);

export default function EventLinks() {
  const { event, links, confirms } = useLoaderData<typeof loader>();
  const failed = useActionData<typeof action>();
  const named = links.reduce((sum, { sign_ups }) => sum + sign_ups, 0);
  const path = `/admin/events/${event.id}`;
  return (
    <>
      <AdminHeader
        title="Links and flyers"
        back={{ to: path, label: event.title }}
        note="Give each flyer, post or partner a link of its own, and see how many people signed up by it. Only sign-ups are counted, never visits."
      >
        <a href={`${path}/flyer`}>Flyer to print</a>
        {event.meets === "online" ? null : <a href={`${path}/sign`}>Sign for the door</a>}
      </AdminHeader>
      {failed ? null : <Done />}
      <NamedLinks flyer={`${path}/flyer`} links={links} confirms={confirms} lastResult={failed}>
        {event.waiting > 0
          ? `${numberText(named)} of the ${pluralize(event.waiting, "person", "people")} on the list now came by these links.`
          : null}
      </NamedLinks>
    </>
  );
}
