import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import type { z } from "zod";
import { useAdminForm, Version } from "../../../admin/returned-form.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { ErrorSummary } from "../../../ui/form-messages.tsx";
import { describedSchema } from "../../pictures/pictures.schema.ts";
import type { EditedEvent } from "../form/event-editing.server.ts";

export function PosterForm({ event, lastResult }: { event: EditedEvent; lastResult?: SubmissionResult<string[]> }) {
  const [form, { alt }] = useAdminForm<z.input<typeof describedSchema>>({
    id: "poster",
    intent: "describe",
    lastResult,
    defaultValue: { alt: event.poster_alt ?? "" },
    constraint: getZodConstraint(describedSchema),
  });
  return (
    <form {...getFormProps(form)} method="post" className="form">
      <ErrorSummary fields={[alt]} formError={form.errors?.[0]} />
      <input type="hidden" name="intent" value="describe" />
      <Version at={event.updated_at} />
      <Field field={alt} label="Description with this event" hint="What it shows, for people who cannot see it" />
      <Button data-busy="Saving …">Save description</Button>
    </form>
  );
}
