import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { z } from "zod";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import type { correctionSchema } from "./newsletter.schema.ts";
import type { Subscriber } from "./subscribers.server.ts";

interface CorrectSubscriberProps {
  subscriber: Subscriber;
  back: string;
  isConfirmedByMail: boolean;
  lastResult?: SubmissionResult<string[]>;
}

export function CorrectSubscriber({ subscriber, back, isConfirmedByMail, lastResult }: CorrectSubscriberProps) {
  const [form, fields] = useForm<z.input<typeof correctionSchema>>({
    id: "correction",
    lastResult,
    defaultValue: { email: subscriber.email },
    defaultNoValidate: false,
  });
  return (
    <section className="panel" aria-labelledby="correct">
      <h2 id="correct">Correct {subscriber.email}</h2>
      <p className="hint">
        The log records that it was corrected, but keeps neither the old address nor the new one.
        {isConfirmedByMail ? " The new address gets no issues until its owner confirms it." : ""}
      </p>
      <form {...getFormProps(form)} method="post" className="form">
        <ErrorSummary fields={[fields.email]} formError={form.errors?.[0]} />
        <input type="hidden" name="intent" value="correct" />
        <input type="hidden" name="id" value={subscriber.id} />
        <input type="hidden" name="version" value={subscriber.updated_at} />
        <Field field={fields.email} label="Email" type="email" autoComplete="off" />
        <div className="actions">
          <Button data-busy="Saving …">Save correction</Button>
          <a href={back}>Leave it as it is</a>
        </div>
      </form>
    </section>
  );
}
