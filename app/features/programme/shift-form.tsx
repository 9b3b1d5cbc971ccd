import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import { useAdminForm } from "../../admin/returned-form.tsx";
import { pluralize } from "../../platform/text/pluralize.ts";
import { longWeekday } from "../../platform/text/site-time.ts";
import { Button } from "../../ui/button.tsx";
import { Field, SelectField } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { daysOf } from "./programme.ts";
import type { EditedTalk } from "./programme-editing.server.ts";
import { type ShiftFields, shiftSchema } from "./shift.schema.ts";

/** The latest change to a day's talks, by which a form that is sent twice is detected. */
const versionOfDay = (talks: EditedTalk[]) =>
  talks.reduce((latest, { updated_at }) => (updated_at > latest ? updated_at : latest), "");

interface ShiftFormProps {
  talks: EditedTalk[];
  lastResult?: SubmissionResult<string[]>;
}

export function ShiftForm({ talks, lastResult }: ShiftFormProps) {
  const days = daysOf(talks);
  const [form, fields] = useAdminForm<ShiftFields>({
    id: "shift",
    intent: "shift",
    lastResult,
    defaultValue: { day: days[0]?.day, minutes: 30, direction: "later" },
    constraint: getZodConstraint(shiftSchema),
  });
  return (
    <form {...getFormProps(form)} method="post" className="form">
      <ErrorSummary fields={[fields.day, fields.minutes]} formError={form.errors?.[0]} />
      {days.map(({ day, talks: own }) => (
        <input key={day} type="hidden" name={`version-${day}`} value={versionOfDay(own)} />
      ))}
      <div className="four-fields">
        <SelectField
          field={fields.day}
          label="All of"
          options={days.map(({ day, talks: own }) => ({
            value: day,
            label: `${longWeekday(day)} (${pluralize(own.length, "talk")})`,
          }))}
        />
        <Field field={fields.minutes} label="Minutes" type="number" />
        <SelectField
          field={fields.direction}
          label="Direction"
          options={[
            { value: "later", label: "Later" },
            { value: "earlier", label: "Earlier" },
          ]}
        />
      </div>
      <div className="actions">
        <Button name="intent" value="shift" looks={["small"]} data-busy="Moving …">
          Move the day
        </Button>
      </div>
    </form>
  );
}
