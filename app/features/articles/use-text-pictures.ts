import { useEffect, useRef, useState } from "react";
import { pictureMarkdown } from "../pictures/picture-markdown.ts";
import { applyEdit, exchangeBehind, passageOf } from "./apply-edit.ts";
import { insertBlock } from "./markdown-edits.ts";
import type { Question } from "./picture-question.tsx";
import { faultOf, uploadPicture } from "./picture-upload.ts";

/**
 * Takes pictures that are dropped onto a text, pasted into it or passed to `add`. They are uploaded one after another
 * while the user keeps writing, and submitting the form waits for them.
 * @returns the open question about a picture (null if none), the latest message, and `add` for files chosen by the user
 */
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
      const fault = await faultOf(file);
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

  useEffect(() => {
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
    field.form?.addEventListener("submit", waitForUploads);
    return () => field.form?.removeEventListener("submit", waitForUploads);
  }, [field]);

  useGivenFiles(field, add);
  return { question, said, add };
}

/** Passes on files that are dropped onto a field or pasted into it. */
function useGivenFiles(field: HTMLTextAreaElement, take: (files: readonly File[]) => Promise<void>): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const give = (event: Event, data: DataTransfer | null) => {
      const files = [...(data?.files ?? [])];
      // Content copied from a document includes a picture of itself, but is to be pasted as text.
      const isText = data?.types.includes("text/plain") && data.types.includes("text/html");
      if (files.length === 0 || isText) return;
      event.preventDefault();
      void latest.current(files);
    };
    const drop = (event: DragEvent) => give(event, event.dataTransfer);
    const paste = (event: ClipboardEvent) => give(event, event.clipboardData);
    const allowDrop = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    field.addEventListener("drop", drop);
    field.addEventListener("dragover", allowDrop);
    field.addEventListener("paste", paste);
    return () => {
      field.removeEventListener("drop", drop);
      field.removeEventListener("dragover", allowDrop);
      field.removeEventListener("paste", paste);
    };
  }, [field]);
}

/** The placeholder in the text for a picture that is being uploaded, unique within the text. */
function markOf({ name }: File, text: string): string {
  const markNumber = (number: number) =>
    pictureMarkdown({ path: "", alt: `Uploading ${name}${number > 1 ? ` (${number})` : ""} …` });
  let number = 1;
  while (text.includes(markNumber(number))) number += 1;
  return markNumber(number);
}
