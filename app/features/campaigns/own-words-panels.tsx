import type { SubmissionResult } from "@conform-to/react";
import { Danger } from "../../admin/danger.tsx";
import { ScheduleForm } from "../../admin/schedule-form.tsx";
import { numberText } from "../../platform/text/number-text.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { Button } from "../../ui/button.tsx";
import { type Audience, audienceLabels, haveSpots, isCounted, type OwnWords } from "./campaign.ts";

const people = (count: number) => pluralize(count, "person", "people");

export const untilItIsOver = "counted when the event is over";

interface OwnLetterProps {
  letter: { subject: string; text: string };
  audience: Audience;
  own: OwnWords;
  givesSpots: boolean;
  isOver: boolean;
  to: string;
}

export function OwnLetter({ letter, audience, own, givesSpots, isOver, to }: OwnLetterProps) {
  const count = own.people[audience];
  return (
    <section className="panel" aria-labelledby="letter">
      <h2 id="letter">This is the email</h2>
      <dl className="facts">
        <dt>Subject</dt>
        <dd className="wrap-anywhere">{letter.subject}</dd>
        <dt>To</dt>
        <dd>
          {audienceLabels[audience]}: {isCounted(audience, isOver) ? `${people(count)} now` : untilItIsOver}
        </dd>
      </dl>
      {audience === "checked" && count < own.checked ? (
        <p className="hint">
          Of the {people(own.checked)} you checked, {numberText(own.checked - count)} will not get it: their address is
          not confirmed, their request was turned down, or they want no more of these emails.
        </p>
      ) : null}
      <pre className="panel font-sans whitespace-pre-wrap wrap-anywhere">{letter.text}</pre>
      {givesSpots && !haveSpots(audience) && audience !== "waiting" ? (
        <p className="hint">
          Its end is shown as people on the waitlist get it. For people with a spot, it names their reservation.
        </p>
      ) : null}
      <form method="post" className="actions">
        <input type="hidden" name="intent" value="test" />
        <Button looks={["ghost", "small"]}>Send a test to {to}</Button>
      </form>
    </section>
  );
}

interface SendingOwnWordsProps {
  path: string;
  isPublished: boolean;
  count: number;
  left: number;
  version: string;
  confirming: boolean;
  lastResult?: SubmissionResult<string[]>;
}

export function SendingOwnWords(props: SendingOwnWordsProps) {
  const { path, isPublished, count, left, version, confirming, lastResult } = props;
  if (!isPublished) return <p>It can be sent once the event is published.</p>;
  if (left === 0) return <p>You have sent or scheduled as many as you may within 24 hours.</p>;
  const emails = pluralize(count, "email");
  if (confirming && count > 0)
    return (
      <Danger
        id="send"
        isQuestion
        title={`Send ${emails}?`}
        text="Sent emails can’t be recalled. You can pause while they are going out."
      >
        <form method="post" className="actions">
          <input type="hidden" name="intent" value="start" />
          <input type="hidden" name="version" value={version} />
          <Button className="danger" data-busy="Sending …">
            Send {emails}
          </Button>
          <a href={path}>Not yet</a>
        </form>
      </Danger>
    );
  return (
    <Danger
      id="send"
      title="Send it"
      text={
        <>
          {count > 0
            ? "Now, it goes to the people who are in this group now."
            : "There is nobody in this group to send it to now."}{" "}
          Later, it goes to those who are in it then. You can send {numberText(left)} more within 24 hours to the people
          of this event.
        </>
      }
    >
      {count > 0 ? <a href={`${path}?confirm=send#send`}>Send to {people(count)} …</a> : null}
      <ScheduleForm version={version} lastResult={lastResult} />
    </Danger>
  );
}

interface DeleteDraftProps {
  path: string;
  version: string;
  confirming: boolean;
}

export function DeleteDraft({ path, version, confirming }: DeleteDraftProps) {
  if (!confirming)
    return (
      <Danger id="delete" title="Delete this draft" text="For good. It has not been sent to anyone.">
        <a href={`${path}?confirm=delete#delete`}>Delete this draft …</a>
      </Danger>
    );
  return (
    <Danger id="delete" isQuestion title="Delete this draft?" text="For good. It has not been sent to anyone.">
      <form method="post" className="actions">
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="version" value={version} />
        <Button className="danger">Delete for good</Button>
        <a href={path}>Keep it</a>
      </form>
    </Danger>
  );
}
