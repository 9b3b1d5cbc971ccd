import type { FieldMetadata } from "@conform-to/react";
import { pluralize } from "../../../platform/text/pluralize.ts";
import { RadioFields, SelectField } from "../../../ui/field.tsx";
import type { Attends } from "../../events/event/event.ts";

export interface SpotQuestions {
  partyLimit: number;
  /** set if there is a choice between room and online; `preset` is preselected */
  attends?: { options: readonly { value: Attends; label: string }[]; preset: Attends };
}

interface SpotFieldsProps extends SpotQuestions {
  party: FieldMetadata<string | undefined>;
  place: FieldMetadata<Attends | undefined>;
}

export function SpotFields({ partyLimit, attends, party, place }: SpotFieldsProps) {
  return (
    <>
      {attends ? <AttendsFields field={place} options={attends.options} /> : null}
      {partyLimit > 1 ? (
        <SelectField field={party} label="How many people, including you?" options={partySizes(partyLimit)} />
      ) : null}
    </>
  );
}

interface AttendsFieldsProps {
  field: FieldMetadata<Attends | undefined>;
  options: NonNullable<SpotQuestions["attends"]>["options"];
}

export function AttendsFields({ field, options }: AttendsFieldsProps) {
  return (
    <fieldset className="form">
      <legend>In the room or online?</legend>
      <RadioFields field={field} options={options} />
    </fieldset>
  );
}

export const partySizes = (limit: number) =>
  Array.from({ length: limit }, (_, index) => ({
    value: String(index + 1),
    label: pluralize(index + 1, "person", "people"),
  }));
