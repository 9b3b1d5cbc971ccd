import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { useAdminForm } from "../../admin/returned-form.tsx";
import { readSchedule } from "../../admin/schedule.schema.ts";
import { type Audience, audienceLabels, audiences, isCounted } from "../../features/campaigns/campaign.ts";
import { ownWordsSchema } from "../../features/campaigns/campaigns.schema.ts";
import {
  deleteOwnWords,
  enqueueTest,
  keepOwnWords,
  readOwnWords,
  type StartOwnWordsOutcome,
  startOwnWords,
} from "../../features/campaigns/campaigns.server.ts";
import { previewLetter } from "../../features/campaigns/news-letter.server.tsx";
import { DeleteDraft, OwnLetter, SendingOwnWords, untilItIsOver } from "../../features/campaigns/own-words-panels.tsx";
import { isOver } from "../../features/events/event/event.ts";
import { findEditedEvent } from "../../features/events/form/event-editing.server.ts";
import { senderOf } from "../../features/mail/mail-sender.server.ts";
import { markdownHint } from "../../features/markdown/markdown-text.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { notFound, seeOther, unprocessable } from "../../platform/request/http.ts";
import { numberText } from "../../platform/text/number-text.ts";
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
  const letter = draft?.words
    ? previewLetter(context, { kind: "own-words", ...draft, event: { ...event, key: event.address }, told: null })
    : null;
  return {
    event,
    own,
    letter: letter && { subject: letter.subject, text: letter.text },
    to: admin.email,
    confirming: query.get("confirm") === "send",
    deleting: query.get("confirm") === "delete",
    addressed: audiences.find((each) => each === query.get("to")),
    isOver: isOver(event, context.now),
  };
}

const refusals: Record<Exclude<StartOwnWordsOutcome, "started" | "scheduled"> | "kept", string> = {
  kept: "Nothing was deleted: the email has changed since you read it, or it is going out.",
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
      if (submission.status !== "success")
        return unprocessable({ result: submission.reply(), schedule: undefined, refused: null });
      await keepOwnWords(admin, event.id, submission.value);
      return seeDone(`${here}#letter`, "saved");
    }
    case "delete": {
      const isDeleted = await deleteOwnWords(admin, event.id, String(form.get("version")));
      return isDeleted ? seeDone(`/admin/events/${event.id}/emails`, "deleted") : refuse("kept");
    }
    case "test": {
      const isQueued = await enqueueTest(context, admin, event.id, "own-words");
      return isQueued ? seeDone(here, "test-queued") : refuse("not-true");
    }
    case "start":
    case "schedule": {
      const at = form.get("intent") === "schedule" ? readSchedule(form, context.now) : null;
      if (at && !(at instanceof Date)) return unprocessable({ result: undefined, schedule: at, refused: null });
      const outcome = await startOwnWords(context, admin, event.id, { version: String(form.get("version")), at });
      if (outcome !== "started" && outcome !== "scheduled") return refuse(outcome);
      return seeDone(`/admin/events/${event.id}/emails`, `campaign-${outcome}`);
    }
    default:
      return seeOther(here);
  }
}

const refuse = (outcome: keyof typeof refusals) =>
  unprocessable({ result: undefined, schedule: undefined, refused: refusals[outcome] }, 409);

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, `Write an email: ${args.data?.event.title ?? ""}`);

export default function OwnWordsPage() {
  const { event, own, letter, to, confirming, addressed, ...loaded } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { draft, people } = own;
  const { takes_reservations: givesSpots } = event;
  const asks = addressed === "unanswered";
  const begun = draft && { audience: draft.audience, subject: draft.subject ?? "", words: draft.words ?? "" };
  const [form, fields] = useAdminForm<z.input<typeof ownWordsSchema>>({
    id: "own-words",
    lastResult: answer?.result as SubmissionResult<string[]> | undefined,
    defaultValue: addressed
      ? { ...(asks && request), ...(draft?.words && begun), audience: addressed }
      : (begun ?? { audience: givesSpots ? "spot" : "everyone" }),
  });
  const isShown = (audience: Audience) =>
    audience === draft?.audience ||
    audience === addressed ||
    (audience === "unanswered" && people[audience] > 0) ||
    (audience === "asked" && people[audience] > 0) ||
    (audience === "checked" && own.checked > 0) ||
    audience === "everyone" ||
    (givesSpots && !["unanswered", "asked", "checked"].includes(audience));
  const options = audiences.filter(isShown).map((value) => {
    const count = isCounted(value, loaded.isOver) ? numberText(people[value]) : untilItIsOver;
    return { value, label: `${audienceLabels[value]} (${count})` };
  });
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
          <OwnLetter
            letter={letter}
            audience={draft.audience}
            own={own}
            {...{ givesSpots, to }}
            isOver={loaded.isOver}
          />
          <SendingOwnWords
            path={pathOf(event.id)}
            isPublished={event.is_published}
            count={own.people[draft.audience]}
            left={own.left_today}
            version={draft.version}
            confirming={confirming}
            lastResult={answer?.schedule as SubmissionResult<string[]> | undefined}
          />
        </>
      ) : null}
      {draft ? <DeleteDraft path={pathOf(event.id)} version={draft.version} confirming={loaded.deleting} /> : null}
    </>
  );
}

/** What an email that asks for answers begins with. */
const request = {
  subject: "Please answer our questions",
  words:
    "To prepare the event, we need an answer from you. Please open your page, whose link is below, and answer there.",
};
