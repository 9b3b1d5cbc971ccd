import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import type { z } from "zod";
import { Button } from "../../ui/button.tsx";
import { Field, Honeypot } from "../../ui/field.tsx";
import { ErrorSummary, Notice, Toast } from "../../ui/form-messages.tsx";
import { LetterWait } from "../../ui/letter-wait.tsx";
import { ifNoneComes } from "../mail/mail-words.ts";
import { seriesConsent, subscriptionSchema } from "./subscription.schema.ts";

interface SubscribeFormProps {
  lastResult?: SubmissionResult<string[]>;
  isAsked: boolean;
}

const asked = {
  title: "Check your email.",
  next: "You are subscribed once you open the link in our email and confirm.",
};

/** The form to subscribe to a series; belongs in the element with id "subscribe", which the enhance script replaces. */
export function SubscribeForm({ lastResult, isAsked }: SubscribeFormProps) {
  const [form, fields] = useForm<z.input<typeof subscriptionSchema>>({
    id: "subscribe-form",
    lastResult,
    constraint: getZodConstraint(subscriptionSchema),
    defaultNoValidate: false,
  });
  return (
    <div className="mt-4 max-w-xl">
      {isAsked && !lastResult ? (
        <>
          <Notice title={asked.title}>
            {asked.next} {ifNoneComes}
            <LetterWait />
          </Notice>
          <div className="toasts">
            <Toast title={asked.title}>{asked.next}</Toast>
          </div>
        </>
      ) : null}
      <form
        {...getFormProps(form)}
        method="post"
        className="form mt-4"
        data-region="subscribe"
        data-error="Network error. Please check your connection and try again."
      >
        <ErrorSummary fields={[fields.email]} formError={form.errors?.[0]} />
        <Field field={fields.email} label="Email" type="email" autoComplete="email" />
        <Honeypot formId={form.id} />
        <Button data-busy="Subscribing …">Subscribe</Button>
        <p className="hint">
          {seriesConsent.text} Your email address is used for nothing else, and only the organizers see it.
        </p>
      </form>
    </div>
  );
}
