import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import type { z } from "zod";
import { Button } from "../../ui/button.tsx";
import { Field, Honeypot } from "../../ui/field.tsx";
import { ErrorSummary, Notice, Toast } from "../../ui/form-messages.tsx";
import { newsletterSchema } from "./newsletter.schema.ts";

interface NewsletterFormProps {
  lastResult?: SubmissionResult<string[]>;
  done: "subscribed" | "pending" | null;
}

/** The newsletter box; lives in the element with id "newsletter", which the enhance script exchanges. */
export function NewsletterForm({ lastResult, done }: NewsletterFormProps) {
  const [form, fields] = useForm<z.input<typeof newsletterSchema>>({
    id: "newsletter-form",
    lastResult,
    constraint: getZodConstraint(newsletterSchema),
    defaultNoValidate: false,
  });
  const thanks = "Thanks for subscribing!";
  const next = done === "pending" ? "Check your email to confirm." : undefined;
  return (
    <>
      {done && !lastResult ? (
        <>
          <Notice title={thanks}>{next}</Notice>
          <div className="toasts">
            <Toast title={thanks}>{next}</Toast>
          </div>
        </>
      ) : null}
      <div className="mt-4">
        <form
          {...getFormProps(form)}
          method="post"
          className="form"
          data-region="newsletter"
          data-needs="email"
          data-error="Network error. Please check your connection and try again."
        >
          <ErrorSummary fields={[fields.email]} formError={form.errors?.[0]} />
          <Field field={fields.email} label="Email" type="email" autoComplete="email" />
          <Honeypot formId={form.id} />
          <Button data-busy="Subscribing …">Subscribe</Button>
          <p className="hint">Your address is used only for this letter. Leave whenever you like.</p>
        </form>
      </div>
    </>
  );
}
