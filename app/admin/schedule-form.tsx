import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { z } from "zod";
import { zoneNames } from "../platform/text/site-time.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { ErrorSummary } from "../ui/form-messages.tsx";
import type { scheduleSchema } from "./schedule.schema.ts";

/** When an email is sent that does not go out now. @param version of what was read */
export function ScheduleForm({ version, lastResult }: { version: string; lastResult?: SubmissionResult<string[]> }) {
  const [form, fields] = useForm<z.input<typeof scheduleSchema>>({
    id: "schedule",
    lastResult,
    defaultNoValidate: false,
  });
  return (
    <form {...getFormProps(form)} method="post" className="form">
      <h3>Or later</h3>
      <ErrorSummary fields={[fields.date, fields.time]} formError={form.errors?.[0]} />
      <input type="hidden" name="intent" value="schedule" />
      <input type="hidden" name="version" value={version} />
      <div className="four-fields">
        <Field field={fields.date} label="Date" type="date" />
        <Field field={fields.time} label="Time" type="time" hint={zoneNames} />
      </div>
      <div className="actions">
        <Button looks={["ghost"]} data-busy="Saving …">
          Schedule
        </Button>
      </div>
    </form>
  );
}
