import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import { differencesOf } from "../../admin/conflict.tsx";
import { useAdminForm, Version } from "../../admin/returned-form.tsx";
import { SaveBar } from "../../admin/save-bar.tsx";
import { Button } from "../../ui/button.tsx";
import { CheckField, Field, SelectField } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { IconPicker } from "./icon-picker.tsx";
import type { EditedResource, TabChoice, Twin } from "./resource-editing.server.ts";
import { resourceIcons } from "./resource-icons.ts";
import { newResource, type ResourceFields, type ResourceInput, resourceSchema } from "./resources.schema.ts";
import { tagsInOneLine } from "./tags.schema.ts";

export const typeLabels = [
  { value: "resource_card", label: "Card with an icon" },
  { value: "compact", label: "Compact, without an icon" },
] as const;

export const resourceLabels = {
  title: "Title",
  description: "Description",
  url: "Link",
  tab_key: "Tab",
  icon_name: "Icon",
  resource_type: "Layout",
  tags: "Tags",
  is_published: "Visitors see this resource",
} as const satisfies Record<keyof ResourceFields, string>;

export function resourceDifferences(theirs: EditedResource, yours: ResourceInput, tabs: readonly TabChoice[]) {
  const inWords = (fields: ResourceInput, isDeleted: boolean) => ({
    ...fields,
    tags: tagsInOneLine(fields.tags),
    tab_key: tabs.find((tab) => tab.tab_key === fields.tab_key)?.label ?? fields.tab_key,
    icon_name: resourceIcons[fields.icon_name].label,
    resource_type: typeLabels.find(({ value }) => value === fields.resource_type)?.label,
    isDeleted,
  });
  const labels = { ...resourceLabels, isDeleted: "Deleted" };
  return differencesOf(labels, inWords(theirs, theirs.deleted_at !== null), inWords(yours, false));
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
  return (
    <form {...getFormProps(form)} method="post" className="form">
      <ErrorSummary fields={names.map((name) => fields[name])} formError={form.errors?.[0]} />
      {resource ? <Version at={resource.updated_at} /> : <input type="hidden" name="new_id" value={newId} />}
      <Field field={fields.title} label={resourceLabels.title} />
      <Field field={fields.description} label={resourceLabels.description} type="textarea" rows={4} />
      <Field field={fields.url} label={resourceLabels.url} type="url" hint="Starts with https:// or http://" />
      <div className="two-fields">
        <SelectField field={fields.tab_key} label={resourceLabels.tab_key} options={options} />
        <SelectField field={fields.resource_type} label={resourceLabels.resource_type} options={typeLabels} />
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
            resource?.is_published
              ? "Visitors will see it within a minute."
              : "It stays a draft until you check the box above."
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
