import { pluralize } from "../../platform/text/pluralize.ts";
import { Button } from "../../ui/button.tsx";
import { ColumnHeads } from "../../ui/column-heads.tsx";
import { kinds } from "./kinds.ts";
import type { EditedQuestion } from "./question-editing.server.ts";
import { askedOfLabels } from "./question-form.tsx";
import { erasedText } from "./questions.ts";

interface QuestionTableProps {
  path: string;
  questions: EditedQuestion[];
}

export function QuestionTable({ path, questions }: QuestionTableProps) {
  const open = questions.filter(({ closed_at: closed }) => !closed);
  return (
    <table className="rows">
      <caption className="hint">
        {pluralize(open.length, "open question")}
        {questions.length > open.length ? `, ${questions.length - open.length} closed` : null}
      </caption>
      <ColumnHeads names={["Question", "Kind of answer", "Who is asked", "Answers", "Change"]} />
      <tbody>
        {questions.map((question) => (
          <tr key={question.id}>
            <th scope="row">
              <a href={`${path}/${question.id}`}>{question.text}</a>
              <p className="hint">
                {question.closed_at ? "Closed: nobody is asked. " : question.is_required ? "Required. " : null}
                Owners and editors read the answers{question.for_door ? ", helpers at check-in, too" : null}. They are
                erased {erasedText(question.keep, "their")}.
              </p>
            </th>
            <td data-label="Kind of answer">{kinds[question.kind].name}</td>
            <td data-label="Who is asked">{askedOfLabels[question.asked_of]}</td>
            <td data-label="Answers" className="number">
              {question.answers}
            </td>
            <td data-label="Change" className="wraps">
              <form method="post" className="actions">
                <input type="hidden" name="question" value={question.id} />
                {actsOf(question, open).map(({ act, label }) => (
                  <Button key={act} looks={["ghost", "small"]} name="intent" value={act}>
                    {label}
                    <span className="visually-hidden"> “{question.text}”</span>
                  </Button>
                ))}
              </form>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function actsOf({ id, closed_at: closed, answers }: EditedQuestion, open: EditedQuestion[]) {
  return [
    { act: "up", label: "Up", applies: !closed && open[0]?.id !== id },
    { act: "down", label: "Down", applies: !closed && open.at(-1)?.id !== id },
    { act: "open", label: "Ask again", applies: closed !== null },
    { act: "close", label: "Close", applies: !closed && answers > 0 },
    { act: "delete", label: "Delete", applies: answers === 0 },
  ].filter(({ applies }) => applies);
}
