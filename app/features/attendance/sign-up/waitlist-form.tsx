import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import type { z } from "zod";
import { Button } from "../../../ui/button.tsx";
import { Field, Honeypot } from "../../../ui/field.tsx";
import { ErrorSummary, Notice, Toast } from "../../../ui/form-messages.tsx";
import { attendsOptions } from "../../events/event/event.ts";
import { constraintsOf } from "../../questions/answers.schema.ts";
import { KeptAnswers, QuestionFields } from "../../questions/question-fields.tsx";
import { fieldOf, type Question, type QuestionField } from "../../questions/questions.ts";
import { SpotFields, type SpotQuestions } from "./spot-fields.tsx";
import {
  consentOf,
  type ListPurpose,
  largestParty,
  notJoined,
  outOfTime,
  purposeOf,
  waitlistSchema,
} from "./waitlist.schema.ts";

const constraint = getZodConstraint(waitlistSchema);

interface WaitlistFormProps {
  event: string;
  /** the name in the button and the success message; unknown while the database is unavailable */
  eventName?: string;
  /** unknown while the database is unavailable; then the purpose of the submitted form is used */
  purpose?: ListPurpose;
  /** choices of an event that takes reservations; unknown whenever the purpose is */
  spots?: SpotQuestions;
  /** what the organizers ask; unknown while the database is unavailable */
  questions?: readonly Question[];
  button?: string;
  lastResult?: SubmissionResult<string[]>;
  joined?: boolean;
  /** what people on this list will be notified of, if not the availability of tickets */
  promise?: string;
  sendsLinks?: boolean;
  /** the host that each entry is also sent to; null if it stays here */
  service: string | null;
  /** whether the page is rendered from a copy because the database is unavailable */
  isPaused?: boolean;
  browserChecks: boolean;
  /** the text that replaces the form once it was sent; without it, the form stays below the notice */
  thanks?: string;
  isClosed?: boolean;
}

export function WaitlistForm(props: WaitlistFormProps) {
  const { event, eventName, lastResult, joined, browserChecks, thanks } = props;
  const purpose = props.purpose ?? purposeOf(lastResult?.initialValue?.consent);
  const consent = consentOf(purpose, props.service);
  const spots = props.spots ?? (purpose === "reservation" || purpose === "request" ? spotsOf(lastResult) : undefined);
  const { questions } = props;
  const [form, fields] = useForm<z.input<typeof waitlistSchema> & Record<QuestionField, string | undefined>>({
    id: `waitlist-${event}`,
    lastResult,
    defaultValue: { attends: spots?.attends?.preset },
    constraint: {
      ...constraint,
      ...constraintsOf(questions ?? [], spots?.attends !== undefined),
    },
    defaultNoValidate: !browserChecks,
  });
  if (joined && thanks) return <Notice title={thanks} />;
  const title = `You've been added to the ${eventName} waitlist!`;
  const description = props.promise ?? "We'll notify you when tickets become available.";
  // If the page knows nothing of the event, the result of the form tells that its list is closed.
  const problem = form.errors?.[0] ?? "";
  const isOutOfTime = Object.values(outOfTime).includes(problem);
  const isClosed = (props.isClosed && !isOutOfTime) || problem === notJoined;
  return (
    <>
      {joined ? (
        <>
          <Notice title={title}>
            {description}
            {props.sendsLinks
              ? " We email you a link to your page, unless several emails went to this address or network today, or its owner wants none: open it, and confirm your address there."
              : null}
          </Notice>
          <div className="toasts">
            <Toast title={title}>{description}</Toast>
          </div>
        </>
      ) : null}
      {isClosed && lastResult ? <Notice bad title={notJoined} /> : null}
      {isClosed ? null : (
        <div className="mt-4">
          {props.isPaused ? (
            <p className="notice">
              You cannot sign up at the moment. What you type stays in the form: please try again in a minute.
            </p>
          ) : null}
          <form
            {...getFormProps(form)}
            method="post"
            className="form"
            data-region="waitlist"
            data-error="There was an error. Please try again."
          >
            {lastResult ? (
              <ErrorSummary
                fields={[
                  ...[fields.name, fields.email, fields.attends, fields.party],
                  ...(questions ?? []).flatMap((question) => fields[fieldOf(question)] ?? []),
                ]}
                formError={problem}
              />
            ) : null}
            <input type="hidden" name="event" value={event} />
            <Field field={fields.name} label="Name" autoComplete="name" />
            <Field field={fields.email} label="Email" type="email" autoComplete="email" />
            {spots ? <SpotFields {...spots} party={fields.party} place={fields.attends} /> : null}
            {questions ? (
              <QuestionFields questions={questions} fields={fields} hasChoice={spots?.attends !== undefined} />
            ) : (
              <KeptAnswers typed={lastResult?.initialValue} />
            )}
            <Honeypot formId={form.id} />
            <input type="hidden" name="consent" value={consent.version} />
            <p className="hint">
              {consent.text} <a href="/privacy#who-receives-it">Who receives it</a>
            </p>
            <Button data-busy={purpose === "request" ? "Sending …" : "Joining …"}>
              {props.button ?? ["Join the", eventName, "Waitlist"].filter(Boolean).join(" ")}
            </Button>
          </form>
        </div>
      )}
    </>
  );
}

/** Reconstructs the choices of a submitted form while the event is unknown. */
function spotsOf(lastResult: WaitlistFormProps["lastResult"]): SpotQuestions {
  const { party, attends } = lastResult?.initialValue ?? {};
  return {
    partyLimit: party ? largestParty : 1,
    ...(attends ? { attends: { options: attendsOptions, preset: "room" } } : {}),
  };
}
