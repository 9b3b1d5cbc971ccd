import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { useAdminForm } from "../../admin/returned-form.tsx";
import { zone } from "../../community.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";

interface AnswersUntilProps {
  /** the last day; null for the start of the event */
  day: string | null;
  lastResult?: SubmissionResult<string[]>;
}

export function AnswersUntil({ day, lastResult }: AnswersUntilProps) {
  const [form, fields] = useAdminForm<{ answers_until: string | undefined }>({
    id: "answers-until-form",
    lastResult,
    defaultValue: { answers_until: day ?? undefined },
  });
  return (
    <section className="panel form-panel" aria-labelledby="answers-until">
      <h2 id="answers-until">When answers can be changed</h2>
      <p>People read and change their answers on their own page. People shows whose answers changed, and when.</p>
      <form {...getFormProps(form)} method="post" className="form">
        <ErrorSummary fields={[fields.answers_until]} formError={form.errors?.[0]} />
        <Field
          field={fields.answers_until}
          label="Last day for changes"
          type="date"
          hint={`In ${zone.place} time, through the end of that day. Empty, or later than the start: until the event starts.`}
        />
        <Button name="intent" value="until" looks={["ghost"]}>
          Save day
        </Button>
      </form>
    </section>
  );
}
