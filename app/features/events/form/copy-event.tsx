import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { useAdminForm } from "../../../admin/returned-form.tsx";
import { zone } from "../../../community.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { ErrorSummary } from "../../../ui/form-messages.tsx";
import type { EventDates } from "../event/event.ts";
import { dateFieldsOf } from "../event/event-times.ts";
import type { CopyFields } from "./copy-event.schema.ts";
import type { EditedEvent } from "./event-editing.server.ts";
import { eventLabels } from "./events.schema.ts";

interface WhatIsCopiedProps {
  event: Pick<EditedEvent, "for_people_of">;
  workshops: Pick<EditedEvent, "id" | "title">[];
}

export function WhatIsCopied({ event, workshops }: WhatIsCopiedProps) {
  return (
    <dl className="facts long">
      <dt>Copied</dt>
      <dd>
        Words, poster, settings and open questions, and of the program the rooms, breaks and social parts. Their times
        and the sign-up dates move with the date.
      </dd>
      <dt>Not copied</dt>
      <dd>People, emails, links, talks and speakers</dd>
      {workshops.length > 0 ? (
        <>
          <dt>Workshops</dt>
          <dd>
            Not copied with it. Copy each after this event, and choose the new main event in its details:
            <ul className="bullets">
              {workshops.map(({ id, title }) => (
                <li key={id}>
                  <a href={`/admin/events/${id}/copy`}>{title}</a>
                </li>
              ))}
            </ul>
          </dd>
        </>
      ) : null}
      {event.for_people_of ? (
        <>
          <dt>Who signs up</dt>
          <dd>Everybody, until you choose its main event</dd>
        </>
      ) : (
        <>
          <dt>Waitlist</dt>
          <dd>
            Everyone who joined it after this event was over moves to that of the first edition that is published with a
            date.
          </dd>
        </>
      )}
    </dl>
  );
}

interface CopyEventProps {
  event: EventDates;
  lastResult?: SubmissionResult<string[]>;
}

export function CopyEvent({ event, lastResult }: CopyEventProps) {
  const { start, end } = dateFieldsOf(event);
  const [form, fields] = useAdminForm<CopyFields>({ id: "copy", lastResult, defaultValue: { start, end } });
  return (
    <form {...getFormProps(form)} method="post" className="form">
      <ErrorSummary
        fields={[fields.key, fields.date, fields.start, fields.end, fields.end_date]}
        formError={form.errors?.[0]}
      />
      <Field
        field={fields.key}
        label="Key"
        hint="Part of the link of the next edition, /events/key; it cannot be changed later"
      />
      <fieldset className="form group-of-fields">
        <legend>When, in {zone.place} time</legend>
        <div className="four-fields">
          <Field field={fields.date} label={eventLabels.date} type="date" hint="If left empty, it is to be announced" />
          {event.date_precision === "day" ? null : (
            <>
              <Field field={fields.start} label={eventLabels.start} type="time" />
              <Field field={fields.end} label={eventLabels.end} type="time" hint="Optional; may be after midnight" />
            </>
          )}
          <Field field={fields.end_date} label={eventLabels.end_date} type="date" hint="If it lasts several days" />
        </div>
      </fieldset>
      <Button data-busy="Copying …">Copy as a draft</Button>
    </form>
  );
}
