import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done } from "../../admin/done.tsx";
import { Empty } from "../../admin/empty.tsx";
import { State } from "../../admin/state.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { SampleMark } from "../../features/samples/sample-mark.tsx";
import { readSamples } from "../../features/samples/samples.server.ts";
import { ruleText } from "../../features/series/series.ts";
import { listSeries } from "../../features/series/series-editing.server.ts";
import { faultOf } from "../../features/series/series-plan.tsx";
import { pluralize } from "../../platform/text/pluralize.ts";
import { siteWeekday } from "../../platform/text/site-time.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { ColumnHeads } from "../../ui/column-heads.tsx";

const path = "/admin/series";

export async function loader({ context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const [all, samples] = await Promise.all([listSeries(admin), readSamples(admin)]);
  return { all, samples };
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Series");

export default function AllSeries() {
  const { all, samples } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHeader
        title="Series"
        note="Events that take place again and again. Each edition is an event with a page, spots and a waitlist of its own."
        action={
          <ButtonLink looks={["small"]} href={`${path}/new`}>
            New series
          </ButtonLink>
        }
      />
      <Done />
      {all.length > 0 ? (
        <table className="rows">
          <caption className="hint">{pluralize(all.length, "series", "series")}</caption>
          <ColumnHeads names={["Name", "Rule", "Next edition", "Editions"]} numbers={["Editions"]} />
          <tbody>
            {all.map((series) => (
              <tr key={series.id}>
                <th scope="row">
                  <a href={`${path}/${series.id}`}>{series.name}</a> <SampleMark samples={samples} id={series.id} />
                </th>
                <td data-label="Rule">
                  {ruleText(series)}
                  {faultOf(series) ? (
                    <>
                      <br />
                      <State shape="alert">{faultOf(series)}</State>
                    </>
                  ) : null}
                </td>
                <td data-label="Next edition">
                  {series.next_starts_at ? siteWeekday(new Date(series.next_starts_at)) : "None with a day ahead"}
                </td>
                <td data-label="Editions" className="number">
                  {series.editions}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <Empty title="There are no series yet" action={{ to: `${path}/new`, label: "Add the first series" }}>
          A series makes its next editions by a rule, such as the first Thursday of each month, from an event that you
          choose.
        </Empty>
      )}
    </>
  );
}
