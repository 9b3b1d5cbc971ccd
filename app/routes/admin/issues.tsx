import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done } from "../../admin/done.tsx";
import { Empty } from "../../admin/empty.tsx";
import { listHref, readListQuery } from "../../admin/list-query.ts";
import { When } from "../../admin/when.tsx";
import { IssueState } from "../../features/issues/issue-state.tsx";
import { listIssues, whyNotSent } from "../../features/issues/issues.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { SampleMark } from "../../features/samples/sample-mark.tsx";
import { readSamples } from "../../features/samples/samples.server.ts";
import { numberText } from "../../platform/text/number-text.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { ColumnHeads } from "../../ui/column-heads.tsx";
import { Pages } from "../../ui/pages.tsx";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const query = readListQuery(request, { sorts: [] });
  const [list, samples] = await Promise.all([listIssues(admin, query.page, context.now), readSamples(admin)]);
  return { ...list, samples, query, obstacle: whyNotSent(context) };
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Newsletter");

export default function Issues() {
  const { rows, total, page, pages, query, samples, obstacle } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHeader
        title="Newsletter"
        note={
          obstacle ??
          "An issue goes by email to everybody who has confirmed their subscription. Nothing in it counts who opens it or follows a link."
        }
        action={
          <ButtonLink looks={["small"]} href="/admin/issues/new">
            New issue
          </ButtonLink>
        }
      >
        <a href="/admin/issues/links">Links and flyers</a>
      </AdminHeader>
      <Done />
      {rows.length > 0 ? (
        <table className="rows">
          <caption className="hint">{pluralize(total, "issue")}</caption>
          <ColumnHeads names={["Subject", "State", "When", "People"]} numbers={["People"]} />
          <tbody>
            {rows.map((issue) => (
              <tr key={issue.id}>
                <th scope="row" className="wrap-anywhere">
                  <a href={`/admin/issues/${issue.id}`}>{issue.subject}</a>
                </th>
                <td data-label="State">
                  <IssueState issue={issue} progress={issue.progress} /> <SampleMark samples={samples} id={issue.id} />
                </td>
                <td data-label="When">
                  <When at={issue.sent_at ?? issue.scheduled_at ?? issue.updated_at} isShort />
                </td>
                <td data-label="People" className="number">
                  {issue.recipients === null ? "–" : numberText(issue.recipients)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <Empty title="There are no issues yet" action={{ to: "/admin/issues/new", label: "Write the first issue" }}>
          Write one in Markdown, read it as people will, send a test to yourself, then send it or choose a time.
        </Empty>
      )}
      <Pages label="Pages of issues" page={page} pages={pages} href={(to) => listHref("/admin/issues", query, to)} />
    </>
  );
}
