import { type SubmissionResult, useForm } from "@conform-to/react";
import type { z } from "zod";
import { pluralize } from "../../../platform/text/pluralize.ts";
import { CheckField, Field } from "../../../ui/field.tsx";
import { ErrorSummary } from "../../../ui/form-messages.tsx";
import { markdownHint } from "../../markdown/markdown-text.tsx";
import type { decisionSchema } from "./bulk-actions.server.ts";
import { defaultWords, type Verb } from "./bulk-words.ts";

/** The id of the form that has these fields: each belongs to the form of that id. */
export const decisionForm = "decision";

interface DecisionFieldsProps {
  verb: Verb;
  /** for how many not enough spots are free, and they could be put on the waitlist; null if that is all there is to do */
  full: number | null;
  lastResult?: SubmissionResult<string[]>;
}

export function DecisionFields({ verb, full, lastResult }: DecisionFieldsProps) {
  const [, fields] = useForm<z.input<typeof decisionSchema>>({
    id: decisionForm,
    lastResult,
    defaultValue: { words: defaultWords[verb] },
    defaultNoValidate: false,
  });
  if (full === null) return <input type="hidden" name="in_line" value="on" />;
  return (
    <>
      <ErrorSummary fields={[fields.words]} />
      <Field
        field={fields.words}
        label="Words in the email and on their page"
        type="textarea"
        rows={4}
        hint={`The same for all of them; if left empty, there are none. ${markdownHint}`}
      />
      {full > 0 ? (
        <CheckField
          field={fields.in_line}
          label={`Put ${pluralize(full, "person", "people")} for whom not enough spots are free on the waitlist, and tell them`}
        />
      ) : null}
    </>
  );
}
