import { numberText } from "../../platform/text/number-text.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import type { QuestionCounts } from "./counts.server.ts";
import { isChoice } from "./kinds.ts";
import type { EditedQuestion } from "./question-editing.server.ts";
import { choicesOf } from "./questions.ts";

interface CountsProps {
  question: EditedQuestion;
  counts: QuestionCounts;
}

/** What people answered to a question, counted; texts are counted only, because they may tell who wrote them. */
export function Counts({ question, counts: { asked, answered, chosen, total, smallest, largest } }: CountsProps) {
  const kept = Object.keys(chosen).filter((each) => question.kind !== "yes-no" && !question.options.includes(each));
  const rows = [
    ...(isChoice(question.kind)
      ? choicesOf({ ...question, kept }).map(({ value, label }) => [label, chosen[value] ?? 0] as const)
      : [["Answered", answered] as const]),
    ...(total === null
      ? []
      : ([
          ["Sum", total],
          ["Smallest", smallest ?? 0],
          ["Largest", largest ?? 0],
        ] as const)),
    ["No answer", asked - answered] as const,
  ];
  return (
    <table className="rows">
      <caption>
        <h2>{question.text}</h2>
        {question.kind === "several" ? <span className="hint">People may choose several.</span> : null}
      </caption>
      <thead>
        <tr>
          <th scope="col">Answer</th>
          <th scope="col" className="number">
            {question.kind === "number" ? "Number" : "People"}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, number]) => (
          <tr key={label}>
            <th scope="row" className="wrap-anywhere">
              {label}
            </th>
            <td data-label="Number" className="number">
              {numberText(number)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function AskThem({ event, people }: { event: string; people?: number }) {
  return (
    <p>
      <a href={`/admin/events/${event}/emails/new?to=unanswered`}>
        {people === undefined ? "Ask them" : `Ask ${pluralize(people, "person", "people")}`} by email
      </a>
      : they get the link to their own page, where they answer.
    </p>
  );
}
