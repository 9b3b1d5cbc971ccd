import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { pathOfSeries } from "../../features/events/event/event.ts";
import { Flyer, FlyerForm, linesIn, printNote } from "../../features/flyers/flyer.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { LinkChoice } from "../../features/named-links/named-link-page.tsx";
import { chooseLink } from "../../features/named-links/named-links.server.ts";
import { ruleText } from "../../features/series/series.ts";
import { findEditedSeries } from "../../features/series/series-editing.server.ts";
import { notFound } from "../../platform/request/http.ts";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const series = await findEditedSeries(admin, params.id ?? "");
  if (!series) throw notFound();
  const shortAddress = context.origin + pathOfSeries(series);
  const lines = linesIn(request, { first: "", second: "Scan the code for the next dates." });
  const chosen = await chooseLink(admin, { series_id: series.id }, request, shortAddress);
  return { series, lines, shortAddress, ...chosen };
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, `Flyer: ${args.data?.series.name ?? ""}`);

export default function SeriesFlyer() {
  const { series, links, from, lines, ...shown } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHeader
        title="Flyer"
        back={{ to: `/admin/series/${series.id}/links`, label: `Links: ${series.name}` }}
        note={printNote}
      />
      <FlyerForm lines={lines}>
        <LinkChoice links={links} from={from} />
      </FlyerForm>
      <Flyer
        {...shown}
        title={series.name}
        facts={series.frequency ? [ruleText(series)] : []}
        picture={null}
        lines={lines}
      />
    </>
  );
}
