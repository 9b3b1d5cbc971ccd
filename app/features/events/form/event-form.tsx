import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import { differencesOf, optionsOf } from "../../../admin/fields.ts";
import { MoreFields } from "../../../admin/more-fields.tsx";
import { PreviewButton } from "../../../admin/preview-button.tsx";
import { useAdminForm, Version } from "../../../admin/returned-form.tsx";
import { SaveBar } from "../../../admin/save-bar.tsx";
import { zone } from "../../../community.ts";
import { numberText } from "../../../platform/text/number-text.ts";
import { momentField } from "../../../platform/text/typed-moments.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckField, Field, RadioFields, SelectField } from "../../../ui/field.tsx";
import { ErrorSummary } from "../../../ui/form-messages.tsx";
import { markdownHint } from "../../markdown/markdown-text.tsx";
import type { PlaceName } from "../../places/place-editing.server.ts";
import { coHostLines } from "../event/co-hosts.tsx";
import type { Event } from "../event/event.ts";
import {
  eventChoices,
  meetsLabels,
  precisionLabels,
  statusLabels,
  type visibilities,
  visibilityLabels,
} from "../event/event-states.ts";
import { dateFieldsOf } from "../event/event-times.ts";
import { AdmissionFields, admissionOf, admissionOptions, type EventName } from "./admission.tsx";
import type { LaterEdition } from "./edition-changes.server.ts";
import { type EventFields, type EventInput, eventLabels, eventSchema } from "./events.schema.ts";
import { LaterEditions, ScopeFields } from "./later-editions.tsx";

export const statusLabel = (status: Event["status"]) =>
  statusLabels.find(({ value }) => value === status)?.label ?? status;

export type FormEvent = Event & {
  is_published: boolean;
  visibility: (typeof visibilities)[number];
  series_id: string | null;
  ask_days: number | null;
  tells_undecided: boolean;
  for_people_of: string | null;
  place_id: string | null;
};

const eventFields = (event: FormEvent) => ({
  ...event,
  ...dateFieldsOf(event),
  place: event.place_id ? null : event.place,
  admission: admissionOf(event),
  sign_up_opens_at: momentField(event.sign_up_opens_at),
  sign_up_closes_at: momentField(event.sign_up_closes_at),
  co_hosts: coHostLines(event.co_hosts),
});

const fieldNames = ["title", "key", ...Object.keys(eventLabels).slice(1), "scope"] as (keyof EventFields)[];

export function eventDifferences(event: FormEvent, typed: EventInput, choices: EventChoices) {
  const { about = "", co_hosts, ...rest } = typed;
  const yours = { about, co_hosts: coHostLines(co_hosts), ...rest };
  return differencesOf(eventLabels, eventFields(event), yours, {
    ...eventChoices,
    admission: admissionOptions,
    series_id: optionsOf(choices.series),
    place_id: choices.places.map(({ id: value, in_words: label }) => ({ value, label })),
    for_people_of: optionsOf(choices.mainEvents),
  });
}

export interface SeriesName {
  id: string;
  name: string;
}

export interface EventChoices {
  series: SeriesName[];
  mainEvents: EventName[];
  places: PlaceName[];
}

interface EventFormProps extends EventChoices {
  submit: string;
  newId?: string;
  event?: FormEvent;
  asks?: LaterEdition[];
  lastResult?: SubmissionResult<string[]>;
}

export function EventForm({ submit, newId, series, mainEvents, places, event, asks, lastResult }: EventFormProps) {
  const [form, fields] = useAdminForm<EventFields>({
    id: "event",
    lastResult,
    defaultValue: event
      ? { ...eventFields(event), scope: "this" }
      : { date_precision: "exact", admission: "interest", visibility: "public", party_limit: 1, offer_hours: 24 },
    constraint: getZodConstraint(eventSchema),
  });
  // A long text in a script with multi-byte characters fits the request size limit only if it is not percent-encoded.
  return (
    <form {...getFormProps(form)} method="post" encType="multipart/form-data" className="form">
      <ErrorSummary fields={fieldNames.map((name) => fields[name])} formError={form.errors?.[0]} />
      {event ? <Version at={event.updated_at} /> : <input type="hidden" name="new_id" value={newId} />}
      {asks ? <LaterEditions editions={asks} /> : null}
      <Field field={fields.title} label={eventLabels.title} />
      <When fields={fields} />
      <Where fields={fields} places={places} />
      <AdmissionFields fields={fields} givesSpots={event?.takes_reservations ?? false} mainEvents={mainEvents} />
      <Field
        field={fields.summary}
        label={eventLabels.summary}
        type="textarea"
        rows={3}
        hint="One or two sentences, for lists and search engines"
      />
      <Words fields={fields} />
      {event ? <Afterwards fields={fields} /> : null}
      {event ? <Listing fields={fields} series={series} /> : <OwnLink fields={fields} />}
      <Sight fields={fields} />
      <Showing fields={fields} />
      {event?.series ? <ScopeFields field={fields.scope} series={event.series.name} /> : null}
      <SaveBar
        note={
          event?.is_published
            ? "Visitors see what is published within a minute."
            : "It stays a draft until you check the box above."
        }
      >
        <Button data-busy="Saving …">{submit}</Button>
        <PreviewButton />
      </SaveBar>
    </form>
  );
}

type Fields = ReturnType<typeof useAdminForm<EventFields>>[1];

