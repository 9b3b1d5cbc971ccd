import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { type Shape, State } from "../../admin/state.tsx";
import { When } from "../../admin/when.tsx";
import type { Finding } from "../../features/doctor/checks.server.ts";
import { examineSite } from "../../features/doctor/examination.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { ColumnHeads } from "../../ui/column-heads.tsx";

export async function loader({ context }: LoaderFunctionArgs) {
  await requireAdmin(context);
  return { findings: await examineSite(context) };
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Doctor");

const states: Record<Finding["state"], { label: string; shape: Shape }> = {
  ok: { label: "OK", shape: "full" },
  wrong: { label: "Wrong", shape: "alert" },
  unknown: { label: "Unknown", shape: "dashed" },
};

export default function Doctor() {
  const { findings } = useLoaderData<typeof loader>();
  const count = findings.filter(({ state }) => state === "wrong").length;
  return (
    <>
      <AdminHeader
        title="Doctor"
        note="What this site depends on, checked just now. The operator sees most of it with npm run doctor."
      />
      <table className="rows">
        <caption className="hint">
          {count === 0 ? "Nothing is wrong" : pluralize(count, "thing is wrong", "things are wrong")}
        </caption>
        <ColumnHeads names={["Check", "State", "What was seen", "Since"]} />
        <tbody>
          {findings.map((finding) => (
            <Row key={finding.name} {...finding} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function Row({ title, state, text, remedy, by, since }: Finding) {
  const { label, shape } = states[state];
  return (
    <tr>
      <th scope="row">{title}</th>
      <td data-label="State">
        <State shape={shape}>{label}</State>
      </td>
      <td data-label="What was seen" className="wrap-anywhere">
        {text}
        {state === "wrong" ? <p>{remedy}</p> : null}
        {by === "both" ? null : <p className="hint">Checked only on this page, not by npm run doctor.</p>}
      </td>
      <td data-label="Since">{since ? <When at={since} /> : "Checked just now"}</td>
    </tr>
  );
}
