import { type ChangeEvent, type KeyboardEvent, useEffect, useRef } from "react";
import { pictureTypes } from "../pictures/picture-file.ts";
import { applyEdit, passageOf } from "./apply-edit.ts";
import { type Edit, emphasize, insertText, linkTo, markLines, type Passage } from "./markdown-edits.ts";
import { PictureQuestion } from "./picture-question.tsx";
import { usePastedDocument } from "./use-pasted-document.ts";
import { useTextPictures } from "./use-text-pictures.ts";

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

/** Toolbar with marks, letters and pictures for a text. It is a single tab stop; arrow keys move between buttons. */
export function ArticleToolbar({ field }: { field: HTMLTextAreaElement }) {
  const bar = useRef<HTMLDivElement>(null);
  useShortcuts(field);
  usePastedDocument(field);
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
