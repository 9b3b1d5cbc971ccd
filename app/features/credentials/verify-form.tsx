import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Button } from "../../ui/button.tsx";
import { Field, FieldError } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";

export function VerifyForm({ lastResult }: { lastResult?: SubmissionResult<string[]> | null }) {
  const [form, fields] = useForm<{ credential: string; file: File }>({
    id: "verify-form",
    lastResult,
    defaultNoValidate: false,
  });
  const { credential, file } = fields;
  return (
    <form {...getFormProps(form)} method="post" action="/verify" encType="multipart/form-data" className="form">
      <ErrorSummary fields={[credential, file]} />
      <Field
        field={credential}
        label="Credential"
        type="textarea"
        rows={6}
        hint="The whole text of the file attendance.jwt."
      />
      <div className="field">
        <label htmlFor={file.id}>Or its file</label>
        <input
          id={file.id}
          type="file"
          name={file.name}
          accept=".jwt,.txt"
          aria-describedby={file.errors ? file.errorId : undefined}
        />
        <FieldError field={file} />
      </div>
      <Button>Check</Button>
    </form>
  );
}
