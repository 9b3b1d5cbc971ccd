import { type Edit, exchangeText, type Passage } from "./markdown-edits.ts";

export const passageOf = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Passage => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

/** Edits a text area as typing would: the field gets focus, and the browser's Undo reverts the edit. */
export function applyEdit(field: HTMLTextAreaElement, { from, to, insert, start, end }: Edit): void {
  field.focus();
  field.setSelectionRange(from, to);
  // the only kind of edit that the browser's Undo includes
  if (!document.execCommand(insert ? "insertText" : "delete", false, insert)) {
    field.setRangeText(insert, from, to);
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  field.setSelectionRange(start, end);
}

/** Replaces one text with another while the user keeps typing there or elsewhere. @returns whether it was found */
export function exchangeBehind(field: HTMLTextAreaElement, old: string, now: string): boolean {
  const edit = exchangeText(passageOf(field), old, now);
  if (!edit) return false;
  const focused = document.activeElement;
  const [inText, inPage] = [field.scrollTop, scrollY];
  applyEdit(field, edit);
  if (focused instanceof HTMLElement && focused !== field) focused.focus({ preventScroll: true });
  field.scrollTop = inText;
  scrollTo({ top: inPage, behavior: "instant" });
  return true;
}
