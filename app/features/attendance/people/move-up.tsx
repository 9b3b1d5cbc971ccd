import { getFormProps, type SubmissionResult } from "@conform-to/react";
import type { z } from "zod";
import { useAdminForm } from "../../../admin/returned-form.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { ErrorSummary } from "../../../ui/form-messages.tsx";
import type { reasonSchema } from "./by-hand.schema.ts";

export function MoveUp({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  const [form, fields] = useAdminForm<z.input<typeof reasonSchema>>({ id: "move", lastResult });
  return (
    <section className="panel" aria-labelledby="move-up">
      <h2 id="move-up">Move to the front of the waitlist</h2>
      <p className="hint">Everyone who waits sees how often admins have done this, but neither for whom nor why.</p>
      <form {...getFormProps(form)} method="post" className="form">
        <ErrorSummary fields={[fields.reason]} formError={form.errors?.[0]} />
        <input type="hidden" name="intent" value="move-up" />
        <Field
          field={fields.reason}
          label="Reason"
          hint="The log keeps it, so write nothing private. For example: gives the first talk"
        />
        <Button looks={["ghost"]}>Move to the front</Button>
      </form>
    </section>
  );
}
