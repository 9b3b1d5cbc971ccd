import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import { differencesOf } from "../../admin/fields.ts";
import { useAdminForm, Version } from "../../admin/returned-form.tsx";
import { SaveBar } from "../../admin/save-bar.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { Island } from "../../ui/island.tsx";
import { type IssueFields, type IssueInput, issueLabels, issueSchema } from "./issues.schema.ts";
import type { Issue } from "./issues.server.ts";
import { LetterSize } from "./letter-size.tsx";
import PastedDocument from "./pasted-document.island.tsx";

const fieldsOf = ({ subject, preview_text, slug, markdown, daily_cap }: Issue): IssueFields => ({
  subject,
  preview_text: preview_text || undefined,
  slug,
  markdown,
  daily_cap: daily_cap ?? undefined,
});

export const issueDifferences = (issue: Issue, typed: IssueInput) =>
  differencesOf<IssueFields>(issueLabels, fieldsOf(issue), { ...typed });

export const partAfter = (form: FormData) =>
  ["preview", "picture"].flatMap((part) => (form.get("intent") === part ? [`/${part}`] : [])).join("");

interface IssueFormProps {
  newId?: string;
  draft?: string;
  issue?: Issue;
  bytes?: number | null;
  lastResult?: SubmissionResult<string[]>;
}

export function IssueForm({ newId, draft, issue, bytes = null, lastResult }: IssueFormProps) {
  const [form, fields] = useAdminForm<IssueFields>({
    id: "issue",
    lastResult,
    defaultValue: issue ? fieldsOf(issue) : { markdown: draft },
    constraint: getZodConstraint(issueSchema),
  });
  const names = Object.keys(issueLabels) as (keyof IssueFields)[];
  // Long text in a multibyte script fits the form's size limit only if it is not percent-encoded.
  return (
    <form {...getFormProps(form)} method="post" encType="multipart/form-data" className="form">
      <ErrorSummary fields={names.map((name) => fields[name])} formError={form.errors?.[0]} />
      <LetterSize bytes={bytes} />
      {issue ? <Version at={issue.updated_at} /> : <input type="hidden" name="new_id" value={newId} />}
      <Field field={fields.subject} label={issueLabels.subject} />
      <Field
        field={fields.preview_text}
        label={issueLabels.preview_text}
        hint="Optional. Mail programs show it next to the subject."
      />
      <Field
        field={fields.markdown}
        label={issueLabels.markdown}
        type="textarea"
        rows={24}
        hint="Markdown: ## for headings, **bold**, *italic*, - for lists, [text](https://…) for links, tables as in articles. No HTML. Links are sent as you write them, and nothing counts who opens the email or follows a link."
      />
      <Island id="pasted-document" name="pasted-document" of={PastedDocument} props={{ field: fields.markdown.id }} />
      <div className="long-and-short">
        <Field
          field={fields.slug}
          label={issueLabels.slug}
          hint="After /newsletter/. If left empty, it is made from the subject."
        />
        <Field
          field={fields.daily_cap}
          label={issueLabels.daily_cap}
          type="number"
          hint="Optional, for a new sender: in any 24 hours, all issues together send no more emails than this."
        />
      </div>
      <SaveBar note="It stays a draft until you send or schedule it.">
        <Button name="intent" value="save" data-busy="Saving …">
          Save draft
        </Button>
        <Button looks={["ghost"]} name="intent" value="preview" data-busy="Saving …">
          Save and preview
        </Button>
        <Button looks={["ghost"]} name="intent" value="picture" data-busy="Saving …">
          Save and add a picture
        </Button>
      </SaveBar>
    </form>
  );
}
