import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done } from "../../admin/done.tsx";
import { MarkdownReview } from "../../admin/markdown-review.tsx";
import { ScheduleForm } from "../../admin/schedule-form.tsx";
import { reviewArticle } from "../../features/articles/article-markdown.ts";
import { issueMail } from "../../features/issues/issue-letter.tsx";
import { IssuePreview } from "../../features/issues/issue-preview.tsx";
import { answerSending, type SendingAnswer } from "../../features/issues/issue-sending.server.ts";
import { IssueState } from "../../features/issues/issue-state.tsx";
import { countReaders, excessBytes, findIssue, letterOf, whyNotSent } from "../../features/issues/issues.server.ts";
import { LetterSize } from "../../features/issues/letter-size.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { notFound } from "../../platform/request/http.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/form-messages.tsx";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const issue = await findIssue(admin, params.id ?? "");
  if (!issue) throw notFound();
  const readers = issue.scheduled_at ? 0 : await countReaders(admin);
  const { from, text } = issueMail(letterOf(context, issue), { email: admin.email, token: "preview" });
  return {
    issue,
    letter: { from, text },
    bytes: excessBytes(context, issue),
    review: reviewArticle(issue.markdown),
    email: admin.email,
    press: crypto.randomUUID(),
    readers,
    obstacle: whyNotSent(context),
    confirming: readers > 0 && new URL(request.url).searchParams.get("confirm") === "send",
  };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const issue = await findIssue(admin, params.id ?? "");
  if (!issue) throw notFound();
  return answerSending(context, admin, issue, form);
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, args.data?.issue.subject ?? "Issue");

export default function IssuePreviewPage() {
  const { issue, letter, obstacle, bytes, confirming, review } = useLoaderData<typeof loader>();
  const answer = useActionData() as SendingAnswer | undefined;
  return (
    <>
      <AdminHeader
        title={issue.subject}
        back={{ to: `/admin/issues/${issue.id}`, label: issue.scheduled_at ? "The issue" : "Change the issue" }}
        note={obstacle ?? issue.preview_text}
      >
        <IssueState issue={issue} />
      </AdminHeader>
      {answer ? null : <Done />}
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      {confirming ? null : <LetterSize bytes={bytes} />}
      <MarkdownReview {...review} />
      {issue.scheduled_at || obstacle ? null : <Sending />}
      <IssuePreview id={issue.id} {...letter} />
    </>
  );
}

function Sending() {
  const { issue, email, press, readers, confirming, bytes } = useLoaderData<typeof loader>();
  const answer = useActionData() as SendingAnswer | undefined;
  const version = <input type="hidden" name="version" value={issue.updated_at} />;
  const here = `/admin/issues/${issue.id}/preview`;
  return (
    <section className={confirming ? "panel asked" : "panel"} id="send" aria-labelledby="send-title">
      <h2 id="send-title">{confirming ? `Send it to ${pluralize(readers, "person", "people")}?` : "Send it"}</h2>
      {readers === 0 ? (
        <p>Nobody is subscribed with a confirmed address, so nobody would get it.</p>
      ) : confirming ? (
        <form method="post" className="form">
          <input type="hidden" name="intent" value="send" />
          {version}
          <LetterSize bytes={bytes} />
          <p>
            Sending begins within a minute or two, after any issue that is still going out, and the issue appears on the
            web. Sent emails can’t be recalled, and the issue can’t be changed anymore.
          </p>
          <div className="actions">
            <Button data-busy="Sending …">Send {pluralize(readers, "email")}</Button>
            <a href={here}>Not yet</a>
          </div>
        </form>
      ) : (
        <p>
          <ButtonLink href={`${here}?confirm=send#send`}>
            Send it now to {pluralize(readers, "person", "people")} …
          </ButtonLink>
        </p>
      )}
      {confirming ? null : (
        <>
          <ScheduleForm version={issue.updated_at} lastResult={answer?.result} />
          <h3>Read it in your own mail program</h3>
          <form method="post" className="actions">
            <input type="hidden" name="intent" value="test" />
            <input type="hidden" name="press" value={press} />
            <Button looks={["ghost"]} data-busy="Sending …">
              Send a test to me
            </Button>
            <span className="hint wrap-anywhere">To {email}</span>
          </form>
        </>
      )}
    </section>
  );
}
