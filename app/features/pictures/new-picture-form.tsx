import { getFormProps, getInputProps, type SubmissionResult } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import type { ReactNode } from "react";
import type { z } from "zod";
import { useAdminForm } from "../../admin/returned-form.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { Icon } from "../../ui/icon.tsx";
import resize from "./picture-resize.ts?worker&url";
import { newPictureSchema } from "./pictures.schema.ts";

interface NewPictureFormProps {
  newId: string;
  lastResult?: SubmissionResult<string[]>;
  save: string;
  children?: ReactNode;
}

/** The script picture-resize.ts adds smaller versions; without it only the original is sent. */
export function NewPictureForm({ newId, lastResult, save, children }: NewPictureFormProps) {
  const [form, fields] = useAdminForm<z.input<typeof newPictureSchema>>({
    id: "new-picture",
    intent: "add",
    lastResult,
    defaultValue: {},
    constraint: getZodConstraint(newPictureSchema),
  });
  const { picture, alt } = fields;
  const { key, ...input } = getInputProps(picture, { type: "file" });
  return (
    <form {...getFormProps(form)} method="post" encType="multipart/form-data" className="form" data-new-picture="">
      <ErrorSummary fields={[picture, alt]} formError={form.errors?.[0]} />
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="new_id" value={newId} />
      {children}
      <div className="field">
        <label htmlFor={picture.id}>File</label>
        <input
          key={key}
          {...input}
          required
          accept="image/jpeg,image/png,image/webp,image/avif"
          aria-describedby={[picture.errors ? picture.errorId : "", `${picture.id}-hint`].filter(Boolean).join(" ")}
        />
        <p className="hint" id={`${picture.id}-hint`}>
          JPEG, PNG, WebP or AVIF, at most 5 MiB
        </p>
        {picture.errors ? (
          <p className="error" id={picture.errorId}>
            <Icon name="alert" />
            {picture.errors[0]}
          </p>
        ) : null}
      </div>
      <Field field={alt} label="Description" hint="What the picture shows, for people who cannot see it" />
      <Button data-busy="Saving …">{save}</Button>
      <p className="hint" data-picture-state role="status" />
      <script src={resize} defer />
    </form>
  );
}
