import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import type { ReactNode } from "react";
import type { z } from "zod";
import { useAdminForm, Version } from "../../admin/returned-form.tsx";
import { SaveBar } from "../../admin/save-bar.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, SelectField } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { founderPlaces, networks, portraits, type SiteField, type SiteSettings, siteSchema } from "./site.schema.ts";

const founderParts = { name: "name", bio: "about", portrait: "picture", url: "link" } as const;

/** What the fields are called, also where two versions are compared. */
export const siteLabels = {
  name: "Name",
  short_name: "Short name",
  tagline: "Tagline",
  email: "Contact address",
  location: "Place",
  community_url: "Community link",
  meetup_url: "Meetup link",
  chat_url: "Chat link",
  ...Object.fromEntries(networks.map(({ label, icon }) => [`social_${icon}_url`, label])),
  ...Object.fromEntries(
    founderPlaces.flatMap((place) =>
      Object.entries(founderParts).map(([part, label]) => [`founder_${place}_${part}`, `Founder ${place}: ${label}`]),
    ),
  ),
  announcement: "Announcement",
  announcement_url: "Link of the announcement",
  announcement_from: "Shown from",
  announcement_until: "Shown until",
} as Record<SiteField, string>;

const pictures = [
  { value: "", label: "None" },
  ...portraits.map((value, index) => ({ value, label: `Drawing ${index + 1}` })),
];

interface SiteFormProps {
  values: Partial<SiteSettings>;
  /** the `updated_at` that the form was made from */
  version: string;
  lastResult?: SubmissionResult<string[]>;
}

export function SiteForm({ values, version, lastResult }: SiteFormProps) {
  const [form, fields] = useAdminForm<z.input<typeof siteSchema>>({
    id: "site",
    lastResult,
    defaultValue: values,
    constraint: getZodConstraint(siteSchema),
  });
  const label = siteLabels;
  return (
    <form {...getFormProps(form)} method="post" className="form">
      <ErrorSummary fields={Object.values(fields)} formError={form.errors?.[0]} />
      <Version at={version} />
      <Group title="Names">
        <Field field={fields.name} label={label.name} />
        <Field field={fields.short_name} label={label.short_name} hint="At the top of each page and in its title." />
        <Field field={fields.tagline} label={label.tagline} />
      </Group>
      <Group title="Contact">
        <Field
          field={fields.email}
          label={label.email}
          type="email"
          hint="Shown on the contact page and in emails. Where messages go and who sends emails is set by the operator."
        />
        <Field field={fields.location} label={label.location} />
        <Field
          field={fields.community_url}
          label={label.community_url}
          type="url"
          hint="Where “Join The Community” and “Join Us” lead."
        />
        <Field field={fields.meetup_url} label={label.meetup_url} type="url" />
        <Field field={fields.chat_url} label={label.chat_url} type="url" />
      </Group>
      <Group title="Find us" hint="Links in the footer. What is left empty is not shown.">
        {networks.map(({ icon }) => (
          <Field key={icon} field={fields[`social_${icon}_url`]} label={label[`social_${icon}_url`]} type="url" />
        ))}
      </Group>
      {founderPlaces.map((place) => (
        <Group key={place} title={`Founder ${place}`}>
          <Field field={fields[`founder_${place}_name`]} label={label[`founder_${place}_name`]} />
          <Field
            field={fields[`founder_${place}_bio`]}
            label={label[`founder_${place}_bio`]}
            type="textarea"
            rows={3}
          />
          <SelectField
            field={fields[`founder_${place}_portrait`]}
            label={label[`founder_${place}_portrait`]}
            options={pictures}
          />
          <Field field={fields[`founder_${place}_url`]} label={label[`founder_${place}_url`]} type="url" />
        </Group>
      ))}
      <Group title="Announcement" hint="Above every public page, between its times in Honolulu (HST).">
        <Field field={fields.announcement} label={label.announcement} />
        <Field field={fields.announcement_url} label={label.announcement_url} type="url" />
        <Field field={fields.announcement_from} label={label.announcement_from} type="datetime-local" />
        <Field field={fields.announcement_until} label={label.announcement_until} type="datetime-local" />
      </Group>
      <SaveBar>
        <Button data-busy="Saving …">Save</Button>
      </SaveBar>
    </form>
  );
}

function Group({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="form group-of-fields">
      <legend>{title}</legend>
      {hint ? <p className="hint">{hint}</p> : null}
      {children}
    </fieldset>
  );
}
