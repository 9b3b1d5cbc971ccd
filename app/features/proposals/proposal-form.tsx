import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import { Button } from "../../ui/button.tsx";
import { Field, Honeypot, SelectField } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { markdownHint } from "../markdown/markdown-text.tsx";
import { kindNames } from "../programme/programme.ts";
import { changedProposalSchema, type ProposalFields, proposalSchema, proposedKinds } from "./proposals.schema.ts";

const kindOptions = proposedKinds.map((value) => ({ value, label: kindNames[value] }));

interface ProposalFormProps {
  proposal?: ProposalFields;
  lastResult?: SubmissionResult<string[]>;
}

export function ProposalForm({ proposal, lastResult }: ProposalFormProps) {
  const [form, fields] = useForm<ProposalFields>({
    id: "proposal-form",
    lastResult,
    defaultValue: proposal ?? { kind: "talk" },
    constraint: getZodConstraint(proposal ? changedProposalSchema : proposalSchema),
    defaultNoValidate: false,
  });
  const { title, kind, abstract, name, email } = fields;
  return (
    <form {...getFormProps(form)} method="post" className="form">
      <ErrorSummary fields={[title, kind, abstract, name, email]} formError={form.errors?.[0]} />
      <Field field={title} label="Title" autoComplete="off" />
      <SelectField field={kind} label="Kind" options={kindOptions} />
      <Field
        field={abstract}
        label="What is it about, and for whom?"
        type="textarea"
        hint={`In the program if it is accepted. ${markdownHint}`}
      />
      <Field field={name} label="Your name" autoComplete="name" hint="As the program shows it" />
      {proposal ? null : (
        <>
          <Field
            field={email}
            label="Email"
            type="email"
            autoComplete="email"
            hint="Never public. We write there about your talk, and about nothing else."
          />
          <Honeypot formId={form.id} />
        </>
      )}
      <Button name="intent" value="save" data-busy="Sending …">
        {proposal ? "Save" : "Propose this talk"}
      </Button>
    </form>
  );
}
