import type { FieldMetadata } from "@conform-to/react";
import { Field } from "../../ui/field.tsx";

interface CodeFieldsProps {
  fields: Record<"code" | "recovery", FieldMetadata<string | undefined>>;
}

export function CodeFields({ fields: { code, recovery } }: CodeFieldsProps) {
  return (
    <>
      <Field
        field={code}
        label="Code from your authenticator app"
        autoComplete="one-time-code"
        inputMode="numeric"
        hint="6 digits, which change every 30 seconds."
      />
      <details open={Boolean(recovery.errors)}>
        <summary>Use a recovery code instead</summary>
        <Field
          field={recovery}
          label="Recovery code"
          autoComplete="off"
          hint="One of the ten codes you saved when you set up the app. Each works once."
        />
      </details>
    </>
  );
}
