import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import { useAdminForm, Version } from "../../admin/returned-form.tsx";
import { greeting } from "../../community.ts";
import { zoneInWords } from "../../platform/text/site-time.ts";
import { momentField } from "../../platform/text/typed-moments.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import type { EditedCall } from "./calls.server.ts";
import { type CallFields, callSchema } from "./proposals.schema.ts";

const first = {
  accepted_text: `${greeting} {name},

Mahalo for proposing “{title}” for {event}. We are happy to accept it, and will write to you about the day, time and room.`,
  declined_text: `${greeting} {name},

Mahalo for proposing “{title}” for {event}. There were more good talks than hours, and we could not fit yours in. We hope to see you there.`,
};

export function CallForm({ call, lastResult }: { call: EditedCall | null; lastResult?: SubmissionResult<string[]> }) {
  const [form, fields] = useAdminForm<CallFields>({
    id: "call",
    lastResult,
    defaultValue: call ? { ...call, deadline: momentField(call.deadline) } : first,
    constraint: getZodConstraint(callSchema),
  });
  const { deadline, about, accepted_text: accepted, declined_text: declined } = fields;
  const placeholders = "{name}, {title} and {event} are replaced.";
  return (
    <form {...getFormProps(form)} method="post" className="form">
      <ErrorSummary fields={[deadline, about, accepted, declined]} formError={form.errors?.[0]} />
      {call ? <Version at={call.updated_at} /> : null}
      <div className="two-fields">
        <Field
          field={deadline}
          label="Deadline"
          type="datetime-local"
          hint={`In ${zoneInWords}. A time in the past closes the call.`}
        />
      </div>
      <Field
        field={about}
        label="What you are looking for"
        type="textarea"
        rows={5}
        hint="Optional, public. Markdown."
      />
      <Field field={accepted} label="Email to those who are accepted" type="textarea" rows={5} hint={placeholders} />
      <Field field={declined} label="Email to those who are not" type="textarea" rows={5} hint={placeholders} />
      <Button data-busy="Saving …">Save</Button>
    </form>
  );
}
