import type { FieldMetadata } from "@conform-to/react";
import { pluralize } from "../../../platform/text/pluralize.ts";
import { Field, SelectField } from "../../../ui/field.tsx";
import { durationText, retention } from "../../retention/retention.ts";

/** What a form asks that reserves a spot. */
export interface SpotQuestions {
  /** how many people one reservation may be for */
  partyLimit: number;
  /** the organizer's own */
  question: string | null;
}

interface SpotFieldsProps extends SpotQuestions {
  party: FieldMetadata<string | undefined>;
  answer: FieldMetadata<string | undefined>;
}

export function SpotFields({ partyLimit, question, party, answer }: SpotFieldsProps) {
  return (
    <>
      {partyLimit > 1 ? (
        <SelectField field={party} label="How many people, including you?" options={partySizes(partyLimit)} />
      ) : null}
      {question ? (
        <Field
          field={answer}
          label={question}
          type="textarea"
          rows={3}
          hint={`Optional. Owners and editors of this site see your answer, helpers at the door do not. It is erased ${durationText(retention.answer)} after the event.`}
        />
      ) : null}
    </>
  );
}

/** The choices of a party. */
export const partySizes = (limit: number) =>
  Array.from({ length: limit }, (_, index) => ({
    value: String(index + 1),
    label: pluralize(index + 1, "person", "people"),
  }));
