import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { Done, seeDone } from "../../admin/done.tsx";
import { useRights } from "../../admin/own-role.tsx";
import { State } from "../../admin/state.tsx";
import { type Kind, kinds, labelOf, newsToSend } from "../../features/campaigns/campaign.ts";
import { campaignIdSchema, wordsSchema } from "../../features/campaigns/campaigns.schema.ts";
import {
  enqueueTest,
  keepDraft,
  pauseCampaign,
  readNews,
  type StartOutcome,
  startCampaign,
  takeBackOwnWords,
} from "../../features/campaigns/campaigns.server.ts";
import { previewLetter } from "../../features/campaigns/news-letter.server.tsx";
import {
  CampaignTable,
  DraftInOwnWords,
  Letter,
  NewsList,
  Sending,
  TroubleTable,
} from "../../features/campaigns/news-panels.tsx";
import { offerOf } from "../../features/events/event/event-offer.ts";
import { findEditedEvent } from "../../features/events/form/event-editing.server.ts";
import { EventPlace } from "../../features/events/form/event-place.tsx";
import { senderOf } from "../../features/mail/mail-sender.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { notFound, seeOther, unprocessable } from "../../platform/request/http.ts";
import { Notice } from "../../ui/form-messages.tsx";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event) throw notFound();
  const news = await readNews(admin, event.id);
  const { now } = context;
  const asked = new URL(request.url).searchParams;
  const toTell = newsToSend(news, event.starts_at);
  const shown =
    toTell.find(({ kind }) => kind === asked.get("kind")) ??
    toTell.find(({ kind, queued }) => kind !== "reminder" && queued > 0);
  const letter = shown && previewLetter(context, { ...shown, event: { ...event, key: event.address } });
  return {
    event,
    news,
    toTell: toTell.map((each) => ({ ...each, label: labelOf(each, event, now) })),
    shown: shown && { ...shown, label: labelOf(shown, event, now) },
    letter: letter && { ...letter, attachments: (letter.attachments ?? []).map(({ filename }) => filename) },
    badge: event.is_published ? offerOf(event, now).badge : "Draft, visible only to admins",
    hasSender: senderOf(context.env) !== null,
    own: admin.email,
    confirming: asked.get("confirm") === "send",
    now: now.toISOString(),
  };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event) throw notFound();
  const here = `/admin/events/${event.id}/emails`;
  const form = await request.formData();
  const intent = form.get("intent");
  if (intent === "words") return keepWords(admin, event.id, form, here);
  if (intent === "pause" || intent === "resume") {
    const campaign = campaignIdSchema.safeParse(form.get("campaign"));
    if (!campaign.success) return seeOther(here);
    await pauseCampaign(context, admin, event.id, campaign.data, intent === "pause");
    return seeDone(here, `campaign-${intent}d`);
  }
  if (intent === "take-back") {
    const campaign = campaignIdSchema.safeParse(form.get("campaign"));
    const outcome = campaign.success ? await takeBackOwnWords(admin, event.id, campaign.data) : "sent";
    return outcome === "taken-back" ? seeDone(`${here}/new`, "campaign-taken-back") : refuse(outcome);
  }
  const kind = kinds.find((each) => each === form.get("kind"));
  if (!kind || !senderOf(context.env)) return seeOther(here);
  if (intent === "test") {
    const isQueued = await enqueueTest(context, admin, event.id, kind);
    return isQueued ? seeDone(`${here}?kind=${kind}`, "test-queued") : refuse("not-true");
  }
  return intent === "start" ? start(context, admin, event.id, kind, form, here) : seeOther(here);
}

async function keepWords(admin: Admin, event: string, form: FormData, here: string) {
  const submission = parseWithZod(form, { schema: wordsSchema });
  if (submission.status !== "success") return unprocessable({ result: submission.reply(), refused: null });
  const { kind, words = null, is_off } = submission.value;
  await keepDraft(admin, event, kind, words, kind === "reminder" && is_off);
  return seeDone(`${here}?kind=${kind}#letter`, "saved");
}

const refusals = {
  nobody: "No further email was sent: nobody is left to notify of this.",
  changed: "Nothing was sent: the event or your words have changed since you read the email. Read it again.",
  "not-true": "Nothing was sent: the event has changed, and this email would no longer be true.",
  sent: "Nothing was changed: this email is going out already, or it is a draft again.",
  "has-draft": "Nothing was changed: another email is being written. Send, schedule or delete that one first.",
} satisfies Record<Exclude<StartOutcome, "started">, string> & Record<string, string>;

const refuse = (outcome: keyof typeof refusals) =>
  unprocessable({ result: undefined, refused: refusals[outcome] }, 409);

async function start(context: AppLoadContext, admin: Admin, event: string, kind: Kind, form: FormData, here: string) {
  const read = { event: String(form.get("event")), draft: String(form.get("draft") ?? "") || null };
  const outcome = await startCampaign(context, admin, event, kind, read);
  return outcome === "started" ? seeDone(here, "campaign-started") : refuse(outcome);
}

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, `Emails: ${args.data?.event.title ?? ""}`);

export default function EventEmails() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { mayOpen } = useRights();
  const { event, news, toTell, shown, letter, badge, hasSender } = loaded;
  const path = `/admin/events/${event.id}/emails`;
  const hasPeople = event.admission !== "none";
  return (
    <>
      <EventPlace event={event} part="emails" now={loaded.now}>
        <State shape="ring">{badge}</State> {hasSender && hasPeople ? <a href={`${path}/new`}>Write an email</a> : null}{" "}
        {hasPeople && mayOpen("/admin/events/:id/emails/by-hand") ? (
          <a href={`${path}/by-hand`}>Notify people by hand</a>
        ) : null}
      </EventPlace>
      {answer ? null : <Done />}
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      {!hasPeople ? (
        <p className="lead">Nobody signs up for this event, so there is nobody to email.</p>
      ) : hasSender ? (
        <>
          <NewsList path={path} news={toTell} shown={shown?.kind} />
          {news.draft ? <DraftInOwnWords path={`${path}/new`} draft={news.draft} /> : null}
          {shown && letter ? (
            <>
              <Letter
                key={shown.kind}
                news={shown}
                letter={letter}
                startsAt={event.starts_at}
                givesSpots={event.takes_reservations}
                own={loaded.own}
                lastResult={answer?.result as SubmissionResult<string[]> | undefined}
              />
              <Sending
                path={path}
                news={shown}
                eventVersion={event.updated_at}
                givesSpots={event.takes_reservations}
                meets={event.meets}
                confirming={loaded.confirming}
              />
            </>
          ) : null}
        </>
      ) : (
        <p className="lead">
          This site sends no email, and nobody is reminded the day before. Notify people by hand, or set up a sender.
        </p>
      )}
      {news.campaigns.length > 0 ? <CampaignTable campaigns={news.campaigns} /> : null}
      {news.troubles.length > 0 ? (
        <TroubleTable path={`/admin/events/${event.id}/people`} troubles={news.troubles} />
      ) : null}
    </>
  );
}
