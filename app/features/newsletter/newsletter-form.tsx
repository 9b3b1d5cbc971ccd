import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import type { z } from "zod";
import { Button } from "../../ui/button.tsx";
import { Field, Honeypot } from "../../ui/field.tsx";
import { ErrorSummary, Notice, Toast } from "../../ui/form-messages.tsx";
import { LetterWait } from "../../ui/letter-wait.tsx";
import { ifNoneComes } from "../mail/mail-words.ts";
import { newsletterSchema } from "./newsletter.schema.ts";

const constraint = getZodConstraint(newsletterSchema);

interface NewsletterFormProps {
  lastResult?: SubmissionResult<string[]>;
  done: keyof typeof words | null;
  /** the host of the provider that gets the address; null if it stays here */
  service: string | null;
}

const thanks = "Thanks for subscribing!";
const words = {
  subscribed: { title: thanks, next: undefined },
  pending: { title: thanks, next: "Check your email to confirm." },
  kept: {
    title: "We could not reach our newsletter service just now.",
    next: "We have kept your address and will try again.",
  },
  "in-turn": { title: thanks, next: "Our newsletter service gets your address in its turn and writes to you." },
};

/** The newsletter form; it is inside the element with id "newsletter", which the enhance script replaces. */
export function NewsletterForm({ lastResult, done, service }: NewsletterFormProps) {
  const [form, fields] = useForm<z.input<typeof newsletterSchema>>({
    id: "newsletter-form",
    lastResult,
    constraint,
    defaultNoValidate: false,
  });
  const said = done && !lastResult ? words[done] : null;
  return (
    <>
      {said ? (
        <>
          <Notice title={said.title}>
            {said.next} {done === "pending" ? ifNoneComes : null}
            <LetterWait />
          </Notice>
          <div className="toasts">
            <Toast title={said.title}>{said.next}</Toast>
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
          {lastResult ? <ErrorSummary fields={[fields.email]} formError={form.errors?.[0]} /> : null}
          <Field field={fields.email} label="Email" type="email" autoComplete="email" />
          <Honeypot formId={form.id} />
          <Button data-busy="Subscribing …">Subscribe</Button>
          <p className="hint">
            Your email address is used only for this newsletter
            {service ? `, which ${service} sends for us` : ", and only the organizers see it"}. Unsubscribe whenever you
            like.
          </p>
        </form>
      </div>
    </>
  );
}
