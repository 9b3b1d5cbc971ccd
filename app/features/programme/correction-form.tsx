import { type FieldMetadata, getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { markdownHint } from "../markdown/markdown-text.tsx";
import { correctionSchema, talkFields } from "./correction.schema.ts";
import type { Correction, SpeakerWords } from "./corrections.server.ts";
import { speakerLabels } from "./speaker.schema.ts";

interface CorrectionFormProps {
  words: SpeakerWords;
  correction: Correction | null;
  lastResult?: SubmissionResult<string[]>;
}

export function CorrectionForm({ words, correction, lastResult }: CorrectionFormProps) {
  const shown = { ...words, ...correction };
  const talks = words.talks.map((talk) => ({ ...talk, ...correction?.talks?.find(({ id }) => id === talk.id) }));
  const [form, fieldset] = useForm<Record<string, string | undefined>>({
    id: "correction",
    lastResult,
    defaultValue: {
      name: shown.name,
      organization: shown.organization ?? undefined,
      biography: shown.biography,
      link_url: shown.link_url ?? undefined,
      ...Object.fromEntries(
        talks.flatMap((talk) => {
          const names = talkFields(talk);
          return [
            [names.title, talk.title],
            [names.abstract, talk.abstract],
          ];
        }),
      ),
    },
    constraint: getZodConstraint(correctionSchema(talks)),
    defaultNoValidate: false,
  });
  const fields = fieldset as Record<string, FieldMetadata<string | undefined>>;
  const field = (name: string) => fields[name] as FieldMetadata<string | undefined>;
  return (
    <form {...getFormProps(form)} method="post" className="form">
      <ErrorSummary
        fields={[
          "name",
          "organization",
          "biography",
          "link_url",
          ...talks.flatMap((talk) => Object.values(talkFields(talk))),
        ].map(field)}
        formError={form.errors?.[0]}
      />
      <Field field={field("name")} label={speakerLabels.name} autoComplete="name" />
      <Field
        field={field("organization")}
        label={speakerLabels.organization}
        autoComplete="organization"
        hint="Optional"
      />
      <Field
        field={field("biography")}
        label={speakerLabels.biography}
        type="textarea"
        hint={`Optional, public, without email addresses. ${markdownHint}`}
      />
      <Field field={field("link_url")} label={speakerLabels.link_url} type="url" hint="Optional; one page about you" />
      {talks.map((talk, index) => (
        <fieldset key={talk.id} className="grid gap-5">
          <legend>{talks.length > 1 ? `Your talk ${index + 1}` : "Your talk"}</legend>
          <Field field={field(talkFields(talk).title)} label="Title" autoComplete="off" />
          <Field
            field={field(talkFields(talk).abstract)}
            label="Abstract"
            type="textarea"
            hint={`Optional, public. ${markdownHint}`}
          />
        </fieldset>
      ))}
      <Button data-busy="Sending …">Send to the organizers</Button>
    </form>
  );
}
