import { pluralize } from "../../platform/text/pluralize.ts";
import { readingMinutes, wordsOf } from "../../platform/text/reading-time.ts";
import { momentText } from "../../platform/text/site-time.ts";
import { Button } from "../../ui/button.tsx";
import { applyEdit } from "./apply-edit.ts";
import { headingsOf } from "./article-headings.ts";
import { ArticleToolbar } from "./article-toolbar.tsx";
import { useFieldText } from "./use-field-text.ts";
import { type Typed, useUnsavedText } from "./use-unsaved-text.ts";

type ArticleToolsProps = {
  field: string;
  writer: string;
  article: string;
  isReturned: boolean;
  words: number;
};

/** Shows a toolbar, headings and text kept by this browser above an article's text; without scripts, its length. */
export default function ArticleTools({ field: id, writer, article, isReturned, words }: ArticleToolsProps) {
  const { field, text } = useFieldText(id);
  // `import.meta.env.SSR` keeps what only browsers render out of the Worker
  if (import.meta.env.SSR || !field)
    return (
      <div className="article-tools">
        <TextLength words={words} />
      </div>
    );
  return (
    <div className="article-tools">
      <UnsavedOffer field={field} text={text} writer={writer} article={article} isReturned={isReturned} />
      <ArticleToolbar field={field} />
      <TextLength words={wordsOf(text)} />
      <Headings field={field} text={text} />
    </div>
  );
}

const TextLength = ({ words }: { words: number }) => (
  <p className="hint">
    {pluralize(words, "word")} · {readingMinutes(words)} min read
  </p>
);

function UnsavedOffer({ field, ...typed }: Typed) {
  const { offer, endOffer } = useUnsavedText({ field, ...typed });
  if (!offer) return null;
  const take = () => {
    applyEdit(field, { from: 0, to: field.value.length, insert: offer.text, start: 0, end: 0 });
    endOffer();
  };
  return (
    <div className="notice">
      <p role="status">
        <strong>This browser has a text that was not saved.</strong> It is from {momentText(offer.at)}, and differs from
        the one below. What you type is kept here again once you have decided.
      </p>
      <p className="tools">
        <Button type="button" looks={["small"]} onClick={take}>
          Use that text
        </Button>
        <Button type="button" looks={["ghost", "small"]} onClick={endOffer}>
          Discard it
        </Button>
      </p>
    </div>
  );
}

function Headings({ field, text }: { field: HTMLTextAreaElement; text: string }) {
  const headings = headingsOf(text);
  if (headings.length === 0) return null;
  const goTo = (at: number) => {
    field.setSelectionRange(at, at);
    // browsers scroll the caret into view when the field gets focus
    field.blur();
    field.focus();
  };
  return (
    <details>
      <summary>Headings ({headings.length})</summary>
      <ol>
        {headings.map(({ level, text: heading, at }) => (
          <li key={at} data-level={level}>
            <button type="button" onClick={() => goTo(at)}>
              {heading}
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}
