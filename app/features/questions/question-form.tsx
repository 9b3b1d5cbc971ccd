import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import { useAdminForm, Version } from "../../admin/returned-form.tsx";
import { pluralize } from "../../platform/text/pluralize.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField, Field, RadioFields, SelectField } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { kindNames, kinds } from "./kinds.ts";
import { type QuestionFields, questionLabels, questionSchema } from "./question.schema.ts";
import type { EditedQuestion } from "./question-editing.server.ts";
import { erasedText, keeps, type Question } from "./questions.ts";
import { isAboutHealth, type ReadyName } from "./ready-questions.ts";

export const askedOfLabels: Record<Question["asked_of"], string> = {
  all: "Everyone",
  room: "Who comes to the room",
  online: "Who takes part online",
};

const kindOptions = kindNames.map((value) => ({ value, label: kinds[value].name }));
const askedOfOptions = Object.entries(askedOfLabels).map(([value, label]) => ({ value, label }));
const keepOptions = keeps.map((keep) => ({
  value: keep,
  label: keep === "evening" ? `For the evening: ${erasedText(keep)}` : `To keep: ${erasedText(keep, "their")}`,
}));

interface QuestionFormProps {
  question?: Pick<Question, "text" | "hint" | "kind" | "options"> & Partial<EditedQuestion>;
  /** the ready question that it is, or is made from */
  ready: ReadyName | null;
  newId?: string;
  touched: number | null;
  lastResult?: SubmissionResult<string[]>;
}

export function QuestionForm({ question, ready, newId, touched, lastResult }: QuestionFormProps) {
  const [form, fields] = useAdminForm<QuestionFields>({
    id: "question",
    lastResult,
    defaultValue: {
      text: question?.text,
      hint: question?.hint ?? undefined,
      kind: question?.kind ?? "short",
      options: question?.options.join("\n"),
      is_required: question?.is_required ?? false,
      asked_of: question?.asked_of ?? "all",
      keep: question?.keep ?? "evening",
      no_health: question?.keep === "entry",
      for_door: question?.for_door ?? false,
    },
    constraint: getZodConstraint(questionSchema),
  });
  return (
    <form {...getFormProps(form)} method="post" className="form">
      <ErrorSummary
        fields={[
          fields.text,
          fields.hint,
          fields.kind,
          fields.options,
          fields.asked_of,
          fields.for_door,
          fields.keep,
          fields.no_health,
        ]}
        formError={form.errors?.[0]}
      />
      {question?.updated_at ? (
        <Version at={question.updated_at} />
      ) : (
        <input type="hidden" name="new_id" value={newId} />
      )}
      {ready ? <input type="hidden" name="ready" value={ready} /> : null}
      {touched !== null ? <input type="hidden" name="agreed" value={touched} /> : null}
      <Field field={fields.text} label={questionLabels.text} autoComplete="off" />
      <Field
        field={fields.hint}
        label={questionLabels.hint}
        autoComplete="off"
        hint="Optional; shown below the question"
      />
      <SelectField
        field={fields.kind}
        label={questionLabels.kind}
        options={kindOptions}
        hint={question?.answers ? "It cannot change anymore, because people have answered." : undefined}
      />
      <Field
        field={fields.options}
        label={questionLabels.options}
        type="textarea"
        rows={5}
        hint="One per line, 2 to 12; only for one or several of several. One that you remove stays with the people who chose it, as no longer offered."
      />
      <SelectField
        field={fields.asked_of}
        label={questionLabels.asked_of}
        options={askedOfOptions}
        hint="The choice counts at events that meet in a room and online."
      />
      <CheckField
        field={fields.is_required}
        label={questionLabels.is_required}
        hint="Nobody can sign up without an answer."
      />
      <CheckField
        field={fields.for_door}
        label={questionLabels.for_door}
        hint="Only a yes or no. It is on the page where they check a person in, never in the list on a phone."
      />
      {isAboutHealth(ready) ? (
        <p>Answers to this question may be about health, so they are erased {erasedText("evening")}.</p>
      ) : (
        <fieldset className="form">
          <legend>{questionLabels.keep}</legend>
          <RadioFields field={fields.keep} options={keepOptions} />
          <CheckField
            field={fields.no_health}
            label="It does not ask about food, access needs or health"
            hint="Only then can answers be kept longer. People read below the question when their answer is erased."
          />
        </fieldset>
      )}
      <div className="actions">
        <Button data-busy="Saving …">
          {touched !== null
            ? `Save, and change ${pluralize(touched, "answer")}`
            : question?.updated_at
              ? "Save question"
              : "Add question"}
        </Button>
      </div>
    </form>
  );
}
