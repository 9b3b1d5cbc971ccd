import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import { differencesOf } from "../../admin/fields.ts";
import { useAdminForm, Version } from "../../admin/returned-form.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { markdownHint } from "../markdown/markdown-text.tsx";
import { PictureSelect } from "../site/picture-select.tsx";
import type { SitePicture } from "../site/site-pictures.server.ts";
import type { EditedSpeaker } from "./programme-editing.server.ts";
import { type SpeakerFields, type SpeakerInput, speakerLabels, speakerSchema } from "./speaker.schema.ts";

const fieldsOf = (speaker: EditedSpeaker) => ({ ...speaker, picture: speaker.picture_path });

export const speakerDifferences = (speaker: EditedSpeaker, typed: SpeakerInput) =>
  differencesOf(speakerLabels, fieldsOf(speaker), typed);

interface SpeakerFormProps {
  submit: string;
  pictures: SitePicture[];
  speaker?: EditedSpeaker;
  newId?: string;
  lastResult?: SubmissionResult<string[]>;
}

export function SpeakerForm({ submit, pictures, speaker, newId, lastResult }: SpeakerFormProps) {
  const [form, fields] = useAdminForm<SpeakerFields>({
    id: "speaker",
    lastResult,
    defaultValue: speaker ? fieldsOf(speaker) : {},
    constraint: getZodConstraint(speakerSchema),
  });
  return (
    <form {...getFormProps(form)} method="post" className="form">
      <ErrorSummary
        fields={(Object.keys(speakerLabels) as (keyof SpeakerFields)[]).map((name) => fields[name])}
        formError={form.errors?.[0]}
      />
      {speaker ? <Version at={speaker.updated_at} /> : <input type="hidden" name="new_id" value={newId} />}
      <Field field={fields.name} label={speakerLabels.name} autoComplete="off" />
      <Field field={fields.organization} label={speakerLabels.organization} autoComplete="off" hint="Optional" />
      <Field
        field={fields.biography}
        label={speakerLabels.biography}
        type="textarea"
        rows={6}
        hint={`Optional, public, without email addresses. ${markdownHint}`}
      />
      <Field field={fields.link_url} label={speakerLabels.link_url} type="url" hint="Optional; one page about them" />
      <PictureSelect
        field={fields.picture}
        label={speakerLabels.picture}
        none="None"
        pictures={pictures}
        hint="From the picture library, with the description there. The newest 100 are listed."
      />
      <Button data-busy="Saving …">{submit}</Button>
    </form>
  );
}
