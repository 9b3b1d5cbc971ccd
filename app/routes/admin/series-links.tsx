import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done } from "../../admin/done.tsx";
import { pathOfSeries } from "../../features/events/event/event.ts";
import { senderOf } from "../../features/mail/mail-sender.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { NamedLinks } from "../../features/named-links/named-link-page.tsx";
import { answerNamedLinks, drawNamedLinks } from "../../features/named-links/named-links.server.ts";
import { findEditedSeries } from "../../features/series/series-editing.server.ts";
import { notFound } from "../../platform/request/http.ts";

async function requireSeries(admin: Admin, id: string | undefined) {
  const series = await findEditedSeries(admin, id ?? "");
  if (!series) throw notFound();
  return series;
}

export async function loader({ params, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const series = await requireSeries(admin, params.id);
  const links = await drawNamedLinks(admin, { series_id: series.id }, context.origin + pathOfSeries(series));
  return { series, links, sendsMail: senderOf(context.env) !== null };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const { id } = await requireSeries(admin, params.id);
  return answerNamedLinks(admin, { series_id: id }, await request.formData(), `/admin/series/${id}/links`);
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, `Links: ${args.data?.series.name ?? ""}`);

export default function SeriesLinks() {
  const { series, links, sendsMail } = useLoaderData<typeof loader>();
  const failed = useActionData<typeof action>();
  const path = `/admin/series/${series.id}`;
  return (
    <>
      <AdminHeader
        title="Links and flyers"
        back={{ to: path, label: series.name }}
        note={
          sendsMail
            ? "Give each flyer, post or partner a link of its own, and see how many people subscribe to news of this series by it. Only subscriptions are counted, never visits."
            : "This site sends no email, so no one can subscribe to this series, and nothing new is counted."
        }
      >
        <a href={`${path}/flyer`}>Flyer to print</a>
      </AdminHeader>
      {failed ? null : <Done />}
      <NamedLinks flyer={`${path}/flyer`} links={links} confirms={sendsMail} lastResult={failed}>
        People who unsubscribe are not counted anymore.
      </NamedLinks>
    </>
  );
}
