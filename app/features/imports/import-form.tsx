import { getFormProps, getInputProps, type SubmissionResult } from "@conform-to/react";
import { useAdminForm } from "../../admin/returned-form.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, FieldError } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import type { ImportFields } from "./import.schema.ts";

export interface ImportFormProps {
  newId: string;
  what: string;
  promise: string;
  isOfPeople: boolean;
  takesCalendars: boolean;
  /** labels of the fields that are looked for in the file */
  labels: string[];
  lastResult?: SubmissionResult<string[]>;
}

/** The form for uploading a file, or pasting its text, to be reviewed before it is imported. */
export function ImportForm({ newId, isOfPeople, takesCalendars, labels, lastResult }: ImportFormProps) {
  const [form, { file, text, source, agreed_text: agreed }] = useAdminForm<ImportFields>({
    id: "import",
    lastResult,
    constraint: { source: { required: true, maxLength: 100 }, agreed_text: { required: isOfPeople, maxLength: 500 } },
  });
  const { key, ...input } = getInputProps(file, { type: "file" });
  return (
    <form {...getFormProps(form)} method="post" encType="multipart/form-data" className="form">
      <ErrorSummary fields={[file, text, source, agreed]} formError={form.errors?.[0]} />
      <input type="hidden" name="new_id" value={newId} />
      <div className="field">
        <label htmlFor={file.id}>{takesCalendars ? "CSV or .ics file" : "CSV file"}</label>
        <input
          key={key}
          {...input}
          accept={takesCalendars ? ".csv,.tsv,.txt,.json,.ics,text/csv,text/calendar" : ".csv,.tsv,.txt,.json,text/csv"}
          aria-describedby={[file.errors ? file.errorId : "", `${file.id}-hint`].filter(Boolean).join(" ")}
        />
        <p className="hint" id={`${file.id}-hint`}>
          At most 5,000 lines{takesCalendars ? " or events" : ""} and 2 MiB. Text files of spreadsheets and JSON files
          of records can be read, too. The first line of a CSV file names the columns. Looked for:{" "}
          {labels.map((label) => label.toLowerCase()).join(", ")}. You see and change which column is which on the next
          page.
        </p>
        <FieldError field={file} />
      </div>
      <Field field={text} label="Or paste its text" type="textarea" rows={6} />
      <Field
        field={source}
        label="Where it comes from"
        hint={
          isOfPeople
            ? "Like “Mailchimp” or “Luma, the pizza party of 2026”"
            : "Like “Raindrop”, “Luma” or “The old website”"
        }
      />
      {isOfPeople ? (
        <Field
          field={agreed}
          label="What they agreed to"
          type="textarea"
          rows={3}
          hint="The words of the form there, for example “Send me news of your events by email”. It is kept with each address, and the email that asks to confirm repeats it."
        />
      ) : null}
      <Button data-busy="Reading …">Read the file</Button>
    </form>
  );
}
