import { useEffect } from "react";
import { applyEdit, passageOf } from "./apply-edit.ts";
import { htmlAsMarkdown } from "./html-as-markdown.ts";
import { insertText } from "./markdown-edits.ts";

/** Turns what is pasted from a document into Markdown; pasted without its formatting, it stays as it is. */
export function usePastedDocument(field: HTMLTextAreaElement | null): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const markdown = htmlAsMarkdown(event.clipboardData?.getData("text/html") ?? "");
      if (!field || !markdown) return;
      event.preventDefault();
      applyEdit(field, insertText(passageOf(field), markdown));
    };
    field?.addEventListener("paste", paste);
    return () => field?.removeEventListener("paste", paste);
  }, [field]);
}
