import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { pathOfSeries } from "../../features/events/event/event.ts";
import { Flyer, FlyerForm, linesIn, printNote } from "../../features/flyers/flyer.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { ruleText } from "../../features/series/series.ts";
import { findEditedSeries } from "../../features/series/series-editing.server.ts";
import { notFound } from "../../platform/request/http.ts";
import { drawQrCode } from "../../ui/qr-code.tsx";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const series = await findEditedSeries(await requireAdmin(context), params.id ?? "");
  if (!series) throw notFound();
  const address = context.origin + pathOfSeries(series);
  const lines = linesIn(request, { first: "", second: "Scan the code for the next dates." });
  return { series, lines, address, drawing: drawQrCode(address) };
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, `Flyer: ${args.data?.series.name ?? ""}`);

export default function SeriesFlyer() {
  const { series, lines, address, drawing } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHeader title="Flyer" back={{ to: `/admin/series/${series.id}`, label: series.name }} note={printNote} />
      <FlyerForm lines={lines} />
      <Flyer
        title={series.name}
        facts={series.frequency ? [ruleText(series)] : []}
        picture={null}
        lines={lines}
        address={address}
        shortAddress={address}
        drawing={drawing}
      />
    </>
  );
}
