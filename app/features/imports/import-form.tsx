import { getFormProps, getInputProps, type SubmissionResult } from "@conform-to/react";
import type { ImportNoun } from "../../admin/import-noun.ts";
import { useAdminForm } from "../../admin/returned-form.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, FieldError } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import type { ImportFields } from "./import.schema.ts";

export interface ImportFormProps {
  newId: string;
  what: string;
  promise: string;
  /** where people agreed to what the form asks for; null if it does not */
  agreed: "elsewhere" | "on-paper" | null;
  from: string;
  file: ImportNoun["file"] | null;
  labels: string[];
  lastResult?: SubmissionResult<string[]>;
}

export function ImportForm({ newId, agreed: asked, from, file: other, labels, lastResult }: ImportFormProps) {
  const [form, { file, text, source, agreed_text: agreed }] = useAdminForm<ImportFields>({
    id: "import",
    lastResult,
    constraint: {
      source: { required: true, maxLength: 100 },
      agreed_text: { required: asked !== null, maxLength: 500 },
    },
  });
  const { key, ...input } = getInputProps(file, { type: "file" });
  return (
    <form {...getFormProps(form)} method="post" encType="multipart/form-data" className="form">
      <ErrorSummary fields={[file, text, source, agreed]} formError={form.errors?.[0]} />
      <input type="hidden" name="new_id" value={newId} />
      <div className="field">
        <label htmlFor={file.id}>{other?.label ?? "CSV file"}</label>
        <input
          key={key}
          {...input}
          accept={other?.accept ?? ".csv,.tsv,.txt,.json,text/csv"}
          aria-describedby={[file.errors ? file.errorId : "", `${file.id}-hint`].filter(Boolean).join(" ")}
        />
        <p className="hint" id={`${file.id}-hint`}>
          At most 5,000 lines and 2 MiB. Text files of spreadsheets and JSON files of records can be read, too.{" "}
          {other?.others} The first line of a CSV file names the columns. Looked for:{" "}
          {labels.map((label) => label.toLowerCase()).join(", ")}. You see and change which column is which on the next
          page.
        </p>
        <FieldError field={file} />
      </div>
      <Field field={text} label="Or paste its text" type="textarea" rows={6} />
      <Field field={source} label="Where it comes from" hint={from} />
      {asked ? (
        <Field
          field={agreed}
          label="What they agreed to"
          type="textarea"
          rows={3}
          hint={
            asked === "elsewhere"
              ? "The words of the form there, for example “Send me news of your events by email”. It is kept with each address, and the email that asks to confirm repeats it."
              : "The words above the list, for example “Keep me a spot at the pizza night and email me about it”. They are kept with each person."
          }
        />
      ) : null}
      <Button data-busy="Reading …">Read the file</Button>
    </form>
  );
}
