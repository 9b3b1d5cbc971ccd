import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { z } from "zod";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { ErrorSummary } from "../../../ui/form-messages.tsx";
import type { correctionSchema } from "../sign-up/waitlist.schema.ts";
import type { Person } from "./person.ts";

interface CorrectPersonProps {
  person: Pick<Person, "name" | "email" | "updated_at" | "delivery">;
  forwardedTo: string | null;
  sendsMail: boolean;
  lastResult?: SubmissionResult<string[]>;
}

export function CorrectPerson({ person, forwardedTo, sendsMail, lastResult }: CorrectPersonProps) {
  const [form, fields] = useForm<z.input<typeof correctionSchema>>({
    id: "correction",
    lastResult,
    defaultValue: { name: person.name, email: person.email },
    defaultNoValidate: false,
  });
  return (
    <section className="panel" aria-labelledby="correct">
      <h2 id="correct">Correct name or address</h2>
      <p className="hint">
        The log records that it was corrected, but keeps neither the old nor the new one.
        {person.delivery?.delivered_at
          ? ` Name and address have already been forwarded: correct them at ${forwardedTo ?? "that service"}, too.`
          : ""}
        {sendsMail
          ? " A new address has to be confirmed anew. Links in emails to the old one stop working at once; “Lost your link?” on the event’s page sends one to the new address."
          : ""}
      </p>
      <form {...getFormProps(form)} method="post" className="form">
        <ErrorSummary fields={[fields.name, fields.email]} formError={form.errors?.[0]} />
        <input type="hidden" name="intent" value="correct" />
        <input type="hidden" name="version" value={person.updated_at} />
        <Field field={fields.name} label="Name" autoComplete="off" />
        <Field field={fields.email} label="Email" type="email" autoComplete="off" />
        <Button data-busy="Saving …">Save correction</Button>
      </form>
    </section>
  );
}
