import { useDeferredValue, useMemo } from "react";
import { RenderedMarkdown } from "../../ui/rendered-markdown.tsx";
import { renderArticle } from "./article-markdown.ts";
import { useFieldText } from "./use-field-text.ts";

/** The text of a field as readers will see it, while it is typed. Without scripts the button Preview shows it. */
export default function ArticlePreview({ field: id }: { field: string }) {
  const { field, text } = useFieldText(id);
  return import.meta.env.SSR || !field ? null : <Preview markdown={text} />;
}

function Preview({ markdown }: { markdown: string }) {
  const shown = useDeferredValue(markdown);
  const html = useMemo(() => withinTheForm(renderArticle(shown).html), [shown]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too
    <section className="live-preview" aria-label="Live preview" tabIndex={0}>
      {shown.trim() ? (
        <RenderedMarkdown className="prose" html={html} />
      ) : (
        <p className="hint">Type, and see here how it will look.</p>
      )}
    </section>
  );
}

/** Ids belong to the page around it, and a link must not lead away from a text that is not saved. */
const withinTheForm = (html: string) =>
  html.replace(/<h2 id="[^"]*">/g, "<h2>").replaceAll("<a href=", '<a target="_blank" rel="noopener" href=');
