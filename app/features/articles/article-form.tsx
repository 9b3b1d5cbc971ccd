import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import { useAdminForm, Version } from "../../admin/returned-form.tsx";
import { SaveBar } from "../../admin/save-bar.tsx";
import { wordsOf } from "../../platform/text/reading-time.ts";
import { siteIsoDay, siteIsoTime, zoneNames } from "../../platform/text/site-time.ts";
import { Button } from "../../ui/button.tsx";
import { Field, SelectField } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { Island } from "../../ui/island.tsx";
import { articleLabels } from "./article-differences.ts";
import type { EditedArticle } from "./article-editing.server.ts";
import { ArticlePicture } from "./article-picture.tsx";
import ArticlePreview from "./article-preview.island.tsx";
import ArticleTools from "./article-tools.island.tsx";
import { type ArticleFields, articleSchema } from "./articles.schema.ts";

function fieldsOf({ kind, text, state, published_at }: EditedArticle): ArticleFields {
  const at = state === "scheduled" && published_at ? new Date(published_at) : undefined;
  return {
    kind,
    title: text.title,
    excerpt: text.excerpt,
    markdown: text.markdown,
    slug: text.slug,
    category: text.category ?? undefined,
    author: text.author ?? undefined,
    shown_on: text.shown_on ?? undefined,
    date: at && siteIsoDay(at),
    time: at && siteIsoTime(at),
  };
}

const kinds = [
  { value: "article", label: "Article, in Insights" },
  { value: "guide", label: "Guide, in Resources" },
];

interface ArticleFormProps {
  writer: string;
  newId?: string;
  article?: EditedArticle;
  lastResult?: SubmissionResult<string[]>;
}

export function ArticleForm({ writer, newId, article, lastResult }: ArticleFormProps) {
  const [form, fields] = useAdminForm<ArticleFields>({
    id: "article",
    lastResult,
    defaultValue: article ? fieldsOf(article) : { kind: "article" },
    constraint: getZodConstraint(articleSchema),
  });
  const isPublished = article?.state === "published";
  const names = Object.keys(articleLabels) as (keyof ArticleFields)[];
  // Long text in a multibyte script fits the form's size limit only if it is not percent-encoded.
  return (
    <>
      <section className="panel form-panel" aria-label="The article">
        <form {...getFormProps(form)} method="post" encType="multipart/form-data" className="form">
          <ErrorSummary fields={names.map((name) => fields[name])} formError={form.errors?.[0]} />
          {article ? (
            <>
              <Version at={article.updated_at} />
              <input type="hidden" name="kind" value={article.kind} />
            </>
          ) : (
            <>
              <input type="hidden" name="new_id" value={newId} />
              <SelectField field={fields.kind} label={articleLabels.kind} options={kinds} />
            </>
          )}
          <Field field={fields.title} label={articleLabels.title} />
          <Field
            field={fields.excerpt}
            label={articleLabels.excerpt}
            hint="A sentence or two, for lists, feeds and search engines."
          />
          <div className="text-and-preview">
            <Island
              id="article-tools"
              name="article-tools"
              of={ArticleTools}
              props={{
                field: fields.markdown.id,
                writer,
                article: article?.id ?? "new",
                isReturned: fields.markdown.initialValue !== article?.text.markdown,
                words: wordsOf(fields.markdown.initialValue ?? ""),
              }}
            />
            <Field
              field={fields.markdown}
              label={articleLabels.markdown}
              type="textarea"
              rows={28}
              hint='Markdown: ## for headings, **bold**, *italic*, - for lists, | for tables, [text](https://…) for links. No HTML. Pictures are those of this site: ![what it shows](/uploads/… "caption").'
            />
            <Island
              id="article-preview"
              name="article-preview"
              of={ArticlePreview}
              props={{ field: fields.markdown.id }}
            />
          </div>
          <div className="long-and-short">
            <Field
              field={fields.slug}
              label={articleLabels.slug}
              hint="The last part of its link. If left empty, it is made from the title. Earlier links lead to the new one."
            />
            <Field field={fields.category} label={articleLabels.category} hint="Optional" />
          </div>
          <div className="long-and-short">
            <Field
              field={fields.author}
              label={articleLabels.author}
              hint="Optional. Without a name, the article is the community’s own."
            />
            <Field
              field={fields.shown_on}
              label={articleLabels.shown_on}
              type="date"
              hint="If left empty, the day of publication."
            />
          </div>
          <SaveBar>
            <Button name="intent" value="draft" data-busy="Saving …">
              Save draft
            </Button>
            <Button looks={["ghost"]} name="intent" value="preview" data-busy="Saving …">
              Preview
            </Button>
          </SaveBar>
        </form>
      </section>
      <Pictures formId={form.id} article={article} />
      <Publishing formId={form.id} fields={fields} isPublished={isPublished} />
    </>
  );
}

function Pictures({ formId, article }: { formId: string; article?: EditedArticle }) {
  const hasPicture = Boolean(article?.text.picture_path);
  return (
    <section className="panel form-panel" aria-labelledby="pictures">
      <h2 id="pictures">Pictures</h2>
      {article && hasPicture ? (
        <ArticlePicture article={article.text} sizes="14rem" className="scene thumbnail" />
      ) : (
        <p className="hint">
          No picture yet. One would be shown above the text, on cards, and with links on other sites.
        </p>
      )}
      <div className="actions">
        <Button looks={["ghost"]} form={formId} name="intent" value="picture" data-busy="Saving …">
          {hasPicture ? "Change the picture" : "Choose a picture"}
        </Button>
        <Button looks={["ghost"]} form={formId} name="intent" value="text-picture" data-busy="Saving …">
          Add a picture to the text
        </Button>
      </div>
      <p className="hint">Both save the text as a draft first.</p>
    </section>
  );
}

interface PublishingProps {
  formId: string;
  fields: Pick<ReturnType<typeof useAdminForm<ArticleFields>>[1], "note" | "date" | "time">;
  isPublished: boolean;
}

/** More buttons of the form. They come after the save buttons, because Enter in a field presses the first one. */
function Publishing({ formId, fields, isPublished }: PublishingProps) {
  return (
    <section className="panel form-panel" aria-labelledby="publish">
      <h2 id="publish">Publish</h2>
      {isPublished ? <p className="hint">Visitors read the published text until you publish this one.</p> : null}
      {isPublished ? (
        <Field
          field={fields.note}
          label={articleLabels.note}
          hint="Optional. Readers see it with today’s date when you publish: “Updated on …”."
        />
      ) : null}
      <Button form={formId} name="intent" value="publish" data-busy="Publishing …">
        {isPublished ? "Publish these changes" : "Publish now"}
      </Button>
      {isPublished ? null : (
        <>
          <h3>Or later</h3>
          <div className="four-fields">
            <Field field={fields.date} label={articleLabels.date} type="date" />
            <Field field={fields.time} label={articleLabels.time} type="time" hint={zoneNames} />
          </div>
          <Button looks={["ghost"]} form={formId} name="intent" value="schedule" data-busy="Saving …">
            Schedule
          </Button>
        </>
      )}
    </section>
  );
}
