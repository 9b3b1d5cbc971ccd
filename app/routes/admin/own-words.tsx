import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Danger } from "../../admin/danger.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { useAdminForm } from "../../admin/returned-form.tsx";
import { audienceLabels, audiences } from "../../features/campaigns/campaign.ts";
import { ownWordsSchema } from "../../features/campaigns/campaigns.schema.ts";
import {
  enqueueTest,
  keepOwnWords,
  readOwnWords,
  type StartOwnWordsOutcome,
  startOwnWords,
} from "../../features/campaigns/campaigns.server.ts";
import { previewLetter } from "../../features/campaigns/news-letter.server.tsx";
import { findEditedEvent } from "../../features/events/form/event-editing.server.ts";
import { senderOf } from "../../features/mail/mail-sender.server.ts";
import { markdownHint } from "../../features/markdown/markdown-text.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { notFound, seeOther, unprocessable } from "../../platform/request/http.ts";
import { numberText } from "../../platform/text/number-text.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { Button } from "../../ui/button.tsx";
import { Field, SelectField } from "../../ui/field.tsx";
import { ErrorSummary, Notice } from "../../ui/form-messages.tsx";

const pathOf = (event: string) => `/admin/events/${event}/emails/new`;

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event || !senderOf(context.env)) throw notFound();
  const own = await readOwnWords(admin, event.id);
  const { draft } = own;
  const { searchParams: query } = new URL(request.url);
  const letter =
    draft &&
    previewLetter(context, { kind: "own-words", ...draft, event: { ...event, key: event.address }, told: null });
  return {
    event,
    own,
    letter: letter && { subject: letter.subject, text: letter.text },
    to: admin.email,
    confirming: query.get("confirm") === "send",
    asks: query.get("to") === "unanswered",
  };
}

const refusals: Record<Exclude<StartOwnWordsOutcome, "started">, string> = {
  nobody: "Nothing was sent: there is nobody to send it to.",
  changed: "Nothing was sent: the email has changed since you read it. Read it again.",
  "not-true": "Nothing was sent: the event is a draft, or the email has been sent already.",
  "too-many": "Nothing was sent: you have sent as many as you may within 24 hours.",
};

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event || !senderOf(context.env)) throw notFound();
  const here = pathOf(event.id);
  const form = await request.formData();
  switch (form.get("intent")) {
    case "words": {
      const submission = parseWithZod(form, { schema: ownWordsSchema });
      if (submission.status !== "success") return unprocessable({ result: submission.reply(), refused: null });
      await keepOwnWords(admin, event.id, submission.value);
      return seeDone(`${here}#letter`, "saved");
    }
    case "test": {
      const isQueued = await enqueueTest(context, admin, event.id, "own-words");
      return isQueued ? seeDone(here, "test-queued") : refuse("not-true");
    }
    case "start": {
      const outcome = await startOwnWords(context, admin, event.id, String(form.get("draft")));
      if (outcome !== "started") return refuse(outcome);
      return seeDone(`/admin/events/${event.id}/emails`, "campaign-started");
    }
    default:
      return seeOther(here);
  }
}

const refuse = (outcome: keyof typeof refusals) =>
  unprocessable({ result: undefined, refused: refusals[outcome] }, 409);

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, `Write an email: ${args.data?.event.title ?? ""}`);

export default function OwnWordsPage() {
  const { event, own, letter, to, confirming, asks } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { draft, people, left_today: left } = own;
  const { takes_reservations: givesSpots, is_published: isPublished } = event;
  const [form, fields] = useAdminForm<z.input<typeof ownWordsSchema>>({
    id: "own-words",
    lastResult: answer?.result as SubmissionResult<string[]> | undefined,
    defaultValue: asks
      ? { ...request, ...draft, audience: "unanswered" }
      : (draft ?? { audience: givesSpots ? "spot" : "everyone" }),
  });
  const shown = audiences.filter((each) =>
    each === "unanswered" ? asks || draft?.audience === each || people[each] > 0 : givesSpots || each === "everyone",
  );
  const options = shown.map((value) => ({ value, label: `${audienceLabels[value]} (${numberText(people[value])})` }));
  const here = pathOf(event.id);
  const count = draft ? people[draft.audience] : 0;
  const emails = pluralize(count, "email");
  return (
    <>
      <AdminHeader
        title="Write an email"
        back={{ to: `/admin/events/${event.id}/emails`, label: `Emails: ${event.title}` }}
        note="One email each, to confirmed addresses only. Everyone can end these emails with one click; what concerns their sign-up still comes."
      />
      {answer ? null : <Done />}
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      <form {...getFormProps(form)} method="post" className="form panel">
        <ErrorSummary fields={Object.values(fields)} formError={form.errors?.[0]} />
        <input type="hidden" name="intent" value="words" />
        <SelectField field={fields.audience} label="To" options={options} />
        <Field field={fields.subject} label="Subject" />
        <Field field={fields.words} label="Text" type="textarea" rows={12} hint={markdownHint} />
        <Button data-busy="Saving …">Save and show</Button>
      </form>
      {draft && letter ? (
        <>
          <section className="panel" aria-labelledby="letter">
            <h2 id="letter">This is the email</h2>
            <dl className="facts">
              <dt>Subject</dt>
              <dd className="wrap-anywhere">{letter.subject}</dd>
              <dt>To</dt>
              <dd>
                {audienceLabels[draft.audience]}: {pluralize(count, "person", "people")} now
              </dd>
            </dl>
            <pre className="panel font-sans whitespace-pre-wrap wrap-anywhere">{letter.text}</pre>
            <form method="post" className="actions">
              <input type="hidden" name="intent" value="test" />
              <Button looks={["ghost", "small"]}>Send a test to {to}</Button>
            </form>
          </section>
          {isPublished && count > 0 && left > 0 ? (
            confirming ? (
              <Danger
                id="send"
                isQuestion
                title={`Send ${emails}?`}
                text="Sent emails can’t be recalled. You can pause while they are going out."
              >
                <form method="post" className="actions">
                  <input type="hidden" name="intent" value="start" />
                  <input type="hidden" name="draft" value={draft.version} />
                  <Button className="danger" data-busy="Sending …">
                    Send {emails}
                  </Button>
                  <a href={here}>Not yet</a>
                </form>
              </Danger>
            ) : (
              <Danger
                id="send"
                title="Send it"
                text={`It goes to the people who are in this group now. You can send ${numberText(left)} more within 24 hours to the people of this event.`}
              >
                <a href={`${here}?confirm=send#send`}>Send to {pluralize(count, "person", "people")} …</a>
              </Danger>
            )
          ) : (
            <p>{whyNot(isPublished, left)}</p>
          )}
        </>
      ) : null}
    </>
  );
}

/** What an email that asks for answers begins with. */
const request = {
  subject: "Please answer our questions",
  words:
    "To prepare the event, we need an answer from you. Please open your page, whose link is below, and answer there.",
};

function whyNot(isPublished: boolean, left: number): string {
  if (!isPublished) return "It can be sent once the event is published.";
  return left > 0
    ? "There is nobody in this group to send it to."
    : "You have sent as many as you may within 24 hours.";
}
