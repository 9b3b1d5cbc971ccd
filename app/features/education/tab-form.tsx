import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import { useAdminForm, Version } from "../../admin/returned-form.tsx";
import { Button } from "../../ui/button.tsx";
import { CheckField, Field } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { type TabFields, tabLabels, tabSchema } from "./tabs.schema.ts";

interface TabFormProps {
  intent: "create" | "save";
  submit: string;
  newId?: string;
  values?: TabFields;
  version?: string;
  lastResult?: SubmissionResult<string[]>;
}

export function TabForm({ intent, submit, newId, values, version, lastResult }: TabFormProps) {
  const [form, fields] = useAdminForm<TabFields>({
    id: `tab-${intent}`,
    lastResult,
    defaultValue: values ?? { is_active: true },
    constraint: getZodConstraint(tabSchema),
  });
  return (
    <form {...getFormProps(form)} method="post" className="form">
      <ErrorSummary fields={[fields.label, fields.tab_key]} formError={form.errors?.[0]} />
      <input type="hidden" name="intent" value={intent} />
      {version ? <Version at={version} /> : <input type="hidden" name="new_id" value={newId} />}
      <Field field={fields.label} label={tabLabels.label} />
      <Field
        field={fields.tab_key}
        label={tabLabels.tab_key}
        hint={
          values
            ? `Part of the link, /education?tab=${values.tab_key}, and of every link to this tab. If you change it, those links still work until another tab takes the old key.`
            : "Part of the link: /education?tab=key"
        }
      />
      <CheckField field={fields.is_active} label={tabLabels.is_active} />
      <Button data-busy="Saving …">{submit}</Button>
    </form>
  );
}
