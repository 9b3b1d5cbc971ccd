import { type KeyboardEvent, useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";

export interface Question {
  number: number;
  file: File;
  /** @param alt null if the picture is not to be added */
  answer(alt: string | null): void;
}

/** Asks what a picture shows. It is inside the form of the article and must not submit it. */
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
