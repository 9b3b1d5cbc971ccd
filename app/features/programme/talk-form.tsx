import { type FieldMetadata, getCollectionProps, getFormProps, type SubmissionResult } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import { differencesOf } from "../../admin/fields.ts";
import { PreviewButton } from "../../admin/preview-button.tsx";
import { useAdminForm, Version } from "../../admin/returned-form.tsx";
import { SaveBar } from "../../admin/save-bar.tsx";
import { zone } from "../../community.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField, Field, FieldError, SelectField } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { markdownHint } from "../markdown/markdown-text.tsx";
import { kindNames, type Language, languageNames, levelNames } from "./programme.ts";
import type { EditedProgramme, EditedTalk } from "./programme-editing.server.ts";
import { kinds, levels } from "./programme-states.ts";
import { type TalkFields, type TalkInput, talkLabels, talkSchema } from "./talk.schema.ts";
import { type likelySlot, timeFieldsOf } from "./talk-times.ts";

const kindOptions = kinds.map((value) => ({ value, label: kindNames[value] }));
const levelOptions = [
  { value: "", label: "Not said" },
  ...levels.map((value) => ({ value, label: levelNames[value] })),
];
const languageOptions = Object.entries(languageNames).map(([value, label]) => ({ value, label }));

const fieldsOf = (talk: EditedTalk) => ({
  ...talk,
  ...timeFieldsOf(talk),
  room: talk.room_id === null ? undefined : String(talk.room_id),
  workshop: talk.workshop_id ?? undefined,
  language: talk.language as Language,
  canceled: talk.status === "cancelled",
  to_be_announced: !talk.is_announced,
});

export function talkDifferences(talk: EditedTalk, typed: TalkInput, { rooms, speakers, workshops }: EditedProgramme) {
  const named = (fields: ReturnType<typeof fieldsOf> | TalkInput) => ({
    ...fields,
    speakers: fields.speakers.map((each) => speakers.find(({ id }) => id === each)?.name),
  });
  return differencesOf(talkLabels, named(fieldsOf(talk)), named(typed), {
    kind: kindOptions,
    language: languageOptions,
    room: rooms.map(({ id, name: label }) => ({ value: String(id), label })),
    workshop: workshops.map(({ id: value, title: label }) => ({ value, label })),
  });
}

interface TalkFormProps {
  submit: string;
  programme: EditedProgramme;
  talk?: EditedTalk;
  /** what the form of a new talk begins with */
  slot?: ReturnType<typeof likelySlot>;
  newId?: string;
  lastResult?: SubmissionResult<string[]>;
}

export function TalkForm({ submit, programme, talk, slot, newId, lastResult }: TalkFormProps) {
  const { rooms, speakers, workshops } = programme;
  const [form, fields] = useAdminForm<TalkFields>({
    id: "talk",
    lastResult,
    defaultValue: talk ? fieldsOf(talk) : { kind: "talk", language: "en", ...slot },
    constraint: getZodConstraint(talkSchema),
  });
  return (
    <form {...getFormProps(form)} method="post" className="form">
      <ErrorSummary
        fields={(Object.keys(talkLabels) as (keyof TalkFields)[]).map((name) => fields[name])}
        formError={form.errors?.[0]}
      />
      {talk ? <Version at={talk.updated_at} /> : <input type="hidden" name="new_id" value={newId} />}
      <Field field={fields.title} label={talkLabels.title} />
      <div className="four-fields">
        <SelectField field={fields.kind} label={talkLabels.kind} options={kindOptions} />
        <SelectField field={fields.level} label={talkLabels.level} options={levelOptions} />
        <SelectField field={fields.language} label={talkLabels.language} options={languageOptions} />
      </div>
      <fieldset className="form group-of-fields">
        <legend>When and where, in {zone.place} time</legend>
        <div className="four-fields">
          <Field field={fields.day} label={talkLabels.day} type="date" hint="Empty while it is not known" />
          <Field field={fields.start} label={talkLabels.start} type="time" />
          <Field
            field={fields.end}
            label={talkLabels.end}
            type="time"
            hint="If it is not after the start, it is on the next morning"
          />
          <SelectField
            field={fields.room}
            label={talkLabels.room}
            options={[
              { value: "", label: "None" },
              ...rooms.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            hint={rooms.length > 0 ? "None for a break, for example" : "Add rooms at Rooms first"}
          />
        </div>
      </fieldset>
      <SelectField
        field={fields.workshop}
        label={talkLabels.workshop}
        options={[
          { value: "", label: "No sign-up needed" },
          ...workshops.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        hint="For a workshop with limited spots: make an event that is only for people with a reservation at this one, and choose it here. The program then says how many spots are left. Day, time and room are changed at both."
      />
      <SpeakerChoice field={fields.speakers} speakers={speakers} />
      <Field
        field={fields.abstract}
        label={talkLabels.abstract}
        type="textarea"
        rows={8}
        hint={`Optional. ${markdownHint}`}
      />
      <fieldset className="form group-of-fields">
        <legend>Afterwards</legend>
        <Field field={fields.slides_url} label={talkLabels.slides_url} type="url" hint="Optional" />
        <Field field={fields.recording_url} label={talkLabels.recording_url} type="url" hint="Optional" />
      </fieldset>
      <CheckField
        field={fields.to_be_announced}
        label={talkLabels.to_be_announced}
        hint="Visitors see its kind, time and room, and nothing else."
      />
      <CheckField
        field={fields.canceled}
        label={talkLabels.canceled}
        hint="It stays in the program, marked as canceled, and leaves its room free for another one."
      />
      <SaveBar>
        <Button data-busy="Saving …">{submit}</Button>
        <PreviewButton />
      </SaveBar>
    </form>
  );
}

interface SpeakerChoiceProps {
  field: FieldMetadata<string[]>;
  speakers: EditedProgramme["speakers"];
}

function SpeakerChoice({ field, speakers }: SpeakerChoiceProps) {
  const options = getCollectionProps(field, { type: "checkbox", options: speakers.map(({ id }) => id) });
  return (
    <fieldset className="form group-of-fields" id={field.id}>
      <legend>{talkLabels.speakers}</legend>
      {speakers.length === 0 ? <p className="hint">Add people at Speakers first.</p> : null}
      <div className="field">
        {options.map(({ key, ...input }, at) => (
          <label key={key} className="choice">
            <input {...input} />
            {speakers[at]?.name}
          </label>
        ))}
        <FieldError field={field} />
      </div>
    </fieldset>
  );
}
