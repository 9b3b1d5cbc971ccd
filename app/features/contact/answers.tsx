import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import type { z } from "zod";
import { useAdminForm, Version } from "../../admin/returned-form.tsx";
import { type Shape, State } from "../../admin/state.tsx";
import { When } from "../../admin/when.tsx";
import { Button } from "../../ui/button.tsx";
import { CheckField, Field } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { answerSchema } from "./answers.schema.ts";
import type { MessageAnswer } from "./answers.server.ts";
import type { StoredMessage } from "./messages.server.ts";

const onItsWay: [Shape, string] = ["ring", "On its way"];
const states: Record<string, [shape: Shape, label: string]> = {
  due: onItsWay,
  claimed: onItsWay,
  accepted: ["full", "Sent"],
  unknown: ["dashed", "Uncertain: it may not have arrived"],
  left: ["dashed", "Uncertain, left as it is"],
  refused: ["alert", "Refused"],
  bounced: ["alert", "Came back"],
  complained: ["alert", "Reported as spam"],
};

export function Answers({ answers }: { answers: MessageAnswer[] }) {
  return answers.map(({ id, answer, created_at, state }) => {
    const [shape, label] = states[state ?? ""] ?? [];
    return (
      <section key={id} className="panel" aria-labelledby={`answer-${id}`}>
        <h2 id={`answer-${id}`}>
          Answered <When at={created_at} />
        </h2>
        <p className="whitespace-pre-wrap wrap-anywhere">{answer}</p>
        {shape ? (
          <p>
            <State shape={shape}>{label}</State>{" "}
            {shape === "dashed" || shape === "alert" ? <a href="/admin/mails">Emails</a> : null}
          </p>
        ) : null}
      </section>
    );
  });
}

interface AnswerFormProps {
  message: Pick<StoredMessage, "email" | "updated_at">;
  newId: string;
  lastResult?: SubmissionResult<string[]>;
}

export function AnswerForm({ message, newId, lastResult }: AnswerFormProps) {
  const [form, fields] = useAdminForm<z.input<typeof answerSchema>>({
    id: "answer-form",
    lastResult,
    constraint: getZodConstraint(answerSchema),
    defaultValue: { is_done: true },
  });
  return (
    <form {...getFormProps(form)} method="post" className="form">
      <ErrorSummary fields={[fields.answer]} formError={form.errors?.[0]} />
      <input type="hidden" name="intent" value="answer" />
      <input type="hidden" name="new_id" value={newId} />
      <Version at={message.updated_at} />
      <Field
        field={fields.answer}
        label="Answer by email"
        type="textarea"
        hint={`Goes to ${message.email}, with the message quoted below it. Replies come to the organization’s address.`}
      />
      <CheckField field={fields.is_done} label="Mark the message as done" />
      <Button data-busy="Sending …">Send answer</Button>
    </form>
  );
}
