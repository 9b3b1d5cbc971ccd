import { getFormProps, type SubmissionResult } from "@conform-to/react";
import type { z } from "zod";
import { useAdminForm } from "../../../admin/returned-form.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { ErrorSummary } from "../../../ui/form-messages.tsx";
import type { partySchema } from "./by-hand.schema.ts";

interface PartyFormProps {
  party: number;
  hasSender: boolean;
  lastResult?: SubmissionResult<string[]>;
}

export function PartyForm({ party, hasSender, lastResult }: PartyFormProps) {
  const [form, fields] = useAdminForm<z.input<typeof partySchema>>({
    id: "party",
    intent: "party",
    lastResult,
    defaultValue: { party },
  });
  return (
    <section className="panel" aria-labelledby="change-party">
      <h2 id="change-party">Change the number of people</h2>
      <p className="hint">
        {hasSender
          ? "Someone with a spot gets a new ticket by email."
          : "This site sends no email: tell them yourself."}
      </p>
      <form {...getFormProps(form)} method="post" className="form">
        <ErrorSummary fields={[fields.party]} formError={form.errors?.[0]} />
        <input type="hidden" name="intent" value="party" />
        <Field field={fields.party} label="People" type="number" hint="Themselves included" />
        <Button looks={["ghost"]}>Change</Button>
      </form>
    </section>
  );
}