function When({ fields }: { fields: Fields }) {
  return (
    <fieldset className="form group-of-fields">
      <legend>When, in {zone.place} time</legend>
      <SelectField field={fields.date_precision} label={eventLabels.date_precision} options={precisionLabels} />
      <div className="four-fields">
        <Field
          field={fields.date}
          label={eventLabels.date}
          type="date"
          hint="For a month or a quarter, any day in it"
        />
        <Field field={fields.start} label={eventLabels.start} type="time" />
        <Field field={fields.end} label={eventLabels.end} type="time" hint="Optional; may be after midnight" />
        <Field field={fields.end_date} label={eventLabels.end_date} type="date" hint="If it lasts several days" />
      </div>
      <Field
        field={fields.time_note}
        label={eventLabels.time_note}
        hint="Optional, for example: doors open at 5:30 PM"
      />
    </fieldset>
  );
}

function Where({ fields, places }: { fields: Fields; places: PlaceName[] }) {
  return (
    <fieldset className="form group-of-fields">
      <legend>Where, and for how many people</legend>
      <SelectField
        field={fields.meets}
        label={eventLabels.meets}
        options={meetsLabels}
        hint="Once the event is saved, you enter the link to join online at “Join link”. Only people with a spot online see it."
      />
      <SelectField
        field={fields.place_id}
        label={eventLabels.place_id}
        options={[
          { value: "", label: `${eventLabels.place}: entered below` },
          ...places.map(({ id, in_words: words, capacity }) => ({
            value: id,
            label: capacity ? `${words} (room for ${numberText(capacity)})` : words,
          })),
        ]}
        hint="With its address, and how to get there and in. You add places at Places."
      />
      <Field
        field={fields.place}
        label={eventLabels.place}
        hint="Only if it is not among the places, with its address. Of an online event, for example: Online"
      />
      <MoreFields title="Note beside the place, and what to bring" fields={[fields.place_note, fields.to_bring]}>
        <Field
          field={fields.place_note}
          label={eventLabels.place_note}
          hint="Optional, for example: in the garden this time"
        />
        <Field
          field={fields.to_bring}
          label={eventLabels.to_bring}
          hint="Optional, for example: a laptop, and a photo ID for the front desk. An address such as https://… becomes a link."
        />
      </MoreFields>
      <div className="two-fields">
        <Field
          field={fields.attendee_limit}
          label={eventLabels.attendee_limit}
          type="number"
          hint="Optional, unless people reserve on this site"
        />
        <Field
          field={fields.online_limit}
          label={eventLabels.online_limit}
          type="number"
          hint="Of an event that meets in a room and online: the other limit is that of the room then. Each has its own spots and waitlist, and people can switch."
        />
      </div>
    </fieldset>
  );
}

function Words({ fields }: { fields: Fields }) {
  return (
    <MoreFields title="Text and co-hosts" fields={[fields.about, fields.co_hosts]}>
      <Field
        field={fields.about}
        label={eventLabels.about}
        type="textarea"
        hint={`${markdownHint} Leave an empty line between paragraphs.`}
      />
      <Field
        field={fields.co_hosts}
        label={eventLabels.co_hosts}
        type="textarea"
        rows={3}
        hint="Optional, at most six, one per line: the name, then a space and a link or nothing. For example: Makers of Hilo https://makers.example"
      />
    </MoreFields>
  );
}

function Afterwards({ fields }: { fields: Fields }) {
  return (
    <MoreFields title="Once it is over" fields={[fields.recap, fields.recap_url]}>
      <Field
        field={fields.recap}
        label={eventLabels.recap}
        type="textarea"
        rows={4}
        hint="Optional. It comes first on the event’s page, but not before the event is over."
      />
      <Field field={fields.recap_url} label={eventLabels.recap_url} type="url" hint="Optional; shown with that text" />
    </MoreFields>
  );
}

function OwnLink({ fields }: { fields: Fields }) {
  return (
    <MoreFields title="Link" fields={[fields.key]}>
      <Field
        field={fields.key}
        label="Key"
        hint="Part of the link, /events/key; it cannot be changed later. If left empty, it is made from the title."
      />
    </MoreFields>
  );
}

function Listing({ fields, series }: { fields: Fields; series: SeriesName[] }) {
  return (
    <MoreFields title="Tab and series" fields={[fields.tab_label, fields.tab_order, fields.series_id]}>
      <div className="long-and-short">
        <Field
          field={fields.tab_label}
          label={eventLabels.tab_label}
          hint="Optional; if left empty, the title is used"
        />
        <Field
          field={fields.tab_order}
          label={eventLabels.tab_order}
          type="number"
          hint="1 is the first tab. If left empty, the event is listed below the tabs."
        />
      </div>
      <SelectField
        field={fields.series_id}
        label={eventLabels.series_id}
        options={[{ value: "", label: "None" }, ...optionsOf(series)]}
        hint="What this event is one edition of. The pages of its editions lead to each other. You can add a series at Series."
      />
    </MoreFields>
  );
}

function Sight({ fields }: { fields: Fields }) {
  return (
    <fieldset className="form group-of-fields">
      <legend>{eventLabels.visibility}</legend>
      <RadioFields
        field={fields.visibility}
        options={visibilityLabels}
        hint="You find the link at Overview. When you change this, the event gets another link, and the one that people have no longer works. Workshops of an event by link are by link, too."
      />
    </fieldset>
  );
}

function Showing({ fields }: { fields: Fields }) {
  return (
    <fieldset className="form group-of-fields">
      <legend>How it is shown</legend>
      <SelectField
        field={fields.status}
        label={eventLabels.status}
        options={statusLabels}
        hint="Visitors see that it is canceled or postponed. Both hide the ticket link. A canceled event has a closed waitlist and is no longer listed after its day; a postponed one shows no date until you enter the new one here and choose “Scheduled”."
      />
      <CheckField field={fields.is_published} label={eventLabels.is_published} />
    </fieldset>
  );
}
