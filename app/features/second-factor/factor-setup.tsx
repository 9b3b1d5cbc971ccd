import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import type { ShownSetup } from "./factor-setup.server.ts";

interface FactorSetupProps {
  setup: ShownSetup;
  lastResult?: SubmissionResult<string[]>;
}

export function FactorSetup({ setup, lastResult }: FactorSetupProps) {
  const [form, fields] = useForm<{ code: string }>({
    id: "set-up",
    lastResult,
    constraint: { code: { required: true, maxLength: 60 } },
    defaultNoValidate: false,
  });
  return (
    <section className="panel narrow" aria-labelledby="set-up-title">
      <h2 id="set-up-title">Set up an authenticator app</h2>
      <ol className="setup">
        <li>Install an authenticator app on your phone, or open the password manager you use.</li>
        <li>
          Scan this code with it.
          <QrCode drawing={setup.drawing} label="QR code for your authenticator app" />
          <p className="hint">
            Can’t scan it? Enter this key instead: <code className="secret">{setup.secret}</code>
          </p>
        </li>
        <li>Enter the code that the app shows. Your other sessions end then.</li>
      </ol>
      <form {...getFormProps(form)} method="post" className="form">
        <ErrorSummary fields={[fields.code]} formError={form.errors?.[0]} />
        <input type="hidden" name="intent" value="set-up" />
        <input type="hidden" name="sealed" value={setup.sealed} />
        <Field
          field={fields.code}
          label="Code from the app"
          autoComplete="one-time-code"
          inputMode="numeric"
          hint="6 digits, within 15 minutes of opening this page."
        />
        <div className="actions">
          <Button data-busy="Checking …">Turn on</Button>
          <a href="/admin/account">Cancel</a>
        </div>
      </form>
    </section>
  );
}
