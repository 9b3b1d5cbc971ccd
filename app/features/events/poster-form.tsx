import { type FieldMetadata, getFormProps, getInputProps, type SubmissionResult } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import type { z } from "zod";
import { useAdminForm, Version } from "../../admin/returned-form.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { Event } from "./event.ts";
import { posterSchema } from "./events.schema.ts";
import { posterWidths } from "./poster.ts";
import { posterLimit } from "./poster-file.ts";

interface PosterFormProps {
  event: Event;
  lastResult?: SubmissionResult<string[]>;
}

/** The script poster-resize.ts adds smaller pictures to this form; without it the file goes as it is. */
export function PosterForm({ event, lastResult }: PosterFormProps) {
  const [form, fields] = useAdminForm<z.input<typeof posterSchema>>({
    id: "poster",
    lastResult,
    defaultValue: { poster_alt: event.poster_alt ?? undefined },
    constraint: getZodConstraint(posterSchema),
  });
  const resizing = { "data-poster-widths": posterWidths.join(" "), "data-poster-limit": posterLimit };
  return (
    <form {...getFormProps(form)} {...resizing} method="post" encType="multipart/form-data" className="form">
      <ErrorSummary fields={[fields.poster, fields.poster_alt]} formError={form.errors?.[0]} />
      <Version at={event.updated_at} />
      <FileField
        field={fields.poster}
        label={event.poster_path ? "Another file" : "File"}
        hint={`JPEG, PNG, WebP or AVIF, at most 5 MiB${event.poster_path ? ". It replaces the current poster, which is deleted for good." : ""}`}
        required={!event.poster_path}
      />
      <Field field={fields.poster_alt} label="Description" hint="What the poster shows, for people who cannot see it" />
      <Button data-busy="Saving …">Save poster</Button>
      <p className="hint" data-poster-state role="status" />
    </form>
  );
}

interface FileFieldProps {
  field: FieldMetadata<File | undefined>;
  label: string;
  hint: string;
  required: boolean;
}

function FileField({ field, label, hint, required }: FileFieldProps) {
  const { key, ...input } = getInputProps(field, { type: "file" });
  const describedBy = [field.errors ? field.errorId : "", `${field.id}-hint`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={field.id}>{label}</label>
      <input
        key={key}
        {...input}
        required={required}
        accept="image/jpeg,image/png,image/webp,image/avif"
        aria-describedby={describedBy}
      />
      <p className="hint" id={`${field.id}-hint`}>
        {hint}
      </p>
      {field.errors ? (
        <p className="error" id={field.errorId}>
          <Icon name="alert" />
          {field.errors[0]}
        </p>
      ) : null}
    </div>
  );
}
