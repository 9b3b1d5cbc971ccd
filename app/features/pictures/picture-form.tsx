import type { SubmissionResult } from "@conform-to/react";
import { getFormProps } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import type { z } from "zod";
import { useAdminForm, Version } from "../../admin/returned-form.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, FieldError } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { focuses, focusName, sourcesOf } from "./picture.ts";
import { pictureSchema } from "./pictures.schema.ts";
import type { Picture } from "./pictures.server.ts";

export const pictureLabels = { alt: "Description", focus: "What stays in sight" };

export function PictureForm({ picture, lastResult }: { picture: Picture; lastResult?: SubmissionResult<string[]> }) {
  const [form, { alt, focus }] = useAdminForm<z.input<typeof pictureSchema>>({
    id: "picture",
    lastResult,
    defaultValue: { alt: picture.alt, focus: picture.focus },
    constraint: getZodConstraint(pictureSchema),
  });
  return (
    <form {...getFormProps(form)} method="post" className="form">
      <ErrorSummary fields={[alt, focus]} formError={form.errors?.[0]} />
      <input type="hidden" name="intent" value="save" />
      <Version at={picture.updated_at} />
      <Field field={alt} label="Description" hint="What the picture shows, for people who cannot see it" />
      <fieldset id={focus.id} className="field" aria-describedby={`${focus.id}-hint`}>
        <legend>What stays in sight</legend>
        <p className="hint" id={`${focus.id}-hint`}>
          Where a page crops this picture, it keeps the part that you choose.
        </p>
        <FieldError field={focus} />
        <div className="focus-grid">
          <img
            src={picture.path}
            {...sourcesOf(picture.path, "(min-width: 64rem) 34rem, 92vw")}
            alt=""
            width={picture.width}
            height={picture.height}
          />
          <div className="ninths">
            {focuses.map((each) => (
              <label key={each} title={focusName(each)}>
                <input
                  type="radio"
                  name={focus.name}
                  value={each}
                  required
                  defaultChecked={focus.initialValue === each}
                />
                <span className="visually-hidden">{focusName(each)}</span>
              </label>
            ))}
          </div>
        </div>
      </fieldset>
      <Button data-busy="Saving …">Save</Button>
    </form>
  );
}
