import { getFormProps, type SubmissionResult } from "@conform-to/react";
import type { z } from "zod";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { ErrorSummary } from "../ui/form-messages.tsx";
import type { noteSchema } from "./note.schema.ts";
import { useAdminForm, Version } from "./returned-form.tsx";

interface NoteFormProps {
  note: string | null;
  version: string;
  hint: string;
  lastResult?: SubmissionResult<string[]>;
}

export function NoteForm({ note, version, hint, lastResult }: NoteFormProps) {
  const [form, fields] = useAdminForm<z.input<typeof noteSchema>>({
    id: "note-form",
    lastResult,
    defaultValue: { note: note ?? "" },
  });
  return (
    <form {...getFormProps(form)} method="post" className="form">
      <ErrorSummary fields={[fields.note]} formError={form.errors?.[0]} />
      <input type="hidden" name="intent" value="note" />
      <Version at={version} />
      <Field field={fields.note} label="Note" type="textarea" rows={5} hint={hint} />
      <Button data-busy="Saving …">Save note</Button>
    </form>
  );
}
