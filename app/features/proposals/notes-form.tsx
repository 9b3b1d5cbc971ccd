import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import type { z } from "zod";
import { useAdminForm, Version } from "../../admin/returned-form.tsx";
import { Button } from "../../ui/button.tsx";
import { CheckField, Field } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import type { Proposal } from "./calls.server.ts";
import { notesSchema } from "./proposals.schema.ts";

export function NotesForm({ proposal, lastResult }: { proposal: Proposal; lastResult?: SubmissionResult<string[]> }) {
  const [form, fields] = useAdminForm<z.input<typeof notesSchema>>({
    id: "notes-form",
    intent: "note",
    lastResult,
    defaultValue: { notes: proposal.notes, discussed: proposal.state === "discussed" },
    constraint: getZodConstraint(notesSchema),
  });
  return (
    <form {...getFormProps(form)} method="post" className="form">
      <ErrorSummary fields={[fields.notes]} formError={form.errors?.[0]} />
      <Version at={proposal.updated_at} />
      {proposal.decided_at ? null : <CheckField field={fields.discussed} label="In discussion" />}
      <Field
        field={fields.notes}
        label="Notes"
        type="textarea"
        rows={4}
        hint="Admins read them, and the person gets them if they ask for their data."
      />
      <Button name="intent" value="note" looks={["small"]}>
        Save
      </Button>
    </form>
  );
}
