import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import { Button } from "../../ui/button.tsx";
import { Field, Honeypot, RadioFields } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { type SuggestionFields, suggestionSchema } from "./suggestions.schema.ts";

const kinds = [
  { value: "resource", label: "Something for the library: a book, a video, a course, a page" },
  { value: "event", label: "An event by another group" },
];

/** The suggestion form; it is inside the element with id "suggestion", which the enhance script replaces. */
export function SuggestionForm({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  const [form, fields] = useForm<SuggestionFields>({
    id: "suggestion-form",
    lastResult,
    defaultValue: { kind: "resource" },
    constraint: getZodConstraint(suggestionSchema),
    defaultNoValidate: false,
  });
  const { kind, title, url, about, day, place, email } = fields;
  return (
    <form
      {...getFormProps(form)}
      method="post"
      className="form"
      data-region="suggestion"
      data-error="Your suggestion could not be sent. Please try again."
    >
      <ErrorSummary fields={[kind, title, url, about, day, place, email]} formError={form.errors?.[0]} />
      <fieldset>
        <legend>What is it?</legend>
        <RadioFields field={kind} options={kinds} />
      </fieldset>
      <Field field={title} label="Title" />
      <Field field={url} label="Link" type="url" hint="Starts with https:// or http://" />
      <Field field={about} label="What is it about, and whom is it for?" type="textarea" rows={4} />
      <Field field={day} label="Day, if it is an event" hint="Like May 20, 2027 or 5/20/2027" />
      <Field field={place} label="Place, if it is an event" />
      <Field
        field={email}
        label="Email (optional)"
        type="email"
        autoComplete="email"
        hint="We use it for your suggestion, and for nothing else."
      />
      <Honeypot formId={form.id} />
      <Button data-busy="Sending …">Send suggestion</Button>
    </form>
  );
}
