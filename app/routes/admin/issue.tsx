import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Conflict } from "../../admin/conflict.tsx";
import { Danger } from "../../admin/danger.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { answerDeletion, unsaved } from "../../admin/unsaved.server.ts";
import { When } from "../../admin/when.tsx";
import { pathOfIssue } from "../../features/issues/issue.ts";
import { IssueForm, issueDifferences, partAfter } from "../../features/issues/issue-form.tsx";
import { IssueProgressTable, IssueState } from "../../features/issues/issue-state.tsx";
import { issueBodyLimit, issueErrors, issueSchema } from "../../features/issues/issues.schema.ts";
import {
  changeIssue,
  deleteIssue,
  excessBytes,
  findIssue,
  type Issue,
  pauseIssue,
  progressOf,
  unscheduleIssue,
} from "../../features/issues/issues.server.ts";
import { listOutdatedIssues } from "../../features/issues/outdated-issues.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { SampleMark } from "../../features/samples/sample-mark.tsx";
import { readSamples } from "../../features/samples/samples.server.ts";
import { notFound } from "../../platform/request/http.ts";
import type { RouteHandle } from "../../platform/request/route-handle.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/form-messages.tsx";

export const handle: RouteHandle = { bodyLimit: issueBodyLimit };

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const [issue, samples] = await Promise.all([findIssue(admin, params.id ?? ""), readSamples(admin)]);
  if (!issue) throw notFound();
  const confirming = new URL(request.url).searchParams.get("confirm") === "delete";
  const progress = issue.sent_at ? await progressOf(admin, issue) : null;
  const outdated = issue.scheduled_at && !issue.sent_at ? await listOutdatedIssues(admin) : [];
  const changed = outdated.find(({ id }) => id === issue.id)?.changed.map(({ title }) => title) ?? [];
  return { issue, samples, confirming, progress, changed, bytes: excessBytes(context, issue) };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const issue = await findIssue(admin, params.id ?? "");
  if (!issue) throw notFound();
  const here = `/admin/issues/${issue.id}`;
  switch (form.get("intent")) {
    case "unschedule": {
      const isDraft = await unscheduleIssue(admin, issue.id);
      return isDraft
        ? seeDone(here, "issue-unscheduled")
        : unsaved({ refused: "This issue was sent in the meantime." }, 409);
    }
    case "pause":
    case "resume":
      await pauseIssue(admin, issue.id, form.get("intent") === "pause");
      return seeDone(here, form.get("intent") === "pause" ? "issue-paused" : "issue-resumed");
    case "delete":
      return answerDeletion(await deleteIssue(admin, issue.id, String(form.get("version"))), "issue", "/admin/issues");
    default:
      return save(admin, issue, form);
  }
}

async function save(admin: Admin, issue: Issue, form: FormData) {
  const submission = parseWithZod(form, { schema: issueSchema });
  if (submission.status !== "success") return unsaved({ result: submission.reply() });
  const outcome = await changeIssue(admin, issue.id, submission.value, String(form.get("version")));
  if (outcome === "saved") return seeDone(`/admin/issues/${issue.id}${partAfter(form)}`, "saved");
  if (outcome !== "changed") return unsaved({ result: submission.reply({ fieldErrors: issueErrors(outcome) }) });
  const refused = issue.scheduled_at
    ? "This issue was sent or scheduled in the meantime, so it was not changed."
    : undefined;
  const conflict = issueDifferences(issue, submission.value);
  return unsaved({ result: submission.reply(), conflict, refused }, 409);
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, args.data?.issue.subject ?? "Issue");

export default function IssuePage() {
  const { issue, progress, samples, bytes } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <AdminHeader title={issue.subject} back={{ to: "/admin/issues", label: "All issues" }}>
        <IssueState issue={issue} progress={progress} />
        <SampleMark samples={samples} id={issue.id} />
        <a href={`/admin/issues/${issue.id}/preview`}>
          {issue.scheduled_at ? "As people read it" : "Preview and send"}
        </a>
        {issue.sent_at ? (
          <>
            <a href={pathOfIssue(issue)}>On the web</a>
            <a href={`/admin/posts/new?issue=${issue.id}`}>Post to a channel</a>
          </>
        ) : null}
      </AdminHeader>
      {answer ? null : <Done />}
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      {answer?.conflict ? <Conflict differences={answer.conflict} isClosed={issue.scheduled_at !== null} /> : null}
      {issue.sent_at ? <Progress /> : issue.scheduled_at ? <Scheduled /> : null}
      {issue.scheduled_at && !answer?.result ? null : (
        <section className="panel form-panel" aria-label="The issue">
          <IssueForm issue={issue} bytes={bytes} lastResult={answer?.result} />
        </section>
      )}
      {issue.scheduled_at ? null : <Deletion />}
    </>
  );
}

function Scheduled() {
  const { issue, changed } = useLoaderData<typeof loader>();
  return (
    <section className="panel" aria-label="Schedule">
      <p>
        Goes out on <When at={issue.scheduled_at ?? ""} />, to everybody who gets the newsletter then. It cannot be
        changed while it is scheduled.
      </p>
      {changed.length > 0 ? (
        <p>
          Since it was scheduled, something has changed at {new Intl.ListFormat("en-US").format(changed)}, to which it
          links. Make it a draft again, read it, and send it if it is still true.
        </p>
      ) : null}
      <form method="post">
        <Button looks={["ghost"]} name="intent" value="unschedule">
          Make it a draft again
        </Button>
      </form>
    </section>
  );
}

function Progress() {
  const { issue, progress } = useLoaderData<typeof loader>();
  if (!progress) return null;
  const isOpen = progress.due + progress.under_way > 0;
  return (
    <section className="panel" aria-label="How sending goes">
      {issue.paused_at ? (
        <p>
          Paused since <When at={issue.paused_at} />
          {issue.last_error ? (
            <>
              . The provider answered: <code>{issue.last_error}</code>
            </>
          ) : null}
          .
        </p>
      ) : null}
      <IssueProgressTable issue={issue} progress={progress} />
      {isOpen || issue.paused_at ? (
        <form method="post">
          <Button looks={["ghost"]} name="intent" value={issue.paused_at ? "resume" : "pause"}>
            {issue.paused_at ? "Go on sending" : "Pause sending"}
          </Button>
        </form>
      ) : null}
    </section>
  );
}

function Deletion() {
  const { issue, confirming } = useLoaderData<typeof loader>();
  const here = `/admin/issues/${issue.id}`;
  return confirming ? (
    <Danger
      id="delete"
      isQuestion
      title={`Delete “${issue.subject}”?`}
      text="For good. It has not been sent to anyone."
    >
      <form method="post" className="form">
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="version" value={issue.updated_at} />
        <div className="actions">
          <Button className="danger">Delete for good</Button>
          <a href={here}>Keep it</a>
        </div>
      </form>
    </Danger>
  ) : (
    <Danger id="delete" title="Delete this draft" text="For good. It has not been sent to anyone.">
      <a href={`${here}?confirm=delete#delete`}>Delete this draft …</a>
    </Danger>
  );
}
