import type { FieldMetadata } from "@conform-to/react";
import { CheckFields, Field, RadioFields } from "../../ui/field.tsx";
import { isAlwaysRequired } from "./answers.schema.ts";
import { kinds } from "./kinds.ts";
import { choicesOf, fieldOf, type Question, type QuestionField as QuestionName, readersOf } from "./questions.ts";

interface QuestionFieldsProps {
  questions: readonly Question[];
  fields: Readonly<Record<QuestionName, FieldMetadata<string | undefined>>>;
  hasChoice: boolean;
}

export function QuestionFields({ questions, fields, hasChoice }: QuestionFieldsProps) {
  return questions.map((question) => {
    const field = fields[fieldOf(question)];
    if (!field) return null;
    return <QuestionField key={question.id} question={question} field={field} hasChoice={hasChoice} />;
  });
}

interface QuestionFieldProps {
  question: Question;
  field: FieldMetadata<string | undefined>;
  hasChoice: boolean;
}

function QuestionField({ question, field, hasChoice }: QuestionFieldProps) {
  const { kind, text } = question;
  const choices = choicesOf(question);
  const isRequired = isAlwaysRequired(question, hasChoice);
  const hint = [
    question.hint,
    hasChoice && question.asked_of !== "all" ? whomText[question.asked_of] : isRequired ? null : "Optional.",
    readersOf(question),
  ]
    .filter(Boolean)
    .join(" ");
  const { control } = kinds[kind];
  if (control === "radios" || control === "checks") {
    return (
      <fieldset className="form">
        <legend>{text}</legend>
        {control === "checks" ? (
          <CheckFields field={field} options={choices} hint={hint} />
        ) : (
          <RadioFields
            field={field}
            options={isRequired ? choices : [...choices, { value: "", label: "No answer" }]}
            hint={hint}
            isRequired={isRequired}
          />
        )}
      </fieldset>
    );
  }
  const inputMode = control === "number" ? "numeric" : undefined;
  return <Field field={field} label={text} type={control} rows={3} inputMode={inputMode} hint={hint} />;
}

const whomText = { room: "Only if you come to the room.", online: "Only if you take part online." };

/** What was answered, as hidden fields, for a form that does not know its questions while the database is away. */
export function KeptAnswers({ typed }: { typed: Record<string, unknown> | null | undefined }) {
  return Object.entries(typed ?? {})
    .filter(([name]) => name.startsWith("q-"))
    .flatMap(([name, values]) =>
      [values]
        .flat()
        .map((value) => <input key={`${name} ${value}`} type="hidden" name={name} value={String(value)} />),
    );
}
