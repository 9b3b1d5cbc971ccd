import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { perPage } from "../../admin/list-page.server.ts";
import { readListQuery } from "../../admin/list-query.ts";
import { When } from "../../admin/when.tsx";
import { callPath } from "../../features/events/event/event.ts";
import { senderOf } from "../../features/mail/mail-sender.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { adminProgrammePath } from "../../features/programme/admin-paths.ts";
import { kindNames } from "../../features/programme/programme.ts";
import { requireProgramme } from "../../features/programme/programme-editing.server.ts";
import { CallForm } from "../../features/proposals/call-form.tsx";
import { requireCall, saveCall } from "../../features/proposals/calls.server.ts";
import { callSchema } from "../../features/proposals/proposals.schema.ts";
import { stateNames } from "../../features/proposals/state-names.ts";
import { unprocessable } from "../../platform/request/http.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { ColumnHeads } from "../../ui/column-heads.tsx";
import { Pages } from "../../ui/pages.tsx";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const { event } = await requireProgramme(admin, params.id);
  const { page } = readListQuery(request, { sorts: [] });
  const found = await requireCall(admin, event.id, { page });
  const pages = Math.max(1, Math.ceil(found.total / perPage));
  return { event, page, pages, ...found, sendsMail: senderOf(context.env) !== null };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const { event } = await requireProgramme(admin, params.id);
  const submission = parseWithZod(form, { schema: callSchema });
  if (submission.status !== "success") return unprocessable(submission.reply());
  const version = form.get("version");
  const outcome = await saveCall(admin, event.id, submission.value, version === null ? null : String(version));
  if (outcome === "saved") return seeDone(adminProgrammePath(event, "call"), "saved");
  const formErrors = ["This call was changed since you opened it. Reload the page, and enter your changes again."];
  return unprocessable(submission.reply({ formErrors }), 409);
}

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, `Call for talks: ${args.data?.event.title ?? ""}`);

export default function TalkCallPage() {
  const { event, call, proposals, total, page, pages, sendsMail } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  return (
    <>
      <AdminHeader
        title="Call for talks"
        back={{ to: adminProgrammePath(event), label: "Program" }}
        note={
          sendsMail
            ? "People propose talks with an address that they confirm by email. Only admins see the proposals; one that you accept becomes a talk of the program."
            : "This site sends no email, so visitors cannot propose talks: the form asks them to confirm their address."
        }
        action={call && sendsMail && event.is_published ? <a href={callPath(event)}>View page</a> : null}
      />
      {lastResult ? null : <Done />}
      {proposals.length > 0 ? (
        <table className="rows">
          <caption className="hint">{pluralize(total, "proposal")}</caption>
          <ColumnHeads names={["Title", "Kind", "Name", "Sent", "State"]} />
          <tbody>
            {proposals.map((proposal) => (
              <tr key={proposal.id}>
                <th scope="row">
                  <a href={adminProgrammePath(event, `call/${proposal.id}`)}>{proposal.title}</a>
                </th>
                <td data-label="Kind">{kindNames[proposal.kind]}</td>
                <td data-label="Name">{proposal.name}</td>
                <td data-label="Sent">
                  <When at={proposal.created_at} />
                </td>
                <td data-label="State">{stateNames[proposal.state]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p>{total > 0 ? "This page has no proposals." : "No talks have been proposed yet."}</p>
      )}
      <Pages
        label="Pages of proposals"
        page={page}
        pages={pages}
        href={(number) => `${adminProgrammePath(event, "call")}?page=${number}`}
      />
      <section className="panel form-panel" aria-labelledby="call-heading">
        <h2 id="call-heading">The call</h2>
        <CallForm call={call} lastResult={lastResult} />
      </section>
    </>
  );
}
