import { Fragment } from "react";
import { z } from "zod";
import { answerText, erasedText } from "./questions.ts";

/** A question with a person's answer (`answers_of`). */
export const givenAnswer = z.object({
  question: z.string(),
  kind: z.enum(["short", "long", "one", "several", "yes-no", "number"]),
  options: z.array(z.string()),
  keep: z.enum(["evening", "entry"]),
  value: z.array(z.string()),
});

/** What a person answered, on their own page. */
export function GivenAnswers({ answers }: { answers: readonly z.output<typeof givenAnswer>[] }) {
  return (
    <dl className="facts">
      {answers.map((answer) => (
        <Fragment key={answer.question}>
          <dt>{answer.question}</dt>
          <dd className="wrap-anywhere">
            {answerText(answer, answer.value)}
            <p className="hint">We erase it {erasedText(answer.keep)}.</p>
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
