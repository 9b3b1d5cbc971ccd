import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import { differencesOf } from "../../admin/fields.ts";
import { useAdminForm, Version } from "../../admin/returned-form.tsx";
import { SaveBar } from "../../admin/save-bar.tsx";
import { Button } from "../../ui/button.tsx";
import { CheckField, Field, SelectField } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { IconPicker } from "./icon-picker.tsx";
import type { EditedResource, TabChoice, Twin } from "./resource-editing.server.ts";
import {
  newResource,
  type ResourceFields,
  type ResourceInput,
  resourceChoices,
  resourceLabels,
  resourceSchema,
} from "./resources.schema.ts";
import { tagsInOneLine } from "./tags.schema.ts";

export function resourceDifferences(theirs: EditedResource, yours: ResourceInput, tabs: readonly TabChoice[]) {
  const labels = { ...resourceLabels, isDeleted: "Deleted" };
  const choices = { ...resourceChoices, tab_key: tabs.map(({ tab_key: value, label }) => ({ value, label })) };
  return differencesOf(
    labels,
    { ...theirs, isDeleted: theirs.deleted_at !== null },
    { ...yours, isDeleted: false },
    choices,
  );
}

interface ResourceFormProps {
  submit: string;
  tabs: readonly TabChoice[];
  newId?: string;
  resource?: EditedResource;
  tab?: string;
  /** another resource with the same URL; the form is saved only if the admin confirms it */
  twin?: Twin | null;
  lastResult?: SubmissionResult<string[]>;
}

export function ResourceForm({ submit, newId, tabs, resource, tab, twin, lastResult }: ResourceFormProps) {
  const [form, fields] = useAdminForm<ResourceFields>({
    id: "resource",
    lastResult,
    defaultValue: (resource && { ...resource, tags: tagsInOneLine(resource.tags) }) ?? {
      ...newResource,
      tab_key: tab,
    },
    constraint: getZodConstraint(resourceSchema),
  });
  const names = Object.keys(resourceLabels) as (keyof ResourceFields)[];
  const options = tabs.map((each) => ({ value: each.tab_key, label: tabLabel(each) }));
  const isInHiddenTab = tabs.some((each) => each.tab_key === resource?.tab_key && !each.is_active);
  return (
    <form {...getFormProps(form)} method="post" className="form">
      <ErrorSummary fields={names.map((name) => fields[name])} formError={form.errors?.[0]} />
      {resource ? <Version at={resource.updated_at} /> : <input type="hidden" name="new_id" value={newId} />}
      <Field field={fields.title} label={resourceLabels.title} />
      <Field field={fields.description} label={resourceLabels.description} type="textarea" rows={4} />
      <Field field={fields.url} label={resourceLabels.url} type="url" hint="Starts with https:// or http://" />
      <div className="two-fields">
        <SelectField field={fields.tab_key} label={resourceLabels.tab_key} options={options} />
        <SelectField
          field={fields.resource_type}
          label={resourceLabels.resource_type}
          options={resourceChoices.resource_type}
        />
      </div>
      <Field
        field={fields.tags}
        label={resourceLabels.tags}
        hint="Optional. Words that lead visitors to other resources with the same tag: at most six, with commas between them."
      />
      <IconPicker field={fields.icon_name} />
      <CheckField field={fields.is_published} label={resourceLabels.is_published} />
      {twin ? (
        <>
          <TwinNotice twin={twin} />
          <SaveBar note="The library will then have both.">
            <Button name="anyway" value={twin.id}>
              Save anyway
            </Button>
          </SaveBar>
        </>
      ) : (
        <SaveBar
          note={
            !resource?.is_published
              ? "It stays a draft until you check the box above."
              : isInHiddenTab
                ? "Its tab is hidden from visitors."
                : "Visitors will see it within a minute."
          }
        >
          <Button data-busy="Saving …">{submit}</Button>
        </SaveBar>
      )}
    </form>
  );
}

export const tabLabel = ({ label, is_active: isActive }: Pick<TabChoice, "label" | "is_active">) =>
  isActive ? label : `${label} (hidden)`;

export function TwinNotice({ twin }: { twin: Twin }) {
  return (
    <p className="notice">
      {twin.is_deleted ? "A deleted resource" : "Another resource"} links to the same page:{" "}
      <a href={`/admin/resources/${twin.id}`}>{twin.title}</a>
    </p>
  );
}
