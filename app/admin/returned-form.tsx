import { type DefaultValue, type SubmissionResult, useForm } from "@conform-to/react";
import { useActionData } from "@remix-run/react";
import { createContext, type ReactNode, useContext } from "react";
import { Notice } from "../ui/form-messages.tsx";

interface Returned {
  fields: Record<string, string>;
  files: string[];
}

const ReturnedForm = createContext<Returned | null>(null);

export function ReturnForm({ form, children }: { form: Returned | null; children: ReactNode }) {
  return (
    <ReturnedForm.Provider value={form}>
      {form ? (
        <Notice title="You are signed in again.">
          Your session had ended, so nothing was saved. Check what you entered below, then send it again.
          {form.files.length > 0 ? ` Choose your file again: ${form.files.join(", ")} could not be kept.` : null}
        </Notice>
      ) : null}
      {children}
    </ReturnedForm.Provider>
  );
}

export function useAdminForm<Fields extends Record<string, unknown>>({
  intent,
  ...options
}: {
  id: string;
  intent?: string;
  lastResult?: SubmissionResult<string[]>;
  defaultValue?: DefaultValue<Fields>;
  constraint?: Parameters<typeof useForm<Fields>>[0]["constraint"];
}) {
  const returned = useContext(ReturnedForm);
  const asked = Object.entries(options.constraint ?? {}).filter(([, { required }]) => required);
  const isIntended = intent === undefined || returned?.fields.intent === intent;
  const isThis = returned && isIntended && asked.every(([name]) => name in returned.fields);
  const lastResult = options.lastResult ?? (isThis ? { initialValue: returned.fields } : undefined);
  return useForm<Fields>({ ...options, lastResult, defaultNoValidate: false });
}

interface Refusal {
  result?: SubmissionResult<string[]>;
  conflict?: unknown;
}

/**
 * Carries the `updated_at` that a form was rendered from. A form that was interrupted or rejected keeps the original
 * value, so that changes saved by others meanwhile are still detected. After a conflict was shown, the latest value is
 * used.
 * @param at the latest `updated_at`
 */
export function Version({ at }: { at: string }) {
  const interrupted = useContext(ReturnedForm)?.fields.version;
  const answer = useActionData<Refusal>();
  const sent = answer?.conflict ? undefined : answer?.result?.initialValue?.version;
  return <input type="hidden" name="version" value={interrupted ?? (typeof sent === "string" ? sent : at)} />;
}
