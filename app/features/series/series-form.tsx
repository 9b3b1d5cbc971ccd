import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import { differencesOf } from "../../admin/fields.ts";
import { PreviewButton } from "../../admin/preview-button.tsx";
import { useAdminForm, Version } from "../../admin/returned-form.tsx";
import { SaveBar } from "../../admin/save-bar.tsx";
import { zone } from "../../community.ts";
import { longDay, longWeekday, siteDay } from "../../platform/text/site-time.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField, Field, SelectField } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { markdownHint } from "../markdown/markdown-text.tsx";
import { type SeriesFields, type SeriesInput, seriesLabels, seriesSchema } from "./series.schema.ts";
import { type EditedSeries, weekdays } from "./series.ts";
import type { Template } from "./series-editing.server.ts";

const rhythms = [
  { value: "none", label: "No rule: you add each edition" },
  { value: "weeks", label: "Every week, or every few weeks" },
  { value: "1", label: "The first one of each month" },
  { value: "2", label: "The second one of each month" },
  { value: "3", label: "The third one of each month" },
  { value: "4", label: "The fourth one of each month" },
  { value: "-1", label: "The last one of each month" },
];

const days = [{ value: "", label: "Choose a day" }, ...weekdays.map((label, at) => ({ value: String(at + 1), label }))];

function fieldsOf(series: Omit<SeriesInput, "key" | "copies_again">) {
  const { frequency, week_of_month: week } = series;
  return {
    name: series.name,
    about: series.about,
    template: series.template_id ?? undefined,
    rhythm: (frequency === "month" ? String(week) : (frequency ?? "none")) as SeriesFields["rhythm"],
    every_weeks: series.every_weeks ?? undefined,
    weekday: series.weekday ? (String(series.weekday) as SeriesFields["weekday"]) : undefined,
    first_day: series.first_day ?? undefined,
    last_day: series.last_day ?? undefined,
    left_out: series.left_out.map(longWeekday).join("\n"),
    editions_ahead: series.editions_ahead,
    publishes: series.publishes,
  };
}

export function seriesDifferences(series: EditedSeries, typed: SeriesInput, templates: Template[]) {
  const listed = (fields: Parameters<typeof fieldsOf>[0]) => ({ ...fieldsOf(fields), left_out: fields.left_out });
  return differencesOf(seriesLabels, listed(series), listed(typed), {
    template: templates.map(({ id: value, title: label }) => ({ value, label })),
    rhythm: rhythms,
    weekday: days,
  });
}

/** The next dates of a rule that is not saved yet. */
export interface RulePreview {
  dates: string[];
  left_out: string[];
}

interface SeriesFormProps {
  submit: string;
  newId?: string;
  templates: Template[];
  series?: EditedSeries;
  template?: string;
  preview?: RulePreview;
  lastResult?: SubmissionResult<string[]>;
}

export function SeriesForm({ submit, newId, templates, series, template, preview, lastResult }: SeriesFormProps) {
  const [form, fields] = useAdminForm<SeriesFields>({
    id: "series",
    lastResult,
    defaultValue: series ? fieldsOf(series) : { rhythm: "none", editions_ahead: 3, template },
    constraint: getZodConstraint(seriesSchema),
  });
  const names = ["name", "key", ...Object.keys(seriesLabels).slice(1)] as (keyof SeriesFields)[];
  const events = templates.map(({ id, title, starts_at }) => ({
    value: id,
    label: starts_at ? `${title}, ${siteDay(new Date(starts_at))}` : title,
  }));
  return (
    <form {...getFormProps(form)} method="post" className="form">
      <ErrorSummary fields={names.map((name) => fields[name])} formError={form.errors?.[0]} />
      {series ? <Version at={series.updated_at} /> : <input type="hidden" name="new_id" value={newId} />}
      <Field
        field={fields.name}
        label={seriesLabels.name}
        hint="For example: Study Evenings. “Study Evenings” and “study evenings” count as the same name."
      />
      {series ? null : (
        <Field
          field={fields.key}
          label="Key"
          hint="Part of the link, /series/key, and of the keys of its editions; it cannot be changed later. If left empty, it is made from the name."
        />
      )}
      <Field
        field={fields.about}
        label={seriesLabels.about}
        type="textarea"
        rows={4}
        hint={`Optional, for the page of the series. ${markdownHint}`}
      />
      <fieldset className="form group-of-fields">
        <legend>When, in {zone.place} time</legend>
        <SelectField
          field={fields.rhythm}
          label={seriesLabels.rhythm}
          options={rhythms}
          hint="On the day of the week that you choose: the first Thursday of each month, for example"
        />
        <div className="four-fields">
          <SelectField field={fields.weekday} label={seriesLabels.weekday} options={days} />
          <Field
            field={fields.every_weeks}
            label={seriesLabels.every_weeks}
            type="number"
            hint="From one to the next; 1 if left empty"
          />
          <Field field={fields.first_day} label={seriesLabels.first_day} type="date" />
          <Field field={fields.last_day} label={seriesLabels.last_day} type="date" hint="Optional" />
        </div>
        <Field
          field={fields.left_out}
          label={seriesLabels.left_out}
          type="textarea"
          rows={3}
          hint="Optional, one per line: May 20, 2027 or 5/20/2027. An edition that is already made stays until you cancel or delete it."
        />
      </fieldset>
      <fieldset className="form group-of-fields">
        <legend>What is made</legend>
        <SelectField
          field={fields.template}
          label={seriesLabels.template}
          options={[{ value: "", label: "None" }, ...events]}
          hint="An edition takes its words, place, poster, settings, questions and hours, and the rooms and breaks of its program; its sign-up times move with its date. If this event is on one of the dates and in no series, it is that edition."
        />
        {series?.template_id ? (
          <CheckField
            field={fields.copies_again}
            label={seriesLabels.copies_again}
            hint="Editions are copied from the event as it was when you chose it, with what you changed for all later editions since."
          />
        ) : null}
        <Field
          field={fields.editions_ahead}
          label={seriesLabels.editions_ahead}
          type="number"
          hint="From 1 to 12. When one is over, the next is made."
        />
        <CheckField
          field={fields.publishes}
          label={seriesLabels.publishes}
          hint="If not, each stays a draft until you publish it."
        />
      </fieldset>
      {preview ? <Preview {...preview} /> : null}
      <SaveBar note="What is due by the rule is made within a minute after you save.">
        <Button name="intent" value="save" data-busy="Saving …">
          {submit}
        </Button>
        <Button looks={["ghost"]} name="intent" value="preview" formNoValidate>
          Show the next dates
        </Button>
        <PreviewButton />
      </SaveBar>
    </form>
  );
}

function Preview({ dates, left_out: leftOut }: RulePreview) {
  return (
    // biome-ignore lint/a11y/noAutofocus: the preview is read out first, even without the script that moves the focus
    <div className="notice" role="status" tabIndex={-1} data-focus autoFocus>
      <strong>
        {dates.length > 0
          ? "The next dates by this rule. Nothing is saved yet."
          : "No date is ahead by this rule. Nothing is saved yet."}
      </strong>
      {dates.length > 0 ? (
        <ol className="bullets">
          {dates.map((day) => (
            <li key={day}>{longDay(day)}</li>
          ))}
        </ol>
      ) : (
        <p>Without a rule, or with one that is over, no editions are made. Nothing is saved yet.</p>
      )}
      {leftOut.length > 0 ? <p>Left out: {leftOut.map(longWeekday).join("; ")}.</p> : null}
    </div>
  );
}
