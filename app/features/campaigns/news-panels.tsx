import { getFormProps, type SubmissionResult } from "@conform-to/react";
import type { z } from "zod";
import { Danger } from "../../admin/danger.tsx";
import { useAdminForm } from "../../admin/returned-form.tsx";
import { State } from "../../admin/state.tsx";
import { When } from "../../admin/when.tsx";
import { numberText } from "../../platform/text/number-text.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { Button } from "../../ui/button.tsx";
import { ColumnHeads } from "../../ui/column-heads.tsx";
import { CheckField, Field } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import type { Event } from "../events/event/event.ts";
import { markdownHint } from "../markdown/markdown-text.tsx";
import {
  audienceLabels,
  audienceOf,
  type Campaign,
  isHeld,
  type Kind,
  type News,
  type OwnDraft,
  reminderTime,
  type Trouble,
  titleOf,
} from "./campaign.ts";
import type { wordsSchema } from "./campaigns.schema.ts";

const people = (count: number) => pluralize(count, "person", "people");
const emails = (count: number) => pluralize(count, "email");

type LabeledNews = News & { label: string };

interface NewsListProps {
  path: string;
  news: LabeledNews[];
  shown: Kind | undefined;
}

export function NewsList({ path, news, shown }: NewsListProps) {
  return (
    <section className="panel" aria-labelledby="news">
      <h2 id="news">News to send</h2>
      {news.length > 0 ? (
        <ul className="needs">
          {news.map(({ kind, label, queued, is_off }) => (
            <li key={kind}>
              <a href={`${path}?kind=${kind}#letter`} aria-current={kind === shown ? "true" : undefined}>
                {label}
              </a>{" "}
              <span>{kind === "reminder" ? remindedText(queued, is_off) : owedText(queued)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p>
          Nothing right now. When tickets go on sale, when the event gets a date, another time or another place, is
          postponed or canceled, and when you have written what happened, the email about it appears here. Nobody is
          written to about a draft.
        </p>
      )}
    </section>
  );
}

const owedText = (queued: number) => (queued > 0 ? `${people(queued)} not yet notified` : "No one to notify");
const remindedText = (queued: number, isOff: boolean) =>
  isOff ? "Switched off" : queued > 0 ? `Automatic, ${pluralize(queued, "recipient")} so far` : "Automatic";

/** @param path of the page where it is written */
export function DraftInOwnWords({ path, draft }: { path: string; draft: OwnDraft }) {
  return (
    <section className="panel" aria-labelledby="draft">
      <h2 id="draft">A draft in your own words</h2>
      <ul className="needs">
        <li>
          <a href={path} className="wrap-anywhere">
            {draft.subject ?? "Without a subject yet"}
          </a>{" "}
          <span>Not sent to anyone</span>
        </li>
      </ul>
    </section>
  );
}

interface LetterProps {
  news: LabeledNews;
  letter: { subject: string; text: string; attachments: string[] };
  startsAt: string | null;
  givesSpots: boolean;
  own: string;
  lastResult?: SubmissionResult<string[]>;
}

export function Letter({ news, letter, startsAt, givesSpots, own, lastResult }: LetterProps) {
  const [form, fields] = useAdminForm<z.input<typeof wordsSchema>>({
    id: "words-form",
    lastResult,
    defaultValue: { words: news.words ?? "", is_off: news.is_off },
  });
  const isReminder = news.kind === "reminder";
  return (
    <section className="panel" aria-labelledby="letter">
      <h2 id="letter">{news.label}</h2>
      {isReminder && startsAt ? (
        <p>
          {news.is_off ? "Switched off: nobody is reminded. It would go out" : "Goes out automatically"} on{" "}
          <When at={reminderTime(startsAt).toISOString()} />, or as soon as it can after that, between 7:00 AM and 10:00
          PM HST and before the event starts, to {audienceOf("reminder", givesSpots)} then.
        </p>
      ) : null}
      <dl className="facts">
        <dt>Subject</dt>
        <dd className="wrap-anywhere">{letter.subject}</dd>
        {letter.attachments.length > 0 ? (
          <>
            <dt>Attached</dt>
            <dd className="wrap-anywhere">{letter.attachments.join(", ")}</dd>
          </>
        ) : null}
      </dl>
      <pre className="panel font-sans whitespace-pre-wrap wrap-anywhere">{letter.text}</pre>
      {news.kind === "changed" && news.queued > 0 ? (
        <p className="hint">
          This is what most people get. Each email says what is different from what that person knows, from an earlier
          email or from the page at sign-up. Nobody gets one that says nothing new.
        </p>
      ) : null}
      {givesSpots && isReminder ? (
        <p className="hint">
          People who have been asked whether they are still coming, and have not answered, are asked in it, too.
        </p>
      ) : null}
      {givesSpots && !isReminder && news.kind !== "recap" && news.kind !== "cancelled" ? (
        <p className="hint">
          This is how people on the waitlist get it. For people with a spot, the end names their reservation.
        </p>
      ) : null}
      <form {...getFormProps(form)} method="post" className="form">
        <ErrorSummary fields={[fields.words]} formError={form.errors?.[0]} />
        <input type="hidden" name="intent" value="words" />
        <input type="hidden" name="kind" value={news.kind} />
        <Field
          field={fields.words}
          label="Your words"
          type="textarea"
          rows={5}
          hint={`Added to this email. ${markdownHint}`}
        />
        {isReminder ? <CheckField field={fields.is_off} label="Do not send this reminder" /> : null}
        <Button looks={["ghost"]} data-busy="Saving …">
          Save and show
        </Button>
      </form>
      <form method="post" className="actions">
        <input type="hidden" name="intent" value="test" />
        <input type="hidden" name="kind" value={news.kind} />
        <Button looks={["ghost", "small"]}>Send a test to {own}</Button>
      </form>
    </section>
  );
}

interface SendingProps {
  path: string;
  news: News;
  /** `updated_at` of the event that the email was composed from */
  eventVersion: string;
  givesSpots: boolean;
  meets: Event["meets"];
  confirming: boolean;
}

export function Sending({ path, news, eventVersion, givesSpots, meets, confirming }: SendingProps) {
  const { kind, queued, version } = news;
  if (kind === "reminder" || queued === 0) return null;
  const here = `${path}?kind=${kind}`;
  if (!confirming) {
    return (
      <Danger
        id="send"
        title="Send it"
        text={`It goes to ${audienceOf(kind, givesSpots, meets)}. Each person who has not been notified of this gets one email, whether or not they have confirmed their address.${kind === "recap" ? " Nobody gets it who wants no more emails like it." : ""}`}
      >
        <a href={`${here}&confirm=send#send`}>Send to {people(queued)} …</a>
      </Danger>
    );
  }
  return (
    <Danger
      id="send"
      isQuestion
      title={`Send ${emails(queued)}?`}
      text="Sent emails can’t be recalled. You can pause while they are going out."
    >
      <form method="post" className="actions">
        <input type="hidden" name="intent" value="start" />
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="event" value={eventVersion} />
        <input type="hidden" name="draft" value={version ?? ""} />
        <Button className="danger" data-busy="Sending …">
          Send {emails(queued)}
        </Button>
        <a href={here}>Not yet</a>
      </form>
    </Danger>
  );
}

export function CampaignTable({ campaigns }: { campaigns: Campaign[] }) {
  return (
    <table className="rows">
      <caption>
        Sent{campaigns.some(({ send_at }) => send_at) ? " and scheduled" : ""} so far.
        {campaigns.some(({ to_go }) => to_go > 0) ? " Reload this page to see the progress." : null}
      </caption>
      <ColumnHeads names={["Email", "Started", "State", "People", "Change"]} />
      <tbody>
        {campaigns.map((campaign) => (
          <tr key={campaign.id}>
            <th scope="row">
              {titleOf(campaign)}
              {campaign.audience ? <span className="hint"> {audienceLabels[campaign.audience]}</span> : null}
            </th>
            <td data-label="Started">
              <When at={campaign.send_at ?? campaign.started_at} isShort /> {starterOf(campaign)}
            </td>
            <td data-label="State">
              <Progress campaign={campaign} />
            </td>
            <td data-label="People">
              {isHeld(campaign) ? heldHint : campaign.send_at ? "Those who are in this group then" : countsOf(campaign)}
            </td>
            <td>
              <ChangeButton campaign={campaign} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const heldHint =
  "Nobody, because the event has changed since it was scheduled. Make it a draft again, read it, and send it if it is still true.";

function Progress({ campaign }: { campaign: Campaign }) {
  const { to_go, paused_at, send_at, uncertain } = campaign;
  if (isHeld(campaign)) return <State shape="alert">Held</State>;
  if (send_at) return <State shape="ring">Scheduled</State>;
  if (paused_at) return <State shape="ring">Paused</State>;
  if (to_go > 0) return <State shape="dashed">Sending</State>;
  return uncertain > 0 ? <State shape="alert">Uncertain</State> : <State shape="full">Done</State>;
}

function countsOf({
  people: all,
  to_go,
  accepted,
  failed,
  uncertain,
  left_uncertain,
  not_true,
  notified_by_hand,
  spam,
}: Campaign): string {
  if (all === 0) return "Nobody who is still signed up";
  return [
    `${numberText(accepted)} of ${numberText(all)} sent`,
    ...(to_go > 0 ? [`${numberText(to_go)} to go`] : []),
    ...(failed > 0 ? [`${numberText(failed)} failed`] : []),
    ...(uncertain > 0 ? [`${numberText(uncertain)} uncertain`] : []),
    ...(left_uncertain > 0 ? [`${numberText(left_uncertain)} left uncertain`] : []),
    ...(not_true > 0 ? [`${numberText(not_true)} dropped because it was no longer true`] : []),
    ...(notified_by_hand > 0 ? [`${numberText(notified_by_hand)} dropped because you had notified them by hand`] : []),
    ...(spam > 0 ? [`${numberText(spam)} dropped as suspected spam`] : []),
  ].join(", ");
}

function ChangeButton({ campaign }: { campaign: Campaign }) {
  const { id, to_go, paused_at, send_at } = campaign;
  if (!send_at && !paused_at && to_go === 0) return null;
  const [intent, label] = send_at
    ? ["take-back", "Make it a draft again"]
    : paused_at
      ? ["resume", "Resume"]
      : ["pause", "Pause"];
  return (
    <form method="post">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="campaign" value={id} />
      <button className="text-button" type="submit">
        {label}
        <span className="visually-hidden">: {titleOf(campaign)}</span>
      </button>
    </form>
  );
}

const reasons: Readonly<Record<Trouble["state"], string>> = {
  refused: "Failed",
  bounced: "Came back",
  complained: "Reported as spam",
  unknown: "Uncertain: sent, but no answer came",
};

const reasonOf = ({ state, last_error }: Trouble) => {
  if (state === "refused" && last_error === "suppressed")
    return "Not sent: this address wants no emails, or one came back";
  return state === "refused" && last_error ? `${reasons.refused}: ${last_error}` : reasons[state];
};

/** The people who may not have received an email. @param path of the list of people */
export function TroubleTable({ path, troubles }: { path: string; troubles: Trouble[] }) {
  return (
    <>
      <table className="rows">
        <caption>Failed and uncertain. Correct an address, and the next email goes to it.</caption>
        <ColumnHeads names={["Name", "Email", "About", "What happened"]} />
        <tbody>
          {troubles.map((trouble) => (
            <tr key={trouble.id}>
              <th scope="row">
                <a href={`${path}/${trouble.entry}`}>
                  <bdi>{trouble.name}</bdi>
                </a>
              </th>
              <td data-label="Email" className="wrap-anywhere">
                {trouble.email}
              </td>
              <td data-label="About">{titleOf(trouble)}</td>
              <td data-label="What happened">{reasonOf(trouble)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {troubles.some(({ state }) => state === "unknown") ? (
        <p>
          Uncertain emails may have arrived: <a href="/admin/mails">send them again or leave them</a>.
        </p>
      ) : null}
    </>
  );
}

function starterOf({ kind, started_by, by }: Campaign): string {
  if (kind === "reminder") return "automatically";
  return started_by ? `by ${by ?? "a deleted account"}` : "by the operator";
}
