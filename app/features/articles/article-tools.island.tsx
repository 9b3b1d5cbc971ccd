import { type ChangeEvent, type KeyboardEvent, useEffect, useRef } from "react";
import { momentText } from "../../platform/honolulu.ts";
import { pluralize } from "../../platform/pluralize.ts";
import { readingMinutes, wordsOf } from "../../platform/reading-time.ts";
import { Button } from "../../ui/button.tsx";
import { pictureTypes } from "../pictures/picture-file.ts";
import { applyEdit, passageOf } from "./apply-edit.ts";
import { headingsOf } from "./article-headings.ts";
import { type Edit, emphasize, insertText, linkTo, markLines, type Passage } from "./markdown-edits.ts";
import { PictureQuestion } from "./picture-question.tsx";
import { useFieldText } from "./use-field-text.ts";
import { useTextPictures } from "./use-text-pictures.ts";
import { type Typed, useUnsavedText } from "./use-unsaved-text.ts";

type Tool = { label: string; face: string; key?: string; edit: (passage: Passage) => Edit };

const marks: Tool[] = [
  { label: "Bold", face: "B", key: "b", edit: (passage) => emphasize(passage, "**") },
  { label: "Italic", face: "I", key: "i", edit: (passage) => emphasize(passage, "*") },
  { label: "Heading", face: "H", edit: (passage) => markLines(passage, "## ") },
  { label: "Link", face: "Link", key: "k", edit: linkTo },
  { label: "List", face: "List", edit: (passage) => markLines(passage, "- ") },
  { label: "Quote", face: "Quote", edit: (passage) => markLines(passage, "> ") },
];

const letters = ["ʻ", "ā", "ē", "ī", "ō", "ū", "Ā", "Ē", "Ī", "Ō", "Ū"];

type ArticleToolsProps = {
  /** id of the text area */
  field: string;
  /** id of the admin */
  writer: string;
  /** id of the article; "new" for one that has none yet */
  article: string;
  isReturned: boolean;
  /** of the text that the page came with */
  words: number;
};

/** Above the text of an article: marks and letters, its headings, and what this browser has kept. Without scripts, its length. */
export default function ArticleTools({ field: id, writer, article, isReturned, words }: ArticleToolsProps) {
  const { field, text } = useFieldText(id);
  // the first of the two takes what only browsers draw out of the Worker
  if (import.meta.env.SSR || !field)
    return (
      <div className="article-tools">
        <TextLength words={words} />
      </div>
    );
  return (
    <div className="article-tools">
      <UnsavedOffer field={field} text={text} writer={writer} article={article} isReturned={isReturned} />
      <Toolbar field={field} />
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

/** One stop of the Tab key; arrows lead from button to button. */
function Toolbar({ field }: { field: HTMLTextAreaElement }) {
  const bar = useRef<HTMLDivElement>(null);
  useShortcuts(field);
  const chooser = useRef<HTMLInputElement>(null);
  const pictures = useTextPictures(field);
  const editing = ({ edit, ...tool }: Tool) => ({ ...tool, press: () => applyEdit(field, edit(passageOf(field))) });
  const tools: { label: string; face: string; key?: string; press(): void }[] = [
    ...marks.map(editing),
    { label: "Picture", face: "Picture", press: () => chooser.current?.click() },
    ...letters.map((letter) => ({
      label: letter === "ʻ" ? "ʻOkina" : letter,
      face: letter,
      press: () => applyEdit(field, insertText(passageOf(field), letter)),
    })),
  ];
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])];
    currentTarget.value = "";
    void pictures.add(files);
  };
  const move = (event: KeyboardEvent) => {
    const buttons = [...(bar.current?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(event.currentTarget as HTMLButtonElement);
    const last = buttons.length - 1;
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    for (const [index, button] of buttons.entries()) button.tabIndex = index === to ? 0 : -1;
    buttons[to]?.focus();
  };
  return (
    <>
      <div ref={bar} className="tools" role="toolbar" aria-label="Marks and letters" aria-controls={field.id}>
        {tools.map(({ label, face, key, press }, index) => (
          <button
            key={label}
            type="button"
            className="button ghost small"
            tabIndex={index === 0 ? 0 : -1}
            title={key ? `${label} (Ctrl+${key.toUpperCase()})` : label}
            aria-label={label}
            aria-keyshortcuts={key && `Control+${key.toUpperCase()} Meta+${key.toUpperCase()}`}
            onKeyDown={move}
            onClick={press}
          >
            {face}
          </button>
        ))}
      </div>
      <input
        ref={chooser}
        type="file"
        accept={pictureTypes.join()}
        multiple
        hidden
        aria-label="Pictures for the text"
        onChange={choose}
      />
      <p className="hint" aria-live="polite">
        {pictures.said}
      </p>
      {pictures.question ? <PictureQuestion key={pictures.question.number} question={pictures.question} /> : null}
    </>
  );
}

function Headings({ field, text }: { field: HTMLTextAreaElement; text: string }) {
  const headings = headingsOf(text);
  if (headings.length === 0) return null;
  const goTo = (at: number) => {
    field.setSelectionRange(at, at);
    // browsers bring the caret into sight when the field gets focus
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

function useShortcuts(field: HTMLTextAreaElement): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const tool = marks.find(({ key }) => key === event.key.toLowerCase());
      if (!tool || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      applyEdit(field, tool.edit(passageOf(field)));
    };
    field.addEventListener("keydown", press);
    return () => field.removeEventListener("keydown", press);
  }, [field]);
}
