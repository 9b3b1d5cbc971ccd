import { type FieldMetadata, getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import type { z } from "zod";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import showPassword from "../../ui/show-password.ts?worker&url";
import { AccountField } from "./account-field.tsx";
import { newPasswordSchema } from "./password.schema.ts";

export function NewPasswordField({ field, label }: { field: FieldMetadata<string | undefined>; label: string }) {
  return (
    <>
      <Field
        field={field}
        label={label}
        type="password"
        autoComplete="new-password"
        hint="12 characters or more. A few unrelated words make a good password."
      />
      <script src={showPassword} defer />
    </>
  );
}

interface NewPasswordFormProps {
  email: string;
  button: { label: string; busy: string };
  lastResult?: SubmissionResult<string[]>;
}

export function NewPasswordForm({ email, button, lastResult }: NewPasswordFormProps) {
  const [form, fields] = useForm<z.input<typeof newPasswordSchema>>({
    id: "new-password",
    lastResult,
    constraint: getZodConstraint(newPasswordSchema),
    defaultNoValidate: false,
  });
  return (
    <form {...getFormProps(form)} method="post" className="form">
      <ErrorSummary fields={[fields.next]} formError={form.errors?.[0]} />
      <AccountField email={email} formId={form.id} />
      <NewPasswordField field={fields.next} label="Password" />
      <Button data-busy={button.busy}>{button.label}</Button>
    </form>
  );
}
