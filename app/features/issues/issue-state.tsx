import { State } from "../../admin/state.tsx";
import { When } from "../../admin/when.tsx";
import { numberText } from "../../platform/text/number-text.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { ColumnHeads } from "../../ui/column-heads.tsx";
import type { Issue, IssueProgress } from "./issues.server.ts";

interface IssueStateProps {
  issue: Pick<Issue, "scheduled_at" | "sent_at" | "paused_at">;
  /** null if it was not loaded, or if sending has not begun */
  progress?: IssueProgress | null;
}

const isUnderWay = (progress: IssueProgress | null) => progress !== null && progress.due + progress.under_way > 0;

export function IssueState({ issue, progress = null }: IssueStateProps) {
  if (issue.paused_at) return <State shape="alert">Paused</State>;
  if (isUnderWay(progress)) return <State shape="ring">Sending</State>;
  if (issue.sent_at) return <State shape="full">Sent</State>;
  return issue.scheduled_at ? <State shape="ring">Scheduled</State> : <State shape="dashed">Draft</State>;
}

const rows: [Exclude<keyof IssueProgress, "left_within_a_week">, string, string?][] = [
  ["accepted", "Sent"],
  ["due", "Still to be sent"],
  ["under_way", "On their way", "Sent to the provider, which has not answered yet."],
  ["bounced", "Bounced"],
  ["complained", "Reported as spam"],
  ["suppressed", "Left out", "Addresses that bounced before, or whose owners asked for no newsletter."],
  ["refused", "Refused by the provider"],
  [
    "uncertain",
    "Uncertain",
    "The provider did not answer, so nobody can tell whether they arrived. They are never sent again, because nobody should get an issue twice.",
  ],
];

interface IssueProgressProps {
  issue: Issue;
  progress: IssueProgress;
}

export function IssueProgressTable({ issue, progress }: IssueProgressProps) {
  const known = rows.reduce((sum, [name]) => sum + progress[name], 0);
  return (
    <>
      <p>
        To {pluralize(issue.recipients ?? 0, "person", "people")}
        {issue.sent_at ? (
          <>
            ; sending was started on <When at={issue.sent_at} />
          </>
        ) : null}
        . {isUnderWay(progress) && !issue.paused_at ? "Reload this page to see the progress." : null}
      </p>
      {issue.last_error && !issue.paused_at ? (
        <p>
          The provider answered: <code>{issue.last_error}</code>. Sending is tried again
          {issue.next_batch_at ? (
            <>
              , not before <When at={issue.next_batch_at} />
            </>
          ) : null}
          .
        </p>
      ) : null}
      {issue.daily_cap && isUnderWay(progress) ? (
        <p>In any 24 hours, all issues together send no more than {pluralize(issue.daily_cap, "email")}.</p>
      ) : null}
      {known > 0 ? <Counts progress={progress} /> : null}
      {known > 0 ? <p>{departuresText(progress)}</p> : null}
      <p className="hint">
        {known > 0 && known < (issue.recipients ?? 0)
          ? "People who left before their email was made are not counted. "
          : null}
        What became of each email is kept for 30 days; what has not gone out by then is not sent anymore.
      </p>
    </>
  );
}

export function departuresText({ left_within_a_week: count }: Pick<IssueProgress, "left_within_a_week">): string {
  const who = count === 0 ? "No reader" : pluralize(count, "reader");
  return `${who} left the newsletter within seven days.`;
}

function Counts({ progress }: Pick<IssueProgressProps, "progress">) {
  const shown = rows.filter(([name]) => name === "accepted" || progress[name] > 0);
  return (
    <table className="rows">
      <ColumnHeads names={["Emails", "Number"]} numbers={["Number"]} />
      <tbody>
        {shown.map(([name, label, hint]) => (
          <tr key={name}>
            <th scope="row">
              {label}
              {hint ? <p className="hint">{hint}</p> : null}
            </th>
            <td data-label="Number" className="number">
              {numberText(progress[name])}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
