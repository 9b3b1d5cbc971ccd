import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import { Button } from "../../ui/button.tsx";
import { Field, Honeypot } from "../../ui/field.tsx";
import { ErrorSummary, Notice, Toast } from "../../ui/form-messages.tsx";
import { type ContactFields, contactLabels, contactSchema } from "./contact.schema.ts";

const constraint = getZodConstraint(contactSchema);

interface ContactFormProps {
  lastResult?: SubmissionResult<string[]>;
}

export function ContactForm({ lastResult }: ContactFormProps) {
  const [form, fields] = useForm<ContactFields>({
    id: "contact-form",
    lastResult,
    constraint,
    defaultNoValidate: false,
  });
  return (
    <div className="mt-6">
      <form
        {...getFormProps(form)}
        method="post"
        className="form"
        data-region="message"
        data-error="Your message could not be sent. Please try again."
      >
        {lastResult ? (
          <ErrorSummary fields={[fields.name, fields.email, fields.message]} formError={form.errors?.[0]} />
        ) : null}
        <Field field={fields.name} label={contactLabels.name} autoComplete="name" />
        <Field field={fields.email} label={contactLabels.email} type="email" autoComplete="email" />
        <Field field={fields.message} label={contactLabels.message} type="textarea" />
        <Honeypot formId={form.id} />
        <Button data-busy="Sending …">Send Message</Button>
      </form>
    </div>
  );
}

interface ReceiptProps {
  /** the number of the message as people see it: "HB-3F7K" */
  number: string;
  draft: { href: string; cut: boolean };
  openByItself: boolean;
}

/** Shown instead of the form once the message is stored. */
export function Receipt({ number, draft, openByItself }: ReceiptProps) {
  const title = "Thank you! We have your message.";
  return (
    <div className="mt-6 grid justify-items-start gap-5">
      <Notice title={title}>
        It is number <strong>{number}</strong>. We read every message but cannot promise to answer each one.
      </Notice>
      <div className="toasts">
        <Toast title={title} />
      </div>
      <p>
        If you would like a copy among your sent mail, here is the same message as a draft
        {draft.cut ? " (shortened, because mail programs limit its length)" : ""}.
      </p>
      <a className="button ghost" href={draft.href} data-open-draft={openByItself ? "" : undefined}>
        Open the draft in your mail program
      </a>
      <p>
        <a href="/contact">Write another message</a>
      </p>
    </div>
  );
}
