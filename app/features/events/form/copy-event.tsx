import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { useAdminForm } from "../../../admin/returned-form.tsx";
import { zone } from "../../../community.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { ErrorSummary } from "../../../ui/form-messages.tsx";
import type { EventDates } from "../event/event.ts";
import { dateFieldsOf } from "../event/event-times.ts";
import type { CopyFields } from "./copy-event.schema.ts";
import { eventLabels } from "./events.schema.ts";

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
