import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { pictureMarkdown } from "../pictures/picture-markdown.ts";
import { applyEdit, exchangeBehind, passageOf } from "./apply-edit.ts";
import { insertBlock } from "./markdown-edits.ts";
import { faultOf, uploadPicture } from "./picture-upload.ts";

interface Question {
  number: number;
  file: File;
  /** @param alt null when the picture is not to be added */
  answer(alt: string | null): void;
}

/** Pictures that are dropped onto a text, pasted into it or chosen; they are uploaded one after another while somebody writes on. */
export function useTextPictures(field: HTMLTextAreaElement) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [said, say] = useState("");
  const asking = useRef<Promise<unknown> | null>(null);
  const work = useRef(Promise.resolve());
  const uploads = useRef(0);
  const failures = useRef(0);
  const questions = useRef(0);

  const describe = async (file: File) => {
    questions.current += 1;
    const number = questions.current;
    const asked = new Promise<string | null>((answer) => setQuestion({ number, file, answer }));
    asking.current = asked;
    const { selectionStart, selectionEnd } = field;
    const alt = await asked;
    // Chromium sometimes forgets the caret of a field that was behind a dialog.
    field.setSelectionRange(selectionStart, selectionEnd);
    asking.current = null;
    setQuestion(null);
    return alt;
  };

  const upload = async (file: File, alt: string, mark: string) => {
    const outcome = await uploadPicture(file, alt);
    // Nothing behind an open dialog can be edited.
    while (asking.current) await asking.current;
    exchangeBehind(field, mark, "picture" in outcome ? pictureMarkdown(outcome.picture) : "");
    say("picture" in outcome ? `${file.name} is in the text.` : outcome.fault);
    uploads.current -= 1;
    if ("fault" in outcome) failures.current += 1;
  };

  const add = async (files: readonly File[]) => {
    const faults: string[] = [];
    for (const file of files) {
      const fault = faultOf(file);
      if (fault) faults.push(fault);
      const alt = fault ? null : await describe(file);
      if (!alt) continue;
      const mark = markOf(file, field.value);
      applyEdit(field, insertBlock(passageOf(field), mark));
      say(`${file.name} is being uploaded.`);
      uploads.current += 1;
      work.current = work.current.then(() => upload(file, alt, mark));
    }
    if (faults.length > 0) say(faults.join(" "));
  };

  const latest = useRef(add);
  latest.current = add;
  useEffect(() => {
    const take = (event: Event, data: DataTransfer | null) => {
      const files = [...(data?.files ?? [])];
      // A part of a document comes with a picture of itself, and is pasted as text.
      const isText = data?.types.includes("text/plain") && data.types.includes("text/html");
      if (files.length === 0 || isText) return;
      event.preventDefault();
      void latest.current(files);
    };
    const drop = (event: DragEvent) => take(event, event.dataTransfer);
    const paste = (event: ClipboardEvent) => take(event, event.clipboardData);
    const allowDrop = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    const waitForUploads = (event: SubmitEvent) => {
      if (uploads.current === 0) return;
      event.preventDefault();
      say("The text is saved once its pictures are uploaded.");
      const { form } = field;
      const before = failures.current;
      void work.current.then(() => {
        if (failures.current === before) form?.requestSubmit(event.submitter);
      });
    };
    field.addEventListener("drop", drop);
    field.addEventListener("dragover", allowDrop);
    field.addEventListener("paste", paste);
    field.form?.addEventListener("submit", waitForUploads);
    return () => {
      field.removeEventListener("drop", drop);
      field.removeEventListener("dragover", allowDrop);
      field.removeEventListener("paste", paste);
      field.form?.removeEventListener("submit", waitForUploads);
    };
  }, [field]);
  return { question, said, add };
}

/** Stands in the text for a picture that is on its way, as no other one does. */
function markOf({ name }: File, text: string): string {
  const markNumber = (number: number) =>
    pictureMarkdown({ path: "", alt: `Uploading ${name}${number > 1 ? ` (${number})` : ""} …` });
  let number = 1;
  while (text.includes(markNumber(number))) number += 1;
  return markNumber(number);
}

/** Asks what a picture shows. It is within the form of the article, which is not to be sent by it. */
export function PictureQuestion({ question: { file, answer } }: { question: Question }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  const confirm = () => {
    if (field.current?.reportValidity()) dialog.current?.close(field.current.value.trim());
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    confirm();
  };
  return (
    <dialog ref={dialog} aria-labelledby="picture-question" onClose={() => answer(dialog.current?.returnValue || null)}>
      <div className="form">
        <h2 id="picture-question">Add {file.name}</h2>
        <div className="field">
          <label htmlFor="picture-alt">Description</label>
          <input
            ref={field}
            id="picture-alt"
            required
            pattern=".*\S.*"
            maxLength={300}
            title="What the picture shows"
            aria-describedby="picture-alt-hint"
            onKeyDown={press}
          />
          <p className="hint" id="picture-alt-hint">
            What the picture shows, for people who cannot see it
          </p>
        </div>
        <div className="actions">
          <Button type="button" onClick={confirm}>
            Add picture
          </Button>
          <Button type="button" looks={["ghost"]} onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
        </div>
      </div>
    </dialog>
  );
}
