import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done } from "../../admin/done.tsx";
import { PreviewLinks } from "../../admin/preview-links.tsx";
import { findEditedEvent } from "../../features/events/form/event-editing.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { answerPreviewForm, previewLinkIn } from "../../features/previews/previews.server.ts";
import { notFound } from "../../platform/request/http.ts";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const [event, made] = await Promise.all([findEditedEvent(admin, params.id ?? ""), previewLinkIn(context, request)]);
  if (!event) throw notFound();
  const { id, title } = event;
  return { event: { id, title }, ...made };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event) throw notFound();
  return answerPreviewForm(admin, "event", event.id, form, `/admin/events/${event.id}/preview`);
}

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, `Preview: ${args.data?.event.title ?? ""}`);

export default function EventPreview() {
  const { event, link, newToken: token } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHeader
        title="Preview of the event"
        back={{ to: `/admin/events/${event.id}`, label: event.title }}
        note="For people without an account, such as partners and speakers, before everyone sees it."
      />
      <Done />
      <PreviewLinks link={link} token={token} what="the event" end="Turn off all links to this event">
        A link shows the event as visitors will see it, also while it is a draft, to anyone who has it. Nobody can sign
        up there. It works for 7 days.
      </PreviewLinks>
    </>
  );
}
