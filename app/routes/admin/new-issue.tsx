import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { seeDone } from "../../admin/done.tsx";
import { newIdIn } from "../../admin/new-row.server.ts";
import { DraftLines } from "../../features/issues/draft-lines.tsx";
import { readIssueMaterial } from "../../features/issues/issue-draft.server.ts";
import { draftSections, draftText, draftWeeks } from "../../features/issues/issue-draft.ts";
import { IssueForm, partAfter } from "../../features/issues/issue-form.tsx";
import { issueBodyLimit, issueErrors, issueSchema } from "../../features/issues/issues.schema.ts";
import { createIssue } from "../../features/issues/issues.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { unprocessable } from "../../platform/request/http.ts";
import type { RouteHandle } from "../../platform/request/route-handle.ts";

export const handle: RouteHandle = { bodyLimit: issueBodyLimit };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const { searchParams: query } = new URL(request.url);
  const weeks = draftWeeks.find((each) => String(each) === query.get("weeks")) ?? 4;
  const { since, ...material } = await readIssueMaterial(admin, context.env, weeks);
  const sections = draftSections(material);
  const isWritten = query.has("draft");
  const all = sections.flatMap(({ lines }) => lines.map(({ name }) => name));
  const chosen = isWritten ? query.getAll("line") : all;
  const draft = isWritten ? draftText(sections, new Set(chosen)) : undefined;
  return { newId: crypto.randomUUID(), since, weeks, sections, chosen, draft };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const submission = parseWithZod(form, { schema: issueSchema });
  if (submission.status !== "success") return unprocessable(submission.reply());
  const outcome = await createIssue(admin, submission.value, await newIdIn(form));
  if (typeof outcome === "string" || "fault" in outcome)
    return unprocessable(submission.reply({ fieldErrors: issueErrors(outcome) }));
  return seeDone(`/admin/issues/${outcome.id}${partAfter(form)}`, "created");
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "New issue");

export default function NewIssue() {
  const { newId, since, weeks, sections, chosen, draft } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHeader title="New issue" back={{ to: "/admin/issues", label: "All issues" }} />
      <DraftLines since={since} weeks={weeks} sections={sections} chosen={new Set(chosen)} />
      <section className="panel form-panel" aria-label="The issue">
        <IssueForm newId={newId} draft={draft} lastResult={useActionData<typeof action>()} />
      </section>
    </>
  );
}
