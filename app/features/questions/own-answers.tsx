import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Fragment } from "react";
import type { z } from "zod";
import { zone } from "../../community.ts";
import { momentText, siteDay, siteIsoTime } from "../../platform/text/site-time.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { Sheet } from "../../ui/personal-page.tsx";
import { constraintsOf } from "./answers.schema.ts";
import { QuestionFields } from "./question-fields.tsx";
import type { givenAnswer, ownQuestions } from "./question-rows.ts";
import { answerText, erasedText, fieldOf, type QuestionField } from "./questions.ts";

type OwnQuestions = z.output<typeof ownQuestions>;

interface Returned {
  lastResult?: SubmissionResult<string[]>;
}

interface Answering {
  asks: OwnQuestions;
  answers: readonly z.output<typeof givenAnswer>[];
}

export function Unanswered({ entry: { asks } }: { entry: Answering }) {
  return asks.questions
    .filter(({ is_required: isRequired, value }) => isRequired && value.length === 0)
    .map(({ id, text }) => (
      <p key={id} className="notice">
        Still to answer: <a href="#answers">{text}</a>
      </p>
    ));
}

/** What a person answered, on their own page: a form as long as it can be changed; nothing if nothing was asked. */
export function OwnAnswers({ entry: { asks, answers }, lastResult }: { entry: Answering } & Returned) {
  const fixed = answers.filter(({ id }) => asks.questions.every((question) => question.id !== id));
  if (asks.questions.length + fixed.length === 0) return null;
  return (
    <Sheet id="answers" title="Your answers">
      {asks.questions.length > 0 ? <AnswersForm asks={asks} lastResult={lastResult} /> : null}
      {fixed.length > 0 ? (
        <>
          <p className="mt-6">
            {asks.questions.length > 0 ? "These answers" : "Your answers"} cannot be changed anymore.
          </p>
          <dl className="facts">
            {fixed.map((answer) => (
              <Fragment key={answer.id}>
                <dt>{answer.question}</dt>
                <dd className="wrap-anywhere">
                  {answerText(answer, answer.value)}
                  <p className="hint">We erase it {erasedText(answer.keep)}.</p>
                </dd>
              </Fragment>
            ))}
          </dl>
        </>
      ) : null}
    </Sheet>
  );
}

function AnswersForm({ asks: { until, questions }, lastResult }: Pick<Answering, "asks"> & Returned) {
  const [form, fields] = useForm<Record<QuestionField, string | undefined>>({
    id: "answers-form",
    lastResult: lastResult ?? { initialValue: givenIn(questions) },
    constraint: constraintsOf(questions, false),
    defaultNoValidate: false,
  });
  return (
    <form {...getFormProps(form)} method="post" className="form">
      <ErrorSummary
        fields={questions.flatMap((question) => fields[fieldOf(question)] ?? [])}
        formError={form.errors?.[0]}
      />
      <p>{until ? `You can change your answers ${untilText(until)}.` : "You can change your answers here."}</p>
      <QuestionFields questions={questions} fields={fields} hasChoice={false} />
      <Button name="intent" value="answers" looks={["ghost"]}>
        Save answers
      </Button>
    </form>
  );
}

const givenIn = (questions: OwnQuestions["questions"]) =>
  Object.fromEntries(
    questions.flatMap((question) => {
      const [first] = question.value;
      return first ? [[fieldOf(question), question.kind === "several" ? question.value : first]] : [];
    }),
  );

/** Until the end of a day, or until a moment, in Honolulu. */
function untilText(until: string): string {
  const end = new Date(until);
  if (siteIsoTime(end) !== "00:00") return `until ${momentText(until)}`;
  return `until the end of ${siteDay(new Date(end.getTime() - 1))}, ${zone.place} time`;
}
