import { useDeferredValue, useMemo } from "react";
import { MarkdownReview } from "../../admin/markdown-review.tsx";
import { RenderedMarkdown } from "../../ui/rendered-markdown.tsx";
import { renderArticle, reviewArticle } from "./article-markdown.ts";
import { useFieldText } from "./use-field-text.ts";

export default function ArticlePreview({ field: id }: { field: string }) {
  const { field, text } = useFieldText(id);
  return import.meta.env.SSR || !field ? null : <Preview markdown={text} />;
}

function Preview({ markdown }: { markdown: string }) {
  const shown = useDeferredValue(markdown);
  const html = useMemo(() => withinTheForm(renderArticle(shown).html), [shown]);
  const review = useMemo(() => reviewArticle(shown), [shown]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must do so by keyboard too
    <section className="live-preview" aria-label="Live preview" tabIndex={0}>
      <MarkdownReview {...review} />
      {shown.trim() ? (
        <RenderedMarkdown className="prose" html={html} />
      ) : (
        <p className="hint">Type, and see here how it will look.</p>
      )}
    </section>
  );
}

/** Drops ids, which belong to the surrounding page, and keeps links from leading away from unsaved text. */
const withinTheForm = (html: string) =>
  html.replace(/<h2 id="[^"]*">/g, "<h2>").replaceAll("<a href=", '<a target="_blank" rel="noopener" href=');
