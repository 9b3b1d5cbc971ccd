import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import type { z } from "zod";
import { useAdminForm } from "../../admin/returned-form.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { placeNotesSchema } from "./place.schema.ts";
import type { PlaceNotes } from "./place-notes.server.ts";

interface PlaceNotesFormProps {
  notes: PlaceNotes | null;
  lastResult?: SubmissionResult<string[]>;
}

export function PlaceNotesForm({ notes, lastResult }: PlaceNotesFormProps) {
  const [form, fields] = useAdminForm<z.input<typeof placeNotesSchema>>({
    id: "place-notes",
    lastResult,
    defaultValue: { notes: notes?.notes },
    constraint: getZodConstraint(placeNotesSchema),
  });
  return (
    <section id="notes" className="panel form-panel" aria-labelledby="notes-title">
      <h2 id="notes-title">Notes for organizers</h2>
      <form {...getFormProps(form)} method="post" className="form">
        <ErrorSummary fields={[fields.notes]} formError={form.errors?.[0]} />
        <input type="hidden" name="intent" value="notes" />
        <input type="hidden" name="notes_version" value={notes?.updated_at ?? ""} />
        <Field
          field={fields.notes}
          label="Keys, Wi-Fi, contacts"
          type="textarea"
          rows={6}
          hint="All admins can read this on this page. No public page, email, search, file or log contains it."
        />
        <Button looks={["ghost"]} data-busy="Saving …">
          Save notes
        </Button>
      </form>
    </section>
  );
}
